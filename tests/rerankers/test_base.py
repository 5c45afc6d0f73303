"""A foreign reranker is checked at one place."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.errors import InputError, RerankerError
from strandline.rerankers import OnnxReranker, Reranker, RerankerIdentity, as_reranker, checked


class Given:
    """Returns what it is given, or raises it."""

    identity = RerankerIdentity(name="given", version="1")

    def __init__(self, value):
        self.value = value

    def score(self, query, texts):
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def test_scores_are_taken_from_any_numbers():
    """A list, float64 and whole numbers become float32."""
    for value in ([0, 1], [0.25, 1.0], np.array([0.25, 1.0])):
        scores = checked(Given(value), "q", ["a", "b"])
        assert scores.dtype == np.float32
        assert scores.tolist() == list(value)


def test_a_score_just_outside_is_rounding():
    """Float16 models give 1.0000153."""
    assert checked(Given([1.00001, -0.00001]), "q", ["a", "b"]).tolist() == [1.0, 0.0]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([0.5], r"shape \(1,\), wanted \(2,\)"),
        ([[0.5], [0.5]], r"shape \(2, 1\), wanted \(2,\)"),
        ([0.5, 3.25], "returned 3.25 for text 1; a score must be in .* sigmoid"),
        ([float("nan"), 0.5], "returned nan for text 0"),
        ([-float("inf"), 0.5], "returned -inf for text 0"),
        (["a", "b"], "wanted numbers"),
        (None, "wanted numbers"),
        ([[1], [1, 2]], "not numbers"),
        (OSError("gone"), "given 1 failed on 2 texts: OSError: gone"),
        (InputError("no"), "InputError: no"),
    ],
)
def test_what_is_not_one_probability_a_text_is_a_reranker_error(value, said):
    with pytest.raises(RerankerError, match=said):
        checked(Given(value), "q", ["a", "b"])


def test_no_texts_are_no_scores():
    assert checked(Given([]), "q", []).shape == (0,)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("minilm", "open_reranker"),
        (OnnxReranker, "the class OnnxReranker"),
        (object(), "which has no score"),
        (type("Nameless", (), {"score": print})(), "whose identity is None"),
    ],
)
def test_what_is_no_reranker_is_refused_with_what_one_needs(value, said):
    with pytest.raises(InputError, match=said):
        as_reranker(value)


def test_anything_with_identity_and_score_will_do():
    given = Given([])
    assert as_reranker(given) is given
    assert isinstance(given, Reranker)
