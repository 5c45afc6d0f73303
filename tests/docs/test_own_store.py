"""The vector store that a page shows how to write is one."""

from __future__ import annotations

import pytest

from strandline.testing import VectorStoreContract
from tests.docs.test_docs import ROOT, blocks

PAGE = ROOT / "docs" / "how-to" / "vector-stores.md"


def dict_store():
    """The class of the page, as it stands there."""
    (code,) = (body for _, body in blocks(PAGE, "python") if "class DictStore" in body)
    definition, _, _ = code.partition("\n\n\nmemory = ")
    namespace = {}
    exec(definition, namespace)
    return namespace["DictStore"]


class TestTheStoreOfThePage(VectorStoreContract):
    """The contract, as the page says."""

    @pytest.fixture
    def store(self):
        with dict_store()(dimensions=8) as store:
            yield store
