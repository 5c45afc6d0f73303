"""Products of int8 vectors are exact."""

from __future__ import annotations

import numpy as np
import pytest

from strandline.recall.dense import cosines, products
from strandline.types.quantize import quantize


@pytest.mark.parametrize("width", [1, 256, 1040, 1041, 2048])
def test_products_are_whole_numbers_without_error(width):
    random = np.random.default_rng(width)
    rows = random.integers(-127, 128, (5000, width), dtype=np.int8)
    rows[0] = 127
    query = np.full(width, 127, np.int8)
    exact = rows.astype(np.int64) @ query.astype(np.int64)
    assert np.array_equal(products(rows, query), exact)


def test_several_queries_give_one_column_each():
    random = np.random.default_rng(1)
    rows, queries = (random.integers(-127, 128, (n, 64), dtype=np.int8) for n in (10, 3))
    assert np.array_equal(products(rows, queries), rows.astype(np.int64) @ queries.astype(np.int64).T)


def test_cosines_are_near_those_of_the_full_vectors():
    random = np.random.default_rng(2)
    full = random.normal(size=(50, 256)).astype(np.float32)
    full /= np.linalg.norm(full, axis=1, keepdims=True)
    codes, scale = quantize(full)
    assert np.allclose(cosines(codes, scale, full[0]), full @ full[0], atol=0.01)


@pytest.mark.parametrize("bad", [0.0, np.nan, np.inf])
def test_a_query_of_zeros_or_unusable_numbers_is_near_nothing(bad):
    codes, scale = quantize(np.eye(4, dtype=np.float32))
    assert cosines(codes, scale, np.full(4, bad, np.float32)).tolist() == [0.0] * 4
