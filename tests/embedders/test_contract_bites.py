"""The shipped contract finds what is wrong with an embedder: each fault fails the test that is about it."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.embedders import HashEmbedder
from strandline.testing import EmbedderContract
from strandline.types import EmbedderIdentity


class Faulty(HashEmbedder):
    """A good embedder with one fault put in by ``spoil(vectors, texts, kind)``."""

    def __init__(self, spoil):
        super().__init__()
        self.spoil = spoil

    def embed(self, texts, *, kind="document"):
        return self.spoil(super().embed(texts, kind=kind), texts, kind)


class Counting(HashEmbedder):
    """Its identity changes with every read."""

    reads = 0

    @property
    def identity(self):
        self.reads += 1
        return EmbedderIdentity(name="hash", version=str(self.reads), dimensions=256)


def drift(vectors, texts, kind):
    return vectors + np.float32(np.random.default_rng().random() * 1e-7)


def refuse_surrogates(vectors, texts, kind):
    [text.encode() for text in texts]
    return vectors


def cut(text):
    return text[:2000]


class Shared:
    """Gives the same array again, which callers may have written into."""

    def __init__(self):
        self.rows = {}

    def __call__(self, vectors, texts, kind):
        return self.rows.setdefault(tuple(texts), vectors)


FAULTS = {
    "test_one_finite_float32_row_a_text": lambda v, t, k: v.astype(np.float64),
    "test_rows_have_unit_length_where_the_identity_says_so": lambda v, t, k: v * 2,
    "test_no_texts_give_no_rows_of_the_right_width": lambda v, t, k: v if t else np.zeros((0, 0), np.float32),
    "test_rows_come_in_the_order_of_the_texts": lambda v, t, k: v[np.argsort(t)],
    "test_a_row_does_not_depend_on_the_batch": lambda v, t, k: v / len(t) if t else v,
    "test_many_texts_come_in_their_order": lambda v, t, k: np.concatenate([v[64:], v[:64]]),
    "test_the_vectors_belong_to_the_caller": Shared(),
    "test_a_text_without_anything_is_a_row_of_zeros": lambda v, t, k: np.where(v.any(1)[:, None], v, v[-1]),
    "test_equal_calls_give_equal_bytes": drift,
    "test_a_query_has_the_shape_of_a_document": lambda v, t, k: v[:, ::-1] if k == "query" else v,
    "test_a_lone_surrogate_is_embedded_or_refused_by_name": refuse_surrogates,
    "test_a_very_long_text_is_read_to_its_end": lambda v, t, k: HashEmbedder().embed(list(map(cut, t))),
    "test_texts_that_share_words_are_nearer_than_others": lambda v, t, k: np.roll(v, 1, axis=0),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_fails_the_test_that_is_about_it(name):
    contract = EmbedderContract()
    getattr(contract, name)(HashEmbedder())
    with pytest.raises((AssertionError, UnicodeEncodeError)):
        getattr(contract, name)(Faulty(FAULTS[name]))


def test_an_identity_that_changes_is_found():
    with pytest.raises(AssertionError):
        EmbedderContract().test_identity_is_stable_and_says_the_width(Counting())
