"""The default embedder: exact, lazy, and loud about a damaged file."""

from __future__ import annotations

import gc
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.embedders import CachingEmbedder, HashEmbedder, MiniLMEmbedder, PieceEmbedder, StaticEmbedder
from strandline.embedders.static import MODEL_PATH, load_static_model
from strandline.errors import ModelFileError

KEY = "The spare key is under the third flowerpot."


def test_a_known_sentence_keeps_its_vector():
    """The same file gives the same numbers in every version: stored vectors stay comparable."""
    vector = StaticEmbedder().embed([KEY])[0]
    want = [-0.08767, 0.21112, 0.15087, 0.18763, 0.21912, -0.19254, 0.06305, -0.13357]
    assert np.allclose(vector[:8], want, atol=1e-5)


def test_a_vector_is_the_normalised_weighted_sum_of_its_pieces():
    embedder, model = StaticEmbedder(), load_static_model()
    ids = embedder.pieces(KEY)
    rows = model.vectors[ids].astype(float) * (model.scale[ids] * model.weight[ids])[:, None]
    want = rows.sum(axis=0) / np.linalg.norm(rows.sum(axis=0))
    assert np.allclose(embedder.embed([KEY])[0], want, atol=1e-6)


@given(st.lists(st.text(max_size=40) | st.sampled_from([KEY, "Oslo", "dog dog dog"]), min_size=1, max_size=8))
def test_a_row_is_bit_equal_alone_and_in_any_batch(texts):
    embedder = StaticEmbedder()
    together = embedder.embed(texts)
    assert [row.tobytes() for row in together] == [embedder.embed([text]).tobytes() for text in texts]


def test_word_order_and_case_do_not_change_a_bit():
    embedder = StaticEmbedder()
    words = KEY.lower().split()
    assert embedder.embed([" ".join(words)]).tobytes() == embedder.embed([" ".join(reversed(words)).upper()]).tobytes()


@pytest.mark.parametrize("text", ["", " \n", "😀🎉", "\x00", "x" * 101])
def test_a_text_without_a_known_word_is_a_row_of_zeros(text):
    assert not StaticEmbedder().embed([text]).any()


def test_a_text_of_a_million_characters_is_read_to_its_end():
    vector = StaticEmbedder().embed([KEY + " " + "Oslo " * 200_000 + "thunder " * 200_000])[0]
    oslo, thunder = StaticEmbedder().embed(["Oslo", "thunder"])
    assert float(vector @ oslo) > 0.4
    assert float(vector @ thunder) > 0.4


def test_common_words_count_less_than_rare_ones():
    both, common, rare = StaticEmbedder().embed(["the flowerpot", "the", "flowerpot"])
    assert float(both @ rare) > 0.85 > 0.5 > float(both @ common)


def test_all_embedders_of_a_process_share_one_model():
    assert StaticEmbedder().piece_table.vectors is StaticEmbedder().piece_table.vectors


def test_it_has_the_powers_of_pieces_and_caches_and_the_hash_embedder_has_no_pieces():
    assert isinstance(StaticEmbedder(), PieceEmbedder)
    assert isinstance(StaticEmbedder(), CachingEmbedder)
    assert not isinstance(HashEmbedder(), PieceEmbedder)


@pytest.mark.parametrize("make", [StaticEmbedder, HashEmbedder, MiniLMEmbedder])
def test_clearing_the_caches_drops_every_word(make):
    """Forgetting asks for this: no dict of the process holds the word any more."""
    embedder, word = make(), f"zyx{make.__name__.lower()}secret"
    embedder.embed([f"my {word} is here"])
    assert _dicts_with(word)
    embedder.clear_caches()
    assert not _dicts_with(word)


def _dicts_with(word):
    return [found for found in gc.get_objects() if isinstance(found, dict) and len(found) > 2 and word in found]


def test_importing_and_making_embedders_reads_no_model():
    program = (
        "import sys\n"
        "opened = []\n"
        "sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == 'open' else None)\n"
        "from strandline.embedders import MiniLMEmbedder, StaticEmbedder\n"
        "for made in (StaticEmbedder(), MiniLMEmbedder()):\n"
        "    made.identity, made.clear_caches()\n"
        "heavy = [name for name in opened if name.endswith('.npz')] + [m for m in sys.modules if m == 'onnxruntime']\n"
        "StaticEmbedder().embed(['x'])\n"
        "print(heavy, sum(name.endswith('.npz') for name in opened) > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] True"


def test_a_missing_file_says_what_to_do(tmp_path):
    with pytest.raises(ModelFileError, match="missing; install strandline again"):
        load_static_model(tmp_path / "no.npz")


def test_a_damaged_file_is_refused_by_its_digest(tmp_path):
    data = bytearray(MODEL_PATH.read_bytes())
    data[5_000_000] ^= 1
    (tmp_path / "bad.npz").write_bytes(data)
    with pytest.raises(ModelFileError, match="is damaged: its sha256 is"):
        load_static_model(tmp_path / "bad.npz")


@pytest.mark.parametrize("content", [b"", b"not a zip file", b"PK\x03\x04 cut"])
def test_a_file_of_another_kind_is_refused(tmp_path, content):
    (tmp_path / "other.npz").write_bytes(content)
    with pytest.raises(ModelFileError, match="cannot be read as a static model"):
        load_static_model(tmp_path / "other.npz", sha256=None)


def test_an_array_that_cannot_be_unpacked_is_refused(tmp_path):
    path = tmp_path / "cut.npz"
    np.savez_compressed(path, vocab=np.frombuffer(b"a\nb\n", np.uint8))
    data = bytearray(path.read_bytes())
    names, extra = (int.from_bytes(data[place : place + 2], "little") for place in (26, 28))
    data[30 + names + extra] = 0xFF  # the first byte of what is packed: no kind of block
    path.write_bytes(data)
    with pytest.raises(ModelFileError, match="cannot be read as a static model: Error -3 while decompressing"):
        load_static_model(path, sha256=None)


@pytest.mark.parametrize(
    "wrong",
    [
        {"emb": np.zeros((2, 128), np.int8)},
        {"emb": np.zeros((2, 256), np.float32)},
        {"scale": np.ones(3, np.float32)},
        {"weight": np.ones(2, np.float64)},
        {"vocab": np.frombuffer(b"a\nb\nc\n", np.uint8)},
    ],
    ids=["width", "dtype", "scales", "weights", "vocabulary"],
)
def test_arrays_that_do_not_fit_together_are_refused_by_name(tmp_path, wrong):
    right = {
        "emb": np.zeros((2, 256), np.int8),
        "scale": np.ones(2, np.float32),
        "weight": np.ones(2, np.float32),
        "vocab": np.frombuffer(b"a\nb\n", np.uint8),
    }
    path = tmp_path / "model.npz"
    np.savez(path, **right)
    assert load_static_model(path, sha256=None).vocabulary == ("a", "b")
    np.savez(path, **(right | wrong))
    with pytest.raises(ModelFileError, match="wanted"):
        load_static_model(path, sha256=None)
