"""``bench precision``: precision_mem_bench, where noise is a failure. Beliefs are remembered, cases searched for.

A case has a query, scopes, and the beliefs that may be recalled for it. What belongs to the benchmark's own design and
to no memory in general is not measured, and counted under ``not_mapped``: tiers that are shown whatever is asked
(pinned facts, open questions, the persona), budgets that pinned facts use up, and recall of its own turns.

A belief that another replaced is remembered first and then edited into its successor; one that was resolved is
forgotten again. Three ways to ask are measured:

- ``plain``: the text of every belief, nothing else. What a case wants in any tier is allowed, and the rest is noise.
- ``scoped``: with scope and tier as metadata, and filters on them, as an application would. Only the tier that is
  searched is asked for, and allowed.
- ``scoped+aliases``: the same, with the benchmark's hand-made aliases in the text.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import fmean
from typing import Any

from strandline.errors import InputError
from strandline.memory import Memory

FILES = ("beliefs.seed.json", "retrieval.cases.json", "session-retrieval.cases.json")
WAYS = ("plain", "scoped", "scoped+aliases")
ALWAYS_SHOWN = ("personaPrelude", "pinnedFacts", "openQuestions")
"""Tiers that hold what is shown whatever is asked."""
K = 10
MAX_TOKENS = 1200


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question of a case: what must come, what else may, and what must never."""

    id: str
    user: str
    query: str
    scope: tuple[str, ...]
    wanted: frozenset[str] | None
    """None where only ``never`` is judged."""
    elsewhere: frozenset[str]
    """What the case wants in another tier."""
    never: frozenset[str]
    most: int | None = None


def run(data: Path) -> dict[str, Any]:
    """The figures of each way to ask, by search and by context. Raises InputError for files of another kind."""
    beliefs, cases, sessions = (_read(data / name) for name in FILES)
    try:
        asked, not_mapped = _mapped(beliefs, cases)
        systems = {way: _measured(way, beliefs, asked, sessions) for way in WAYS}
    except (KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{data} is not a folder of precision_mem_bench: {type(error).__name__} {error}") from error
    return {
        "what": "precision",
        "questions": {"cases": len(asked), "session_turns": sum(len(one["turns"]) for one in sessions)},
        "k": K,
        "max_tokens": MAX_TOKENS,
        "systems": systems,
        "not_mapped": not_mapped,
    }


def _read(path: Path) -> list[dict[str, Any]]:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}") from error
    if not isinstance(rows, list):
        raise InputError(f"{path} is not a list")
    return rows


def tier(belief: Mapping[str, Any]) -> str:
    """Where the benchmark shows a belief; "relevant" is the only tier that a query decides on."""
    if belief["scope"] == ["user:universal"]:
        return "personaPrelude"
    if belief["type"] == "open_question":
        return "openQuestions"
    return "pinnedFacts" if belief["pinned"] else "relevant"


def _mapped(
    beliefs: Sequence[Mapping[str, Any]], cases: Sequence[Mapping[str, Any]]
) -> tuple[list[Asked], dict[str, int]]:
    """The questions that can be asked of any memory, and how many demands cannot be."""
    owner = Counter(belief["user_id"] for belief in beliefs).most_common(1)[0][0]
    asked, left = [], Counter[str]()
    for case in cases:
        expect, most = case["expect"], case.get("budget", {}).get("maxBeliefs")
        for name in ALWAYS_SHOWN:
            left[f"{name}: shown whatever is asked"] += name in expect
        if most and "relevantBeliefs" in expect and not expect["relevantBeliefs"].get("shouldOnlyInclude"):
            left["relevantBeliefs: a budget that pinned facts use up"] += 1
            continue
        one = _asked(case["caseId"], case.get("userId", owner), case["query"], case, most)
        if one.wanted is None and not one.never:
            left["relevantBeliefs: nothing is demanded"] += 1
        else:
            asked.append(one)
    return asked, dict(left)


def _asked(id: str, user: str, query: str, case: Mapping[str, Any], most: int | None = None) -> Asked:
    """What a case, or a turn of a session, demands."""
    expect = case["expect"]
    relevant = expect.get("relevantBeliefs", {})
    never = {*relevant.get("mustExclude", ()), *expect.get("noiseCheck", {}).get("mustNotSurface", ())}
    elsewhere = {
        name for part in ("pinnedFacts", "openQuestions") for name in expect.get(part, {}).get("mustInclude", ())
    }
    wanted = relevant.get("shouldOnlyInclude")
    return Asked(
        id=id,
        user=user,
        query=query,
        scope=tuple(case["scope"]),
        wanted=None if wanted is None else frozenset(wanted),
        elsewhere=frozenset(elsewhere),
        never=frozenset(never),
        most=most,
    )


class _Pool:
    """A memory of beliefs that knows which of its facts is which of them."""

    def __init__(self, way: str, now: Callable[[], datetime]) -> None:
        self.memory = Memory(":memory:", clock=now)
        self.way = way
        self.names: dict[str, str] = {}
        """Fact id -> belief id."""

    def text(self, belief: Mapping[str, Any], more: Sequence[str] = ()) -> str:
        """A belief as it is remembered."""
        aliases = [*belief["aliases"], *more] if self.way == "scoped+aliases" else []
        return f"{belief['content']} ({', '.join(aliases)})" if aliases else str(belief["content"])

    def remember(self, chain: Sequence[Mapping[str, Any]]) -> str:
        """Remember a belief, and edit it into those that replaced it, in order. Returns the fact's id."""
        last = chain[-1]
        metadata = {"scope": last["scope"][0], "tier": tier(last)}
        added = self.memory.remember(
            self.text(chain[0]), user_id=last["user_id"], at=_time(chain[0]), metadata=metadata
        ).facts
        for belief in chain[1:]:
            self.memory.edit(added[0].id, self.text(belief), user_id=last["user_id"])
        self.names[added[0].id] = last["_id"]
        return added[0].id

    def fill(self, beliefs: Sequence[Mapping[str, Any]]) -> None:
        """Remember all beliefs; those that are resolved are forgotten again."""
        by_id = {belief["_id"]: belief for belief in beliefs}
        after = {belief["_id"]: belief["superseded_by"] for belief in beliefs if belief["superseded_by"]}
        for belief in beliefs:
            if belief["_id"] in after.values():
                continue
            chain = [belief]
            while (following := after.get(chain[-1]["_id"])) is not None:
                chain.append(by_id[following])
            id = self.remember(chain)
            if chain[-1]["resolved_at"]:
                self.memory.forget(user_id=belief["user_id"], id=id)

    def options(self, asked: Asked) -> dict[str, Any]:
        """The options of a read verb for a question."""
        if self.way == "plain":
            return {"user_id": asked.user, "kinds": ("fact",)}
        filters = {"tier": "relevant", "scope": {"in": list(asked.scope)}}
        return {"user_id": asked.user, "kinds": ("fact",), "filters": filters}

    def found(self, asked: Asked) -> dict[str, list[str]]:
        """The beliefs that each verb recalls for a question; facts that are no beliefs are left out."""
        options, most = self.options(asked), K if asked.most is None else min(K, asked.most)
        hits = {
            "search": self.memory.search(asked.query, k=most, **options),
            "context": self.memory.context(
                asked.query, session_id=None, k=asked.most, max_tokens=MAX_TOKENS, **options
            ).hits,
        }
        return {verb: [self.names[hit.id] for hit in found if hit.id in self.names] for verb, found in hits.items()}


def _time(belief: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(belief["created_at"])


def _measured(
    way: str,
    beliefs: Sequence[Mapping[str, Any]],
    asked: Sequence[Asked],
    sessions: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """The figures of one way to ask: the single cases, then the sessions, which add to the same store."""
    latest = max(_time(belief) for belief in beliefs)
    pool = _Pool(way, lambda: latest)
    with pool.memory:
        pool.fill(beliefs)
        single = [(one, pool.found(one)) for one in asked]
        turns = list(_in_sessions(pool, beliefs, sessions))
    return {
        verb: {
            "cases": figures(way, [(one, found[verb]) for one, found in single]),
            "sessions": figures(way, [(one, found[verb]) for one, found in turns]),
            "wrong": _wrong(way, [(one, found[verb]) for one, found in [*single, *turns]]),
        }
        for verb in ("search", "context")
    }


def _in_sessions(
    pool: _Pool, beliefs: Sequence[Mapping[str, Any]], sessions: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[Asked, dict[str, list[str]]]]:
    """Each turn asked before it is stored, and what a turn creates or adds to a belief after it, as the scripts say."""
    by_id = {belief["_id"]: belief for belief in beliefs}
    owner = Counter(belief["user_id"] for belief in beliefs).most_common(1)[0][0]
    for session in sessions:
        for turn in session["turns"]:
            added = turn.get("updateBeliefAtTurn")
            if added and pool.way == "scoped+aliases":
                (fact,) = (fact for fact, name in pool.names.items() if name == added["beliefId"])
                text = pool.text(by_id[added["beliefId"]], added["addAliases"])
                pool.memory.edit(fact, text, user_id=owner)
            one = _asked(f"{session['caseId']}#{turn['turnIndex']}", owner, turn["userMessage"], turn)
            yield one, pool.found(one)
            said = [
                {"role": role, "content": turn[key]}
                for role, key in (("user", "userMessage"), ("assistant", "assistantMessage"))
                if turn.get(key)
            ]
            pool.memory.add(said, user_id=owner, session_id=session["caseId"])
            if turn.get("createBeliefAtTurn"):
                pool.remember([turn["createBeliefAtTurn"]])


def figures(way: str, answers: Sequence[tuple[Asked, Sequence[str]]]) -> dict[str, Any]:
    """The figures over questions and what was recalled for them.

    ``needing``: of questions that some belief answers, mean precision (0 where nothing came), mean recall, and how many
    got exactly what was wanted. ``nothing``: of questions that none answers, how many got nothing, and the mean number
    of beliefs that came. ``precision`` is the mean over all of these, where nothing for nothing counts as 1.
    """
    judged = [(one, set(got), _allowed(way, one)) for one, got in answers if one.wanted is not None]
    needing = [(one, got, allowed) for one, got, allowed in judged if one.wanted]
    nothing = [(got, allowed) for one, got, allowed in judged if not one.wanted]
    guarded = [(one, set(got)) for one, got in answers if one.never]
    precisions = [len(got & allowed) / len(got) if got else 0.0 for _, got, allowed in needing]
    empty = [float(not got - allowed) for got, allowed in nothing]
    return {
        "needing": {
            "questions": len(needing),
            "precision": _mean(precisions),
            "recall": _mean([len(got & one.wanted) / len(one.wanted) for one, got, _ in needing if one.wanted]),
            "exact": sum(one.wanted is not None and one.wanted <= got <= allowed for one, got, allowed in needing),
        },
        "nothing": {
            "questions": len(nothing),
            "empty": int(sum(empty)),
            "mean_noise": _mean([float(len(got - allowed)) for got, allowed in nothing]),
        },
        "precision": _mean([*precisions, *empty]),
        "forbidden": {"questions": len(guarded), "violated": sum(bool(one.never & got) for one, got in guarded)},
    }


def _allowed(way: str, one: Asked) -> frozenset[str]:
    wanted = one.wanted or frozenset()
    return wanted | one.elsewhere if way == "plain" else wanted


def _wrong(way: str, answers: Sequence[tuple[Asked, Sequence[str]]]) -> dict[str, dict[str, list[str]]]:
    """What was missed, and what came that must not, by question."""
    found = {}
    for one, got in answers:
        noise = [
            name for name in got if name in one.never or (one.wanted is not None and name not in _allowed(way, one))
        ]
        missed = sorted((one.wanted or frozenset()) - set(got))
        if noise or missed:
            found[one.id] = {"missed": missed, "noise": noise}
    return found


def _mean(values: Sequence[float]) -> float | None:
    return round(fmean(values), 4) if values else None
