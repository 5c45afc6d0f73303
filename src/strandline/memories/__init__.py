"""Conversation memories behind one small interface, keyed by thread: ``add``, ``get``, ``clear``, ``threads``.

>>> from strandline.memories import CompositeMemory, VectorMemory, WindowMemory
>>> memory = CompositeMemory([VectorMemory(), WindowMemory(window=2)])
>>> memory.add("I am allergic to peanuts")
>>> memory.add(["How are you?", "It rains.", "Well."])
>>> [message.content for message in memory.get(query="what foods should I avoid")]
['I am allergic to peanuts', 'It rains.', 'Well.']

Each verb has an awaitable twin (``aadd``, ``aget``, ``aclear``, ``athreads``). A memory lives in this process unless it
is given a ``path``, a store or a `Memory`.

| memory | gives back |
|---|---|
| `BufferMemory` | the whole transcript |
| `WindowMemory` | its end, by messages or by tokens |
| `SummaryMemory` | its end, after a summary of the rest |
| `VectorMemory` | what fits the query in this thread, over any embedder and vector store |
| `StepMemory` | what fits the query in all of a user's threads: the engine, with facts and steps |
| `CompositeMemory` | several of these as one |
"""

from __future__ import annotations

from strandline.memories.base import DEFAULT_THREAD, ChatMemory, Problem, RecalledMessage
from strandline.memories.buffer import BufferMemory, WindowMemory
from strandline.memories.composite import CompositeMemory
from strandline.memories.recalling import RecallingMemory, Seen
from strandline.memories.step import StepMemory
from strandline.memories.summary import SummaryMemory
from strandline.memories.vector import VectorMemory

__all__ = [
    "DEFAULT_THREAD",
    "BufferMemory",
    "ChatMemory",
    "CompositeMemory",
    "Problem",
    "RecalledMessage",
    "RecallingMemory",
    "Seen",
    "StepMemory",
    "SummaryMemory",
    "VectorMemory",
    "WindowMemory",
]
