"""``SentenceTransformerEmbedder`` around an object that is used like its model. test_torch has real models."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from strandline.embedders import HashEmbedder, SentenceTransformerEmbedder
from strandline.errors import DimensionError, EmbedderError, InputError
from strandline.types import EmbedderIdentity
from tests.embedders.sentence_models import Broken, Encoder, NewEncoder

NAMED = {"name": "words", "version": "1"}


def hashed(*texts):
    return HashEmbedder().embed(texts)


def test_the_model_is_asked_for_rows_and_shows_no_bar():
    model = Encoder()
    SentenceTransformerEmbedder(model, batch_size=7, **NAMED).embed(["spare key"])
    ((_, texts, options),) = model.calls
    assert texts == ["spare key"]
    assert options == {
        "prompt": "",
        "batch_size": 7,
        "show_progress_bar": False,
        "convert_to_numpy": True,
        "normalize_embeddings": False,
    }


@pytest.mark.parametrize("kind", ["query", "document"])
def test_a_model_that_has_a_way_for_each_kind_is_asked_in_it(kind):
    model = NewEncoder()
    SentenceTransformerEmbedder(model, **NAMED).embed(["spare key"], kind=kind)
    assert [way for way, _, _ in model.calls] == [f"encode_{kind}"]


@pytest.mark.parametrize(
    ("prompts", "want"),
    [
        ({"query": "where ", "document": "about "}, ("where ", "about ")),
        ({"query": "where ", "passage": "about "}, ("where ", "about ")),
        ({"query": "", "document": "", "passage": "about "}, ("", "about ")),
        ({"query": None, "document": None}, ("", "")),
        (None, ("", "")),
    ],
)
def test_the_prompts_of_the_model_are_used(prompts, want):
    model = Encoder(prompts=prompts)
    made = SentenceTransformerEmbedder(model, **NAMED)
    made.embed(["key"], kind="query")
    made.embed(["key"], kind="document")
    assert tuple(options["prompt"] for _, _, options in model.calls) == want


def test_prefixes_that_are_given_come_first_and_are_part_of_the_version():
    model = Encoder(prompts={"query": "where "})
    made = SentenceTransformerEmbedder(model, query_prefix="", document_prefix="dog ", **NAMED)
    assert made.embed(["key"], kind="query").tobytes() == hashed("key").tobytes()
    np.testing.assert_allclose(made.embed(["key"]), hashed("dog key"), atol=1e-6)
    assert made.identity.version.startswith("1+")
    other = SentenceTransformerEmbedder(model, query_prefix="", document_prefix="cat ", **NAMED)
    assert other.identity.version != made.identity.version


def test_the_identity_is_what_was_said():
    want = EmbedderIdentity(name="words", version="1", dimensions=256)
    assert SentenceTransformerEmbedder(Encoder(), **NAMED).identity == want


def test_rows_have_length_1_unless_they_are_to_be_left():
    assert np.linalg.norm(SentenceTransformerEmbedder(Encoder(), **NAMED).embed(["key"])) == pytest.approx(1)
    raw = SentenceTransformerEmbedder(Encoder(), normalize=False, **NAMED)
    assert np.linalg.norm(raw.embed(["key"])) == pytest.approx(3)
    assert not raw.identity.normalized


def test_a_long_text_is_read_in_parts_that_fit_with_their_prefix():
    """Four words beside the two marks, one of them the prefix."""
    model = Encoder(longest=6)
    (found,) = SentenceTransformerEmbedder(model, document_prefix="dog ", **NAMED).embed(["one two three four five"])
    ((_, parts, _),) = model.calls
    assert parts == ["one two ", "three four five"] or parts == ["one two three ", "four five"]
    rows = hashed(*[f"dog {part}" for part in parts]) * [[len(part)] for part in parts]
    np.testing.assert_allclose(found, rows.sum(axis=0) / np.linalg.norm(rows.sum(axis=0)), atol=1e-6)


def test_blank_texts_are_zeros_and_not_shown_to_the_model():
    model = Encoder()
    found = SentenceTransformerEmbedder(model, **NAMED).embed(["", "key", " \n"])
    assert [texts for _, texts, _ in model.calls] == [["key"]]
    assert found.any(axis=1).tolist() == [False, True, False]


def test_one_thread_at_a_time_is_with_the_model():
    """Its tokenizer complains otherwise."""

    class Alone(Encoder):
        inside = 0

        def encode(self, texts, **options):
            self.inside += 1
            assert self.inside == 1
            found = super().encode(texts, **options)
            self.inside -= 1
            return found

    made = SentenceTransformerEmbedder(Alone(), **NAMED)
    with ThreadPoolExecutor(8) as pool:
        rows = list(pool.map(lambda n: made.embed([f"text {n}"]), range(50)))
    assert np.concatenate(rows).tobytes() == made.embed([f"text {n}" for n in range(50)]).tobytes()


# --- what goes wrong


def test_whatever_the_model_raises_is_the_cause_of_an_embedder_error():
    made = SentenceTransformerEmbedder(Broken(RuntimeError("CUDA out of memory")), **NAMED)
    with pytest.raises(EmbedderError, match="words failed on 1 texts: RuntimeError: CUDA out of memory") as caught:
        made.embed(["key"])
    assert isinstance(caught.value.__cause__, RuntimeError)


@pytest.mark.parametrize(
    ("answer", "error", "says"),
    [
        ([[1.0, 0.0, 0.0]], DimensionError, "3 dimensions and declares 2"),
        ([[1.0, 0.0]] * 2, EmbedderError, r"shape \(2, 2\), wanted \(1, 2\)"),
        ([[float("nan"), 0.0]], EmbedderError, "NaN"),
    ],
)
def test_anything_but_one_finite_row_a_text_is_an_error(answer, error, says):
    with pytest.raises(error, match=says):
        SentenceTransformerEmbedder(Broken(answer), **NAMED).embed(["key"])


@pytest.mark.parametrize(
    ("model", "options", "says"),
    [
        (object(), NAMED, "must be a folder, a name or a SentenceTransformer, got object"),
        (None, NAMED, "must be a folder, a name or a SentenceTransformer, got NoneType"),
        (Encoder(), {}, "needs a name and a version"),
        (Encoder(), {"name": "words"}, "needs a name and a version"),
        (Encoder(), {"version": "1"}, "needs a name and a version"),
        (Encoder(), {**NAMED, "batch_size": 0}, "batch_size must be"),
        (Encoder(), {**NAMED, "query_prefix": 5}, "prefix of a query must be a str"),
    ],
    ids=["object", "none", "bare", "no version", "no name", "batch of none", "prefix of another type"],
)
def test_an_argument_that_means_nothing_is_refused(model, options, says):
    with pytest.raises(InputError, match=says):
        SentenceTransformerEmbedder(model, **options)


def test_another_kind_is_refused():
    with pytest.raises(InputError, match="kind must be"):
        SentenceTransformerEmbedder(Encoder(), **NAMED).embed(["a"], kind="passage")
