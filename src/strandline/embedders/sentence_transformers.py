"""A model of the package sentence-transformers, run by torch."""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from strandline.embedders.base import Kind, checked_vectors
from strandline.embedders.onnx_folder import chosen_prompts
from strandline.embedders.reading import Prefixes, Reading, digest
from strandline.errors import EmbedderError, InputError, MissingExtraError, ModelFileError, StrandlineError
from strandline.types import EmbedderIdentity, Vectors

_WEIGHTS = (".safetensors", ".bin", ".onnx", ".json", ".txt", ".model")


class SentenceTransformerEmbedder:
    """A `SentenceTransformer`: a folder, the name of a model that is on this machine, or one that is ready.

    Nothing is downloaded unless ``local_files_only`` is False. What stands before a query and before a document is what
    the model was saved with, unless ``query_prefix`` or ``document_prefix`` are given (``""`` for nothing). A text that
    is longer than the model reads is read in parts: its vector is the mean of theirs, by their lengths. ``batch_size``
    parts go through the model at once, on ``device`` ("cpu", "cuda"; torch's choice by default). Threads may share it,
    and take turns.

    ``version`` says which weights made a vector. Of a folder it is a digest of its files, of a name the commit that was
    downloaded; a ready model needs a ``name`` and a ``version``.
    """

    def __init__(  # noqa: PLR0913 (each is a property of a model that its folder may leave unsaid)
        self,
        model: str | os.PathLike[str] | Any,
        *,
        name: str | None = None,
        version: str | None = None,
        query_prefix: str | None = None,
        document_prefix: str | None = None,
        normalize: bool = True,
        batch_size: int = 32,
        device: str | None = None,
        local_files_only: bool = True,
    ) -> None:
        """Load the model.

        Raises `MissingExtraError` without sentence-transformers, `ModelFileError` for a model that cannot be loaded,
        and `InputError` for an argument that means nothing.
        """
        if not isinstance(batch_size, int) or isinstance(batch_size, bool) or batch_size < 1:
            raise InputError(f"batch_size must be a whole number of 1 and more, got {batch_size!r}")
        if isinstance(model, (str, os.PathLike)):
            self._model = _loaded(model, device=device, local_files_only=local_files_only)
            name = name or (Path(model).resolve().name if Path(model).is_dir() else os.fspath(model))
            version = version or _version(model, self._model)
        else:
            self._model = _ready(model, name, version)
        self._batch_size, self._running = batch_size, threading.Lock()
        query, document = chosen_prompts(getattr(self._model, "prompts", None))
        self._prefixes = Prefixes(
            query=query if query_prefix is None else query_prefix,
            document=document if document_prefix is None else document_prefix,
        )
        if query_prefix is not None or document_prefix is not None:
            version = f"{version}+{digest(self._prefixes.query, self._prefixes.document)}"
        self._identity = EmbedderIdentity(
            name=str(name), version=str(version), dimensions=_width(self._model), normalized=bool(normalize)
        )

    @property
    def identity(self) -> EmbedderIdentity:
        """The name of the folder or model, its version, and a digest of the prefixes where they were given."""
        return self._identity

    def embed(self, texts: Sequence[str], *, kind: Kind = "document") -> Vectors:
        """(n, dimensions) float32, unit rows where ``normalize``; a blank text is a row of zeros.

        Raises `EmbedderError` from whatever the model raised.
        """
        prefix = self._prefixes.of(kind)
        reading = Reading(
            read=lambda text: text,
            whole=lambda text: self._fits(prefix + text),
            run=lambda parts: self._encoded(parts, prefix, kind),
            dimensions=self._identity.dimensions,
            normalize=self._identity.normalized,
        )
        try:
            with self._running:  # its tokenizer is not for two threads at once
                return reading.vectors(texts)
        except StrandlineError:
            raise
        except Exception as exc:  # torch, the tokenizer and the model's own code may raise anything
            problem = f"{type(exc).__name__}: {exc}"
            raise EmbedderError(f"{self._identity.name} failed on {len(texts)} texts: {problem}") from exc

    def _fits(self, text: str) -> bool:
        """Whether the model reads a text to its end, as far as its tokenizer says."""
        longest, tokenizer = getattr(self._model, "max_seq_length", None), getattr(self._model, "tokenizer", None)
        if longest is None or tokenizer is None or not hasattr(tokenizer, "encode"):
            return True
        quiet = {"verbose": False} if hasattr(tokenizer, "model_max_length") else {}  # it would warn of long texts
        tokens = tokenizer.encode(text, **quiet)
        return bool(len(getattr(tokens, "ids", tokens)) <= longest)

    def _encoded(self, texts: Sequence[str], prefix: str, kind: Kind) -> Vectors:
        """The rows of texts that fit."""
        encode = getattr(self._model, f"encode_{kind}", self._model.encode)  # the first since version 5
        found = encode(
            list(texts),
            prompt=prefix,
            batch_size=self._batch_size,
            show_progress_bar=False,
            convert_to_numpy=True,
            normalize_embeddings=False,
        )
        return checked_vectors(np.asarray(found), count=len(texts), identity=self._identity)


def _loaded(model: str | os.PathLike[str], *, device: str | None, local_files_only: bool) -> Any:
    try:
        package = import_module("sentence_transformers")
    except ModuleNotFoundError as exc:
        if exc.name != "sentence_transformers":
            raise
        raise MissingExtraError(feature="the embedder 'sentence-transformers'", extra="sentence-transformers") from exc
    try:
        return package.SentenceTransformer(os.fspath(model), device=device, local_files_only=local_files_only)
    except Exception as exc:  # it has an error for each kind of damage, and those of the packages below it
        where = (
            "; nothing is downloaded unless local_files_only=False: give the folder of a saved model, or download it"
            if local_files_only
            else ""
        )
        raise ModelFileError(f"{os.fspath(model)} cannot be loaded as a sentence transformer: {exc}{where}") from exc


def _ready(model: Any, name: str | None, version: str | None) -> Any:
    """A model that the caller has made. Raises `InputError` for what is none, and for one without name and version."""
    if not callable(getattr(model, "encode", None)):
        raise InputError(f"model must be a folder, a name or a SentenceTransformer, got {type(model).__name__}")
    if not name or not version:
        raise InputError("a model that is ready needs a name and a version: its vectors are told from others' by them")
    return model


def _width(model: Any) -> int:
    """Numbers of a vector; the method has another name since version 5."""
    for method in ("get_embedding_dimension", "get_sentence_embedding_dimension"):
        if callable(ask := getattr(model, method, None)) and isinstance(width := ask(), int):
            return width
    return int(np.asarray(model.encode(["a"])).shape[-1])


def _version(model: str | os.PathLike[str], loaded: Any) -> str:
    """A digest of the files of a folder, or the commit of a downloaded model."""
    folder = Path(model)
    if not folder.is_dir():
        config = getattr(getattr(next(iter(loaded), None), "auto_model", None), "config", None)
        return str(getattr(config, "_commit_hash", None) or "1")[:12]
    read = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in _WEIGHTS and path.is_file()):
        read.update(path.relative_to(folder).as_posix().encode())
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                read.update(block)
    return read.hexdigest()[:12]
