"""Embedders around another one: what is called, what is kept, and what they can do."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline import Memory
from strandline.embedders import (
    BatchedEmbedder,
    CachedEmbedder,
    CachingEmbedder,
    EmbeddingCache,
    HashEmbedder,
    MiniLMEmbedder,
    PieceEmbedder,
    PrefixedEmbedder,
    StaticEmbedder,
    TokenEmbedder,
    as_embedder,
)
from strandline.errors import DimensionError, EmbedderError, InputError
from strandline.types import EmbedderIdentity


class Recorder:
    """Remembers what it was asked; fails for texts with "fail" in them. Has no power of its own."""

    def __init__(self, dimensions=16, name="recorder"):
        self.asked = []
        self.inner = HashEmbedder(dimensions)
        self.identity = EmbedderIdentity(name=name, version="1", dimensions=dimensions)

    def embed(self, texts, *, kind="document"):
        self.asked.append((list(texts), kind))
        if any("fail" in text for text in texts):
            raise OSError("the model server does not answer")
        return self.inner.embed(texts, kind=kind)


# --- powers


def kind_of(value):
    return type(value).__name__


WRAPPERS = [CachedEmbedder, BatchedEmbedder, PrefixedEmbedder]


@pytest.mark.parametrize("inner", [Recorder(), HashEmbedder(), StaticEmbedder(), MiniLMEmbedder()], ids=kind_of)
@pytest.mark.parametrize("power", [PieceEmbedder, TokenEmbedder, CachingEmbedder])
def test_a_cache_and_batches_have_the_powers_of_what_is_inside(inner, power):
    """And a cache can always be cleared."""
    assert isinstance(BatchedEmbedder(inner), power) == isinstance(inner, power)
    assert isinstance(CachedEmbedder(inner), power) == (isinstance(inner, power) or power is CachingEmbedder)


@pytest.mark.parametrize("inner", [Recorder(), HashEmbedder(), StaticEmbedder(), MiniLMEmbedder()], ids=kind_of)
def test_a_prefix_takes_pieces_and_tokens_away(inner):
    wrapped = PrefixedEmbedder(inner)
    assert not isinstance(wrapped, PieceEmbedder)
    assert not isinstance(wrapped, TokenEmbedder)
    assert isinstance(wrapped, CachingEmbedder) == isinstance(inner, CachingEmbedder)
    assert wrapped.identity.token_dimensions == 0


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_wrapper_is_an_embedder_of_its_class_and_may_be_wrapped_again(wrapper):
    once = wrapper(StaticEmbedder())
    assert isinstance(once, wrapper)
    assert type(once).__name__ == wrapper.__name__
    assert as_embedder(CachedEmbedder(BatchedEmbedder(once))) is not None
    assert isinstance(type(once)(StaticEmbedder()), wrapper)


@pytest.mark.parametrize("wrapper", WRAPPERS)
@pytest.mark.parametrize("value", ["static", StaticEmbedder, None, object()], ids=kind_of)
def test_what_is_no_embedder_is_not_wrapped(wrapper, value):
    with pytest.raises(InputError, match="an embedder needs identity"):
        wrapper(value)


def test_pieces_and_tokens_pass_through_batches():
    texts = [f"the spare key number {n}" for n in range(5)]
    minilm = MiniLMEmbedder(backend="numpy")
    rows, tokens = BatchedEmbedder(minilm, 2).embed_with_tokens(texts, kind="query")
    want_rows, want = minilm.embed_with_tokens(texts, kind="query")
    np.testing.assert_allclose(rows, want_rows, atol=1e-5)
    assert [one.pieces.tolist() for one in tokens] == [one.pieces.tolist() for one in want]

    static = StaticEmbedder()
    rows, pieces = BatchedEmbedder(static, 2).embed_with_pieces(texts)
    assert rows.tobytes() == static.embed(texts).tobytes()
    assert [ids.tolist() for ids in pieces] == [static.pieces(text).tolist() for text in texts]
    assert BatchedEmbedder(static).piece_table is static.piece_table


# --- the cache


def test_each_text_is_embedded_once():
    inner = Recorder()
    cached = CachedEmbedder(inner)
    first = cached.embed(["a", "b", "a"])
    second = cached.embed(["c", "b", "a", "c"])
    assert inner.asked == [(["a", "b"], "document"), (["c"], "document")]
    assert first.tobytes() == HashEmbedder(16).embed(["a", "b", "a"]).tobytes()
    assert second.tobytes() == HashEmbedder(16).embed(["c", "b", "a", "c"]).tobytes()


def test_queries_and_documents_are_told_apart():
    inner = Recorder()
    cached = CachedEmbedder(inner)
    cached.embed(["a"])
    cached.embed(["a"], kind="query")
    cached.embed(["a"], kind="query")
    assert inner.asked == [(["a"], "document"), (["a"], "query")]


def test_embedders_that_share_a_cache_do_not_get_each_others_vectors():
    """Of another width, of another name, and with another prefix."""
    cache = EmbeddingCache()
    kinds = [
        HashEmbedder(64),
        HashEmbedder(128),
        PrefixedEmbedder(HashEmbedder(64)),
        PrefixedEmbedder(HashEmbedder(64), document="text: "),
        StaticEmbedder(),
    ]
    for inner in kinds * 2:
        assert CachedEmbedder(inner, cache=cache).embed(["spare key"]).tobytes() == inner.embed(["spare key"]).tobytes()
    assert len(cache) == len(kinds)


def test_equal_embedders_that_share_a_cache_share_their_work():
    cache, one, other = EmbeddingCache(), Recorder(), Recorder()
    CachedEmbedder(one, cache=cache).embed(["a"])
    CachedEmbedder(other, cache=cache).embed(["a"])
    assert other.asked == []


def test_the_vector_that_was_not_asked_for_the_longest_goes_first():
    inner = Recorder()
    cached = CachedEmbedder(inner, max_entries=2)
    for texts in (["a"], ["b"], ["a"], ["c"], ["a"], ["b"]):
        cached.embed(texts)
    assert [texts for texts, _ in inner.asked] == [["a"], ["b"], ["c"], ["b"]]


def test_more_texts_than_the_cache_holds_are_embedded_all_the_same():
    cache = EmbeddingCache(3)
    texts = [f"text {n}" for n in range(10)]
    found = CachedEmbedder(HashEmbedder(), cache=cache).embed(texts)
    assert found.tobytes() == HashEmbedder().embed(texts).tobytes()
    assert len(cache) == 3


def test_a_call_that_fails_leaves_nothing_behind():
    inner = Recorder()
    cached = CachedEmbedder(inner)
    with pytest.raises(EmbedderError, match="does not answer") as caught:
        cached.embed(["a", "fail"])
    assert isinstance(caught.value.__cause__, OSError)
    cached.embed(["a"])
    assert inner.asked[-1] == (["a"], "document")


def test_vectors_of_the_wrong_width_are_not_kept():
    inner = Recorder()
    inner.inner = HashEmbedder(8)
    cache = EmbeddingCache()
    with pytest.raises(DimensionError):
        CachedEmbedder(inner, cache=cache).embed(["a"])
    assert len(cache) == 0


def test_what_is_embedded_while_the_cache_is_cleared_is_not_kept():
    """Else a text that is being forgotten would come back."""
    cache = EmbeddingCache()

    class Slow(Recorder):
        def embed(self, texts, *, kind="document"):
            cache.clear()
            return super().embed(texts, kind=kind)

    assert CachedEmbedder(Slow(), cache=cache).embed(["a"]).any()
    assert len(cache) == 0


def test_clearing_reaches_the_embedder_inside():
    inner = HashEmbedder()
    cached = CachedEmbedder(inner)
    cached.embed(["My flamingo is called Zoë-Marie."])
    cached.embed(["is the platypus awake?"], kind="query")
    assert {"flamingo", "zoë", "marie"} <= set(cached.cached_words())
    assert "platypus" not in cached.cached_words()
    cached.clear_caches()
    assert (list(cached.cached_words()), inner.cached_words()) == ([], ())


@pytest.mark.parametrize(
    "wrap",
    [
        CachedEmbedder,
        lambda inner: BatchedEmbedder(CachedEmbedder(inner)),
        lambda e: PrefixedEmbedder(CachedEmbedder(e)),
    ],
    ids=["cache", "batches of a cache", "prefix of a cache"],
)
def test_forgetting_empties_the_cache(wrap):
    """What is forgotten is in no cache of the embedder, and ``verify_forgotten`` looks there."""
    embedder = wrap(Recorder())
    with Memory(":memory:", embedder=embedder) as memory:
        memory.add("My flamingo lives in Oslo.", user_id="ana", extract="off")
        assert "flamingo" in embedder.cached_words()
        receipt = memory.forget(user_id="ana", everything=True)
        assert memory.verify_forgotten(receipt)
        assert list(embedder.cached_words()) == []


def test_verifying_finds_what_a_cache_still_holds():
    embedder = CachedEmbedder(Recorder())
    with Memory(":memory:", embedder=embedder) as memory:
        memory.add("My flamingo lives in Oslo.", user_id="ana", extract="off")
        receipt = memory.forget(user_id="ana", everything=True)
        embedder.embed(["My flamingo lives in Oslo."])
        with pytest.raises(Exception, match="cache of the embedder"):
            memory.verify_forgotten(receipt)


def test_threads_may_share_a_cache():
    cache = EmbeddingCache(5)
    cached = CachedEmbedder(HashEmbedder(), cache=cache)
    lists = [[f"text {(n * k) % 9}" for n in range(7)] for k in range(40)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(cached.embed, lists))
    for texts, rows in zip(lists, found, strict=True):
        assert rows.tobytes() == HashEmbedder().embed(texts).tobytes()
    assert len(cache) <= 5


CALLS = st.lists(st.tuples(st.lists(st.sampled_from("abcdef"), max_size=6), st.sampled_from(["document", "query"])))


@given(calls=CALLS, size=st.integers(1, 4))
def test_a_cache_never_changes_a_vector(calls, size):
    cached = CachedEmbedder(HashEmbedder(16), max_entries=size)
    for texts, kind in calls:
        assert cached.embed(texts, kind=kind).tobytes() == HashEmbedder(16).embed(texts, kind=kind).tobytes()


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"max_entries": 0}, "max_entries must be"),
        ({"max_entries": True}, "max_entries must be"),
        ({"cache": {}}, "must be an EmbeddingCache, got dict"),
        ({"cache": EmbeddingCache(), "max_entries": 5}, "not both"),
    ],
)
def test_a_cache_that_makes_no_sense_is_refused(options, says):
    with pytest.raises(InputError, match=says):
        CachedEmbedder(HashEmbedder(), **options)


# --- batches


def test_batches_are_of_the_size_asked_for():
    inner = Recorder()
    texts = [f"text {n}" for n in range(7)]
    found = BatchedEmbedder(inner, 3).embed(texts, kind="query")
    assert inner.asked == [(texts[:3], "query"), (texts[3:6], "query"), (texts[6:], "query")]
    assert found.tobytes() == HashEmbedder(16).embed(texts).tobytes()


def test_no_texts_are_no_batch():
    inner = Recorder()
    assert BatchedEmbedder(inner, 3).embed([]).shape == (0, 16)
    assert inner.asked == []


def test_a_batch_that_fails_fails_the_call():
    with pytest.raises(EmbedderError, match="failed on 1 texts"):
        BatchedEmbedder(Recorder(), 1).embed(["a", "fail", "b"])


def test_batches_around_a_cache_keep_what_was_made_before_a_failure():
    inner = Recorder()
    embedder = BatchedEmbedder(CachedEmbedder(inner), 1)
    for _ in range(2):
        with pytest.raises(EmbedderError):
            embedder.embed(["a", "fail"])
    assert [texts for texts, _ in inner.asked] == [["a"], ["fail"], ["fail"]]


@pytest.mark.parametrize("size", [0, -1, 2.0, True, None])
def test_a_size_below_one_is_refused(size):
    with pytest.raises(InputError, match="size must be"):
        BatchedEmbedder(HashEmbedder(), size)


# --- prefixes


def test_each_kind_has_its_prefix_and_blank_text_has_none():
    inner = Recorder()
    prefixed = PrefixedEmbedder(inner, query="query: ", document="passage: ")
    prefixed.embed(["a", "", " \n"])
    prefixed.embed(["a"], kind="query")
    assert inner.asked == [(["passage: a", "", " \n"], "document"), (["query: a"], "query")]


def test_other_prefixes_are_another_identity():
    """Which does not change from one process to the next."""
    made = [
        PrefixedEmbedder(HashEmbedder(), query=query, document=document).identity
        for query, document in [("q: ", "d: "), ("q: ", ""), ("", "q: "), ("d: ", "q: "), ("q: d", ": ")]
    ]
    assert len({*made, HashEmbedder().identity}) == 6
    assert made[0] == PrefixedEmbedder(HashEmbedder(), query="q: ", document="d: ").identity
    assert (made[0].name, made[0].version) == ("hash", "1+31039948ba26")


def test_a_store_refuses_vectors_of_another_prefix(tmp_path):
    with Memory(tmp_path / "m.db", embedder=PrefixedEmbedder(HashEmbedder())) as memory:
        memory.add("The spare key is under the flowerpot.", user_id="ana")
    with pytest.raises(EmbedderError, match="were made by hash 1"):
        Memory(tmp_path / "m.db", embedder=PrefixedEmbedder(HashEmbedder(), document=""))


def test_a_prefix_that_is_no_text_and_a_kind_that_is_none_are_refused():
    with pytest.raises(InputError, match="prefix of a query must be a str, got None"):
        PrefixedEmbedder(HashEmbedder(), query=None)
    with pytest.raises(InputError, match='kind must be "query" or "document", got \'passage\''):
        PrefixedEmbedder(HashEmbedder()).embed(["a"], kind="passage")
