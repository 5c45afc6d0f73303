"""Words, terms, passages, token counts and digests: what is done to text before it is stored or searched."""

from __future__ import annotations

from strandline.text.scripts import mostly_latin, unspaced
from strandline.text.split import PASSAGE_LIMIT, TokenCounter, count_tokens, digest64, document, passages
from strandline.text.stopwords import STOP_WORDS
from strandline.text.terms import (
    TERMS_VERSION,
    TermIds,
    asked_ids,
    cached_words,
    clear_caches,
    index_terms,
    normalize,
    term_id,
    term_ids,
    terms,
    words,
)
from strandline.text.traits import TRAITS, share, traits

__all__ = [
    "PASSAGE_LIMIT",
    "STOP_WORDS",
    "TERMS_VERSION",
    "TRAITS",
    "TermIds",
    "TokenCounter",
    "asked_ids",
    "cached_words",
    "clear_caches",
    "count_tokens",
    "digest64",
    "document",
    "index_terms",
    "mostly_latin",
    "normalize",
    "passages",
    "share",
    "term_id",
    "term_ids",
    "terms",
    "traits",
    "unspaced",
    "words",
]
