"""Vectors become one byte a number without losing their direction."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from strandline.types import quantize


def rows(seed, count=4, width=8, size=1.0):
    return (np.random.default_rng(seed).standard_normal((count, width)) * size).astype(np.float32)


@given(st.integers(0, 999), st.sampled_from([1e-20, 1e-3, 1.0, 1e20]))
def test_each_number_comes_back_within_half_a_step(seed, size):
    vectors = rows(seed, size=size)
    codes, scale = quantize(vectors)
    assert codes.dtype == np.int8
    assert scale.dtype == np.float32
    assert (np.abs(codes * scale[:, None] - vectors) <= 0.501 * scale[:, None]).all()


def test_the_largest_number_of_a_row_becomes_127_and_the_range_is_symmetric():
    codes, scale = quantize(np.array([[1.0, -2.0, 0.5], [4.0, -4.0, 0.0]], np.float32))
    assert codes.tolist() == [[64, -127, 32], [127, -127, 0]]
    assert np.allclose(scale * 127, [2.0, 4.0])


def test_rows_of_zeros_and_next_to_nothing_have_scale_zero():
    codes, scale = quantize(np.array([[0.0, 0.0], [1e-40, 0.0]], np.float32))
    assert not codes.any()
    assert scale.tolist() == [0, 0]


def test_a_row_does_not_depend_on_the_others():
    vectors = rows(7)
    codes, scale = quantize(vectors)
    alone = [quantize(vectors[i : i + 1]) for i in range(len(vectors))]
    assert codes.tobytes() == b"".join(part.tobytes() for part, _ in alone)
    assert scale.tobytes() == b"".join(part.tobytes() for _, part in alone)


def test_no_rows_and_no_columns_are_no_error():
    assert quantize(np.zeros((0, 8), np.float32))[0].shape == (0, 8)
    assert quantize(np.zeros((2, 0), np.float32))[1].tolist() == [0, 0]
