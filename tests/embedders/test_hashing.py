"""The embedder without a model."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.embedders import HashEmbedder
from strandline.errors import InputError


def cosine(one, other, **options):
    first, second = HashEmbedder(**options).embed([one, other])
    return float(first @ second)


def test_a_known_sentence_keeps_its_vector():
    """Hashes are the same in every process and on every machine."""
    vector = HashEmbedder(8).embed(["spare key"])[0]
    assert np.allclose(vector, [0.0, 0.0, -0.16667, 0.16667, 0.0, 0.66667, 0.5, 0.5], atol=1e-5)


@given(st.lists(st.text(max_size=30), min_size=1, max_size=6))
def test_a_row_is_bit_equal_alone_and_in_any_batch(texts):
    embedder = HashEmbedder()
    rows = [row.tobytes() for row in embedder.embed(texts)]
    assert rows == [HashEmbedder().embed([text]).tobytes() for text in texts]


@pytest.mark.parametrize(
    ("one", "near", "far"),
    [
        ("我住在东京", "你住在东京吗", "今天下雨了"),
        ("Мы живём в Осло", "он живёт в Осло", "собака боится грома"),
        ("der Schlüssel liegt im Garten", "Schlüssel im Garten", "wir treffen uns donnerstags"),
        ("flowerpots", "flowerpot", "thunder"),
    ],
)
def test_texts_that_share_words_or_parts_of_words_are_near_in_any_script(one, near, far):
    assert cosine(one, near) > cosine(one, far) + 0.2


def test_stop_words_hardly_count():
    assert cosine("the key is under the pot", "key under pot") > 0.9


def test_saying_a_word_more_often_counts_less_than_in_proportion():
    once, often = cosine("key key lamp", "key"), cosine("key " * 50 + "lamp", "key")
    assert once < often < 0.999


def test_case_and_full_width_forms_do_not_matter():
    assert cosine("Oslo ＡＢＣ", "oslo abc") == pytest.approx(1.0)


def test_a_text_without_a_word_is_a_row_of_zeros():
    assert not HashEmbedder().embed(["", "?! …"]).any()


@pytest.mark.parametrize("dimensions", [0, -1, 65_537, 1.5, True, "x", float("nan")])
def test_impossible_dimensions_are_refused(dimensions):
    with pytest.raises(InputError, match="between 1 and 65536"):
        HashEmbedder(dimensions)


def test_the_dimensions_asked_for_are_in_the_identity():
    assert HashEmbedder(64).identity.dimensions == 64
    assert HashEmbedder(64).embed(["a dog"]).shape == (1, 64)
