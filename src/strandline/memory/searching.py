"""``search``, ``recall_step`` and ``context``: one ranking, three ways to give it back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from strandline.context import SNIPPET, Packed, pack, sentence, snippet
from strandline.memory.blocks import lines
from strandline.memory.engine import Engine
from strandline.memory.ordering import Boost, Chosen, best, final_order
from strandline.memory.recalls import Asked, Found
from strandline.memory.reranking import second_look
from strandline.memory.twins import said_by
from strandline.memory.windows import Sight, WindowAsked, looking, unseen
from strandline.stores import Snapshot
from strandline.types import Block, Hit, StepRecall, StepResult, StoredMessage


def search(engine: Engine, asked: Asked) -> list[Hit]:
    """The best hits, best first."""
    question = engine.recaller.query_vector(asked.query)
    with engine.store.read() as snapshot:
        found = engine.recaller.find(snapshot, asked, question, engine.clock())
        if found is None:
            return []
        found = second_look(engine.reranker, snapshot, found.settled(), asked.query)
        return [one.hit for one in _read(engine, snapshot, found, asked.k)]


def recall_step(engine: Engine, asked: Asked, window: WindowAsked, max_tokens: int) -> StepRecall:
    """What is relevant and no longer visible, best first after the step boost."""
    seen, chosen, packed = _recall(engine, asked, window, max_tokens, turns=False)
    return StepRecall(
        query=asked.query,
        user_id=asked.user_id,
        current_step=seen.current_step,
        window=seen.window or 0,
        results=tuple(_step_result(one, seen) for one in chosen),
        context_block=packed.text,
    )


def context(engine: Engine, asked: Asked, window: WindowAsked, max_tokens: int) -> Block:
    """A block for a prompt: the hits that fit, with the turns that make them understandable."""
    _, chosen, packed = _recall(engine, asked, window, max_tokens, turns=True)
    shown = set(packed.shown)
    return Block(
        text=packed.text,
        hits=tuple(one.hit for one in chosen if one.hit.id in shown),
        tokens=packed.tokens,
        omitted=packed.omitted,
    )


def _recall(
    engine: Engine, asked: Asked, window: WindowAsked, max_tokens: int, *, turns: bool
) -> tuple[Sight, list[Chosen], Packed]:
    """What is not in the prompt already, and as much of it as fits a block."""
    question, look = engine.recaller.query_vector(asked.query), looking(window, engine.count_tokens)
    with engine.store.read() as snapshot:
        found = engine.recaller.find(snapshot, asked, question, engine.clock(), look)
        if found is None or found.sight is None:
            return unseen(window), [], Packed(text="")
        seen = found.sight
        found = second_look(engine.reranker, snapshot, found.settled(), asked.query, seen.boost)
        chosen = _with_sources(snapshot, found, _read(engine, snapshot, found, asked.k, seen.boost))
        items, rest = lines(snapshot, chosen, seen, _may_join(asked, window), turns=turns)
    packed = pack(
        items,
        max_tokens=max_tokens,
        count=engine.count_tokens,
        edge=seen.edge,
        current_step=seen.current_step,
        neighbours=rest,
    )
    return seen, chosen, packed


def _may_join(asked: Asked, window: WindowAsked) -> Callable[[StoredMessage], bool]:
    """Whether a message may stand beside a hit: not in the prompt already, and there as of the times asked for."""
    hidden, known = frozenset(window.visible), asked.known_at
    as_of = asked.as_of or known

    def may_join(message: StoredMessage) -> bool:
        return (
            message.id not in hidden
            and (as_of is None or message.at <= as_of)
            and (known is None or message.recorded_at <= known)
        )

    return may_join


def _read(engine: Engine, snapshot: Snapshot, found: Found, k: int | None, boost: Boost | None = None) -> list[Chosen]:
    """The best ``k`` with their texts, in the final order."""
    ordered = best(found, k, boost)
    places = ordered.places.tolist()
    twins = found.twins
    wide = [] if twins is None else [twins.said[place] for place in places if place in twins.wider]
    hits, passages = engine.recaller.hits(snapshot, found, places, wide)
    sessions = found.view.session[found.ranked.rows[ordered.places]].tolist()
    chosen = [
        Chosen(hit=hit, score=score, session=session, place=place, passage=passages.get(said_by(twins, place)))
        for hit, score, session, place in zip(hits, ordered.scores.tolist(), sessions, places, strict=True)
    ]
    return final_order(chosen, k)


def _with_sources(snapshot: Snapshot, found: Found, chosen: list[Chosen]) -> list[Chosen]:
    """Facts with the words they were learned from: the sentence, and the passage of a message they stand for that was
    found by more than they say. One statement.
    """
    keys = {one.place: found.owner(one.place) for one in chosen if one.hit.kind == "fact" and one.hit.message_id}
    if not keys:
        return chosen
    told = snapshot.told(list(keys.values()), found.known, found.said)
    said = {} if found.twins is None else found.twins.said
    done = []
    for one in chosen:
        words = told.get(keys.get(one.place, -1))
        if words is not None:
            text, start, stop = words
            parts = [sentence(text, start, stop), *([] if one.passage is None else [one.passage])]
            one = replace(one, snippet=snippet(text, parts), sourced=one.place in said)
        done.append(one)
    return done


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
        source_snippet=one.snippet if hit.kind == "fact" else hit.text[:SNIPPET],
        role=hit.role,
        name=hit.name,
        metadata=hit.metadata,
        why=hit.why,
    )
