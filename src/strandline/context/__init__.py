"""From hits to a block of text for a prompt, within a token budget. Pure functions."""

from __future__ import annotations

from strandline.context.line import Line
from strandline.context.pack import Packed, pack
from strandline.context.pairs import call_ids, call_text, pair_keys, whole_pairs
from strandline.context.quote import quote
from strandline.context.render import render
from strandline.context.snippet import SNIPPET, sentence, snippet

__all__ = [
    "SNIPPET",
    "Line",
    "Packed",
    "call_ids",
    "call_text",
    "pack",
    "pair_keys",
    "quote",
    "render",
    "sentence",
    "snippet",
    "whole_pairs",
]
