"""What stands in a folder beside a model, as sentence-transformers writes it.

modules.json                        what is done after the graph
1_Pooling/config.json               how one vector is made of a vector a token
config_sentence_transformers.json   what stands before a query and before a document
sentence_bert_config.json, tokenizer_config.json, config.json    how many tokens it reads
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, TypeAlias

from strandline.embedders.folder_tokens import LONGEST, read_json
from strandline.errors import ModelFileError

Pooling: TypeAlias = Literal["mean", "cls", "last", "max"]
"""How one vector is made of those of all tokens: their mean, that of the first or last one, the largest numbers."""

_FLAGS: dict[str, Pooling] = {
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_cls_token": "cls",
    "pooling_mode_lasttoken": "last",
    "pooling_mode_max_tokens": "max",
}
_MODES: dict[str, Pooling] = {"mean": "mean", "cls": "cls", "lasttoken": "last", "max": "max"}
_STEPS = {"Transformer", "Pooling", "Normalize"}
_DOCUMENT = ("document", "passage", "corpus")
"""What models call the prompt of a document; the first one that is there counts."""


def pooling_of(folder: Path) -> Pooling:
    """How the folder says that its tokens are pooled; the mean where it says nothing, as sentence-transformers does.

    Raises `ModelFileError` for what is none of the four, and for a model with further layers, which a graph of its
    encoder alone does not have.
    """
    place = "1_Pooling"
    modules = read_json(folder / "modules.json", [])
    for module in modules:
        if not isinstance(module, dict):
            raise ModelFileError(f"{folder / 'modules.json'} has {module!r} among its layers, wanted an object")
        step = str(module.get("type", "")).rpartition(".")[2]
        if step not in _STEPS:
            raise ModelFileError(
                f"{folder} has a layer {step!r} after its encoder; export the whole model, with an output "
                "sentence_embedding"
            )
        if step == "Pooling":
            place = str(module.get("path", place))
    path = folder / place / "config.json"
    settings = read_json(path, {})
    if settings.get("include_prompt") is False:
        raise ModelFileError(f"{path} leaves the prompt out of the pooling, which cannot be done here")
    return _mode(settings, path)


def _mode(settings: dict[str, Any], path: Path) -> Pooling:
    said = settings.get("pooling_mode")
    if said is None:
        said = [key for key, value in settings.items() if key.startswith("pooling_mode_") and value is True]
    names = said if isinstance(said, list) else [said]
    if not names:
        return "mean"
    found = {**_FLAGS, **_MODES}.get(names[0]) if len(names) == 1 and isinstance(names[0], str) else None
    if found is None:
        raise ModelFileError(f"{path} says {', '.join(map(str, names))}; wanted one of {', '.join(_MODES)}")
    return found


def prompts_of(folder: Path) -> tuple[str, str]:
    """The prompts of a query and of a document, ``""`` where the folder names none."""
    return chosen_prompts(read_json(folder / "config_sentence_transformers.json", {}).get("prompts"))


def chosen_prompts(prompts: Any) -> tuple[str, str]:
    """Those of a query and of a document among a model's named prompts, ``""`` where there is none."""
    named = prompts if isinstance(prompts, dict) else {}
    document = next((named[name] for name in _DOCUMENT if named.get(name)), "")
    return str(named.get("query") or ""), str(document)


def length_of(folder: Path) -> int:
    """Tokens that the model reads at once, its marks among them; 512 where the folder does not say."""
    asked = read_json(folder / "sentence_bert_config.json", {}).get("max_seq_length")
    if not _is_length(asked):
        asked = read_json(folder / "tokenizer_config.json", {}).get("model_max_length")
    places = read_json(folder / "config.json", {}).get("max_position_embeddings")
    known = [int(value) for value in (asked, places) if _is_length(value)]
    return min(known) if known else LONGEST


def _is_length(value: object) -> bool:
    """``tokenizer_config.json`` says 10**30 for a length that is not known."""
    return isinstance(value, int) and not isinstance(value, bool) and 2 < value < 10**6
