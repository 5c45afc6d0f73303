"""A foreign embedder is checked at one place, and what is wrong with it is said."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from strandline.embedders import Embedder, HashEmbedder, StaticEmbedder, as_embedder, checked
from strandline.errors import DimensionError, EmbedderError, InputError, TextError
from strandline.types import EmbedderIdentity


class Foreign:
    """Returns or raises whatever it is given, as a user's embedder may."""

    def __init__(self, answer, *, normalized=True):
        self.answer, self.asked = answer, None
        self.identity = EmbedderIdentity(name="foreign", version="2", dimensions=3, normalized=normalized)

    def embed(self, texts, *, kind="document"):
        self.asked = (texts, kind)
        if isinstance(self.answer, BaseException):
            raise self.answer
        return self.answer


def test_a_plain_object_with_identity_and_embed_is_an_embedder():
    assert isinstance(Foreign(None), Embedder)


def test_lists_and_other_float_types_become_float32():
    for answer in ([[1, 0, 0], [0, 1, 0]], np.eye(3)[:2], np.eye(3, dtype=np.float16)[:2]):
        vectors = checked(Foreign(answer), ["a", "b"])
        assert vectors.dtype == np.float32
        assert vectors.tolist() == [[1, 0, 0], [0, 1, 0]]


def test_one_text_that_is_not_in_a_list_is_refused_before_the_embedder_is_called():
    foreign = Foreign([[1, 0, 0]] * 3)
    with pytest.raises(InputError, match="must be a list of texts, got one str"):
        checked(foreign, "abc")
    assert foreign.asked is None


def test_the_kind_reaches_the_embedder():
    foreign = Foreign([[1, 0, 0]])
    checked(foreign, ("a",), "query")
    assert foreign.asked == (["a"], "query")


def test_the_result_does_not_share_the_embedders_memory():
    answer = np.eye(3, dtype=np.float32)
    checked(Foreign(answer), ["a", "b", "c"])[:] = 7
    assert answer.tolist() == np.eye(3).tolist()


def test_rows_that_are_not_of_unit_length_are_rescaled_where_it_was_promised():
    assert checked(Foreign([[3, 0, 4]]), ["a"]).tolist() == [[pytest.approx(0.6), 0, pytest.approx(0.8)]]
    assert checked(Foreign([[3, 0, 4]], normalized=False), ["a"]).tolist() == [[3, 0, 4]]


def test_rows_of_nearly_unit_length_are_left_as_they_are():
    row = np.array([[0.0, 1.0005, 0.0]], np.float32)
    assert checked(Foreign(row), ["a"]).tobytes() == row.tobytes()


def test_very_small_and_very_large_rows_are_rescaled_and_zeros_stay():
    vectors = checked(Foreign(np.array([[1e-30, 0, 0], [0, 3e38, 3e38], [0, 0, 0]], np.float32)), ["a", "b", "c"])
    assert np.linalg.norm(vectors, axis=1).tolist() == pytest.approx([1, 1, 0])


@pytest.mark.parametrize("answer", [[], np.zeros((0, 3)), np.zeros(0)])
def test_no_texts_give_no_rows_of_the_declared_width(answer):
    assert checked(Foreign(answer), []).shape == (0, 3)


def test_another_width_is_a_dimension_error_with_both_numbers():
    with pytest.raises(DimensionError, match="2 dimensions and declares 3") as caught:
        checked(Foreign([[1, 0]]), ["a"])
    assert (caught.value.got, caught.value.want) == (2, 3)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ([[1, 0, 0]], r"shape \(1, 3\), wanted \(2, 3\)"),
        ([1, 0, 0], r"shape \(3,\)"),
        ([[1, 0, 0], [0, float("nan"), 0]], "NaN or infinity for text 1"),
        ([[1e300, 0, 0], [0, 1, 0]], "NaN or infinity for text 0"),
        ([[1, 0, 0], [0, 1]], "not rows of numbers"),
        ([["a", "b", "c"]] * 2, "wanted numbers"),
        (None, "wanted numbers"),
        (np.ones((2, 3), complex), "wanted numbers"),
    ],
)
def test_anything_but_one_finite_row_a_text_is_refused(answer, says):
    with pytest.raises(EmbedderError, match=says):
        checked(Foreign(answer), ["a", "b"])


def test_whatever_the_embedder_raises_is_the_cause_of_an_embedder_error():
    with pytest.raises(EmbedderError, match=r"foreign 2 .* failed on 1 texts: KeyError: 'token'") as caught:
        checked(Foreign(KeyError("token")), ["a"])
    assert isinstance(caught.value.__cause__, KeyError)


@pytest.mark.parametrize("error", [TextError(field="text", position=0, codepoint=0xD800), KeyboardInterrupt()])
def test_own_errors_and_interrupts_pass_as_they_are(error):
    with pytest.raises(type(error)) as caught:
        checked(Foreign(error), ["a"])
    assert caught.value is error


@pytest.mark.parametrize(
    ("value", "complaint"),
    [
        ("static", r"embedder is the str 'static', .* make one by name: embedder\('static'\)"),
        (HashEmbedder, r"embedder is the class HashEmbedder, .* make one: HashEmbedder\(\)"),
        (object(), "embedder is of type object, which has no embed"),
        (7, "embedder is of type int, which has no embed"),
        (None, "embedder is of type NoneType, which has no embed"),
        (len, "embedder is of type builtin_function_or_method, which has no embed"),
        (SimpleNamespace(embed=len), "embedder is of type SimpleNamespace, whose identity is None"),
        (SimpleNamespace(embed=len, identity="mine"), "embedder is of type SimpleNamespace, whose identity is 'mine'"),
        (
            SimpleNamespace(embed="text", identity=Foreign(None).identity),
            "embedder is of type SimpleNamespace, which has no embed",
        ),
    ],
    ids=["name", "class", "object", "number", "none", "function", "no identity", "wrong identity", "embed is text"],
)
def test_what_is_no_embedder_is_refused_with_what_one_needs(value, complaint):
    with pytest.raises(InputError, match=complaint) as caught:
        as_embedder(value)
    assert "an embedder needs identity (an EmbedderIdentity) and embed(texts, *, kind)" in str(caught.value)


@pytest.mark.parametrize("value", [Foreign(None), HashEmbedder(8), StaticEmbedder()], ids=lambda v: type(v).__name__)
def test_an_embedder_is_taken_as_it_is(value):
    assert as_embedder(value) is value
