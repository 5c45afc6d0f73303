"""``search``, ``recall_step`` and ``context``: one ranking, three ways to give it back."""

from __future__ import annotations

from collections.abc import Callable

from strandline.context import Line, Packed, pack
from strandline.memory.blocks import lines
from strandline.memory.engine import Engine
from strandline.memory.ordering import Chosen, best_first, cut, final_order
from strandline.memory.recalls import Asked, Found
from strandline.memory.windows import Sight, WindowAsked, out_of_sight, sight
from strandline.stores import Snapshot
from strandline.types import Block, Hit, StepRecall, StepResult

SNIPPET = 160
"""Characters of the source shown with a step result."""


def search(engine: Engine, asked: Asked, k: int) -> list[Hit]:
    """The best ``k`` hits, best first."""
    with engine.store.read() as snapshot:
        found = engine.recaller.find(snapshot, asked, engine.clock())
        return [one.hit for one in _read(engine, snapshot, found, k)]


def recall_step(engine: Engine, asked: Asked, window: WindowAsked, *, k: int, max_tokens: int) -> StepRecall:
    """What is relevant and no longer visible, best first after the step boost."""
    with engine.store.read() as snapshot:
        found, seen = _find_with_sight(engine, snapshot, asked, window)
        chosen = _read(engine, snapshot, found, k, seen.boost)
        items, rest = lines(snapshot, chosen, seen, frozenset(window.visible), turns=False)
    packed = _packed(engine, seen, items, rest, max_tokens)
    return StepRecall(
        query=asked.query,
        user_id=asked.user_id,
        current_step=seen.current_step,
        window=seen.window or 0,
        results=tuple(_step_result(one, seen) for one in chosen),
        context_block=packed.text,
    )


def context(engine: Engine, asked: Asked, window: WindowAsked, *, k: int | None, max_tokens: int) -> Block:
    """A block for a prompt: the hits that fit, with the turns that make them understandable."""
    with engine.store.read() as snapshot:
        found, seen = _find_with_sight(engine, snapshot, asked, window)
        chosen = _read(engine, snapshot, found, k, seen.boost)
        items, rest = lines(snapshot, chosen, seen, frozenset(window.visible), turns=True)
    packed = _packed(engine, seen, items, rest, max_tokens)
    shown = set(packed.shown)
    return Block(
        text=packed.text,
        hits=tuple(one.hit for one in chosen if one.hit.id in shown),
        tokens=packed.tokens,
        omitted=packed.omitted,
    )


def _packed(engine: Engine, seen: Sight, items: list[Line], rest: list[Line], max_tokens: int) -> Packed:
    return pack(
        items,
        max_tokens=max_tokens,
        count=engine.count_tokens,
        edge=seen.edge,
        current_step=seen.current_step,
        neighbours=rest,
    )


def _find_with_sight(engine: Engine, snapshot: Snapshot, asked: Asked, window: WindowAsked) -> tuple[Found, Sight]:
    found = engine.recaller.find(snapshot, asked, engine.clock())
    seen = sight(snapshot, found, window, engine.count_tokens)
    return out_of_sight(found, seen, include_window=window.include_window), seen


def _read(
    engine: Engine,
    snapshot: Snapshot,
    found: Found,
    k: int | None,
    boost: Callable[[int | None, int], float] | None = None,
) -> list[Chosen]:
    """The best ``k`` with their texts, in the final order."""
    view = found.view
    if view is None:
        return []
    kept = cut(found, best_first(found, boost), k)
    hits = engine.recaller.hits(snapshot, found, [one for one, _ in kept])
    chosen = [
        Chosen(hit=hit, score=score, session=int(view.session[one.row]))
        for hit, (one, score) in zip(hits, kept, strict=True)
    ]
    return final_order(chosen, k)


def _step_result(one: Chosen, seen: Sight) -> StepResult:
    hit = one.hit
    return StepResult(
        id=hit.id,
        memory=hit.text,
        kind=hit.kind,
        step=hit.step,
        session_id=hit.session_id,
        message_id=hit.message_id,
        at=hit.at,
        step_distance_boost=round(seen.boost(hit.step, one.session), 6),
        scrolled_out=seen.scrolled_out(hit.step, one.session),
        score=hit.score,
        fusion_score=one.score,
        confidence=hit.confidence,
        valid_from=hit.valid_from,
        valid_to=hit.valid_to,
        source_snippet=_snippet(hit),
        role=hit.role,
        name=hit.name,
        why=hit.why,
    )


def _snippet(hit: Hit) -> str:
    return hit.text[:SNIPPET] if hit.kind == "message" else ""
