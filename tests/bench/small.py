"""A tiny pack to learn from: three conversations of twelve turns with three questions each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .packs import conversation, question, turn, write

SUBJECTS = {
    "ana": ("the kettle", "in Oslo", "a violin", "three lamps", "the orchid"),
    "ben": ("the bicycle", "in Bergen", "a cello", "two saddles", "the turnip"),
    "eva": ("the lantern", "in Rome", "a trumpet", "five baskets", "the walnut"),
}


def small(name: str) -> dict[str, Any]:
    """One conversation of two sessions."""
    thing, place, instrument, many, plant = SUBJECTS[name]
    said = [
        f"I bought {thing} at the market last week.",
        "That sounds useful, was it expensive?",
        f"Not at all. We also moved to a flat {place}.",
        "Congratulations on the new flat!",
        f"My sister plays {instrument} in an orchestra.",
        "Does she practise every day?",
        f"I ordered {many} for the living room.",
        "How do they look in the evening?",
        f"Yesterday I watered {plant} on the balcony.",
        "Good, it has been dry for days.",
        "The weather will turn cold tomorrow.",
        "Then bring the pots inside in time.",
    ]
    turns = [
        turn(f"{name}-{i // 6}:{i}", f"{name}-{i // 6}", text, speaker="assistant" if i % 2 else "user")
        for i, text in enumerate(said)
    ]
    ids = [row["id"] for row in turns]
    asked = [
        question("q1", f"How many things did I buy, {thing} and {many}?", [ids[0], ids[6]], group=name),
        question("q2", f"Who plays {instrument}?", [ids[4]], group=name, before=ids[8]),
        question("q3", "What is the name of my dog?", [], abstain=True, group=name),
    ]
    return conversation(turns, asked, conv_id=name)


def small_pack(folder: Path, *, names: tuple[str, ...] = tuple(SUBJECTS)) -> Path:
    """The pack, written into a folder."""
    return write(folder / "small.jsonl.xz", *map(small, names))
