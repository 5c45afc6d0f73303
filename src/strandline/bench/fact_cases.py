"""Scores what was believed after a conversation against labelled cases.

A case has messages and, of the beliefs after the last one, those that must be there, those that may, those that must
not, and questions to ask. An adapter maps a list of messages to ``{"facts": [...], "ask": callable}``: facts are dicts
with subject, relation, value, polarity (1 or -1), valid_from, valid_to, current and perhaps qualifier; ``ask(subject,
relation, as_of, known_at)`` gives ``{"status", "values"}``. It starts empty each time and runs the store's clock at a
message's ``recorded_at``, or at its ``at`` when that is absent. "current" means believed after the last message and,
for a state, true at that moment; an event stays current once it is believed.

A list stands for any of its members, a missing or null key for anything, except that a ``never`` that names a value
means polarity 1 unless it says otherwise. Strings compare case-folded, without articles, leading possessives and
punctuation around words; a value of a clause relation need only contain the accepted words. A denied fact of a relation
that has an opposite counts as the opposite. A qualifier is compared where both sides have one.

- precision: current facts in ``current`` or ``optional``, dates apart, of all current facts; a repeated one is wrong
- recall: facts of ``current`` that were found, within their range of days where they have one, of all
- dates: of the facts of ``current`` that have a range and were found dates apart: within it
- never: cases with a ``never`` where a forbidden fact is current (0 is best)
- ended: facts of ``ended`` that exist, are not current, and have a valid_to, within its range where it has one
- ask: questions with the right status and, for "yes", only accepted values
"""

from __future__ import annotations

import itertools
import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Any

from strandline.errors import InputError
from strandline.extract.relations import relations

CASE = {"id", "kind", "lang", "messages", "current", "ended", "never", "ask", "optional", "note"}
MESSAGE = {"role", "content", "at", "session_id"}
FACT = {"subject", "relation", "value", "polarity", "valid_from", "valid_to", "current"}
ENTRIES = {  # part of a case: keys that an entry must have, keys that it may have
    "current": ({"subject", "relation", "value", "polarity", "valid_from"}, {"qualifier"}),
    "optional": ({"subject", "relation", "value", "polarity", "valid_from"}, {"qualifier"}),
    "ended": ({"subject", "relation", "value", "valid_to"}, {"qualifier"}),
    "never": ({"subject"}, {"relation", "value", "polarity", "qualifier"}),
    "ask": ({"subject", "relation", "as_of", "known_at", "status", "value"}, set()),
}
RATIOS = {
    "precision": ("right", "extracted"),
    "recall": ("found", "demanded"),
    "dates": ("in_range", "dated"),
    "never": ("violated", "guarded"),
    "ended": ("closed", "to_close"),
    "ask": ("answered", "asked"),
}
STATUSES = ("yes", "no", "unknown")
Ask = Callable[[str, str, str | None, str | None], Mapping[str, Any]]


class Malformed(InputError):
    """A case file, or what an adapter returned, is not of the format above."""


def need(condition: object, message: str) -> None:
    """Raise Malformed unless a condition holds."""
    if not condition:
        raise Malformed(message)


def options(value: Any) -> list[Any]:
    """The accepted values: a list is any of its members."""
    return value if isinstance(value, list) else [value]


def norm(text: str) -> str:
    """Fold a string so that spellings that mean the same compare equal."""
    words = unicodedata.normalize("NFKC", text).casefold().replace("’", "'").split()
    words = [w.strip(".,;:!?\"'()“”«»") for w in words]
    words = [w for w in words if w and w not in {"a", "an", "the"}]
    while len(words) > 1 and words[0] in {"my", "our", "your", "his", "her", "their", "user's"}:
        words.pop(0)
    return " ".join(words)


def canonical(fact: Mapping[str, Any]) -> dict[str, Any]:
    """The fact with folded strings; a denied relation that has an opposite becomes the opposite."""
    folded = {key: norm(fact.get(key) or "") for key in ("subject", "qualifier", "value")}
    opposite = relations()[fact["relation"]].opposite if fact["polarity"] == -1 else None
    return {**fact, **folded, **({"relation": opposite, "polarity": 1} if opposite else {})}


def matches(wanted: Mapping[str, Any], fact: Mapping[str, Any]) -> bool:
    """Whether a canonical fact is one that an entry of a case describes, dates apart."""

    def fits(key: str, *, inside: bool = False) -> bool:
        got, accepted = fact[key], wanted.get(key)
        return accepted is None or any(
            a == got or (inside and f" {a} " in f" {got} ") for a in map(norm, options(accepted))
        )

    polarity = wanted.get("polarity", None if wanted.get("value") is None else 1)
    clause = relations()[fact["relation"]].value == "clause"
    return (
        polarity in (None, fact["polarity"])
        and (wanted.get("relation") is None or fact["relation"] in options(wanted["relation"]))
        and fits("subject")
        and (not fact["qualifier"] or fits("qualifier"))
        and fits("value", inside=clause)
    )


def within(days: str | None, time: str | None, zone: tzinfo | None) -> bool:
    """Whether a time falls in a closed range of days of that zone; no range takes any time, or none."""
    if days is None or time is None:
        return days is None
    day = date.fromisoformat(time) if len(time) == 10 else datetime.fromisoformat(time).astimezone(zone).date()
    first, last = map(date.fromisoformat, days.split("/"))
    return first <= day <= last


def moment(text: object, where: str) -> datetime:
    """An aware time. Raises Malformed for anything else."""
    need(isinstance(text, str) and len(text) > 10, f"{where}: {text!r} is no time")
    time = datetime.fromisoformat(str(text))
    need(time.tzinfo is not None, f"{where}: {text!r} has no offset")
    return time


def check_entry(part: str, entry: Any, where: str) -> None:
    """Raise Malformed for an entry that is not of the format."""
    must, may = ENTRIES[part]
    need(isinstance(entry, dict) and must <= set(entry) <= must | may, f"{where}: wants keys {sorted(must)}: {entry!r}")
    may_be_null = {"never": {"subject", "relation", "value", "qualifier"}, "ask": {"value"}}.get(part, set())
    for key in {"subject", "relation", "value", "qualifier"} & set(entry):
        texts = options(entry[key])
        need(
            (texts == [None] and key in may_be_null) or (texts and all(isinstance(t, str) and norm(t) for t in texts)),
            f"{where}: {key} is {entry[key]!r}",
        )
    named = [r for r in options(entry.get("relation")) if r is not None]
    need(all(r in relations() for r in named), f"{where}: unknown relation in {named}")
    need(entry.get("polarity") in (1, -1, None), f"{where}: polarity {entry.get('polarity')!r}")
    need(
        entry.get("polarity") != -1 or not any(relations()[r].opposite for r in named),
        f"{where}: {named} has an opposite; name that, with polarity 1",
    )
    for days in filter(None, (entry.get("valid_from"), entry.get("valid_to"))):
        first, last = map(date.fromisoformat, days.split("/"))
        need(first <= last, f"{where}: {days} ends before it begins")
    if part == "ask":
        need(entry["status"] in STATUSES, f"{where}: status {entry['status']!r}")
        need((entry["status"] == "yes") == bool(entry["value"]), f"{where}: a value goes with yes, and only with yes")
        for time in filter(None, (entry["as_of"], entry["known_at"])):
            moment(time, where)


def check_case(case: Mapping[str, Any]) -> None:
    """Raise Malformed for a case that is not of the format, or that wants what it forbids."""
    where = case.get("id", "a case without id")
    need(set(case) == CASE, f"{where}: keys differ from the format: {sorted(set(case) ^ CASE)}")
    need(
        all(case[key] and isinstance(case[key], str) for key in ("id", "kind", "lang", "note")),
        f"{where}: id, kind, lang and note are texts",
    )
    clock: datetime | None = None
    for message in case["messages"]:
        need(
            MESSAGE <= set(message) <= MESSAGE | {"recorded_at"} and all(isinstance(v, str) for v in message.values()),
            f"{where}: keys or values of the message {message!r}",
        )
        need(message["role"] in ("user", "assistant", "system", "tool"), f"{where}: role {message['role']!r}")
        moment(message["at"], where)
        arrived = moment(message.get("recorded_at", message["at"]), where)
        need(clock is None or clock <= arrived, f"{where}: a message arrives before the one above it: give recorded_at")
        clock = arrived
    need(clock is not None, f"{where}: no messages")
    for part in ENTRIES:
        for n, entry in enumerate(case[part]):
            check_entry(part, entry, f"{where}.{part}[{n}]")
    for entry in case["current"] + case["optional"]:
        for s, r, v in itertools.product(*(options(entry[key]) for key in ("subject", "relation", "value"))):
            fact = canonical(
                {
                    "subject": s,
                    "relation": r,
                    "value": v,
                    "polarity": entry["polarity"] or 1,
                    "qualifier": options(entry.get("qualifier"))[0],
                }
            )
            need(not any(matches(ban, fact) for ban in case["never"]), f"{where}: wanted and forbidden: {s}, {r}, {v}")


def read_cases(path: Path) -> list[dict[str, Any]]:
    """The cases of a file, checked. Raises Malformed naming the line."""
    cases = []
    for number, line in enumerate(Path(path).read_text(encoding="utf-8").rstrip("\n").split("\n"), 1):
        try:
            cases.append(json.loads(line))
            check_case(cases[-1])
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            raise Malformed(f"{path}:{number}: {error}") from error
    repeated = [name for name, n in Counter(case["id"] for case in cases).items() if n > 1]
    need(cases and not repeated, f"{path}: no cases, or ids that occur twice: {repeated}")
    return cases


def checked(output: Any, where: str) -> list[dict[str, Any]]:
    """The canonical facts of what an adapter returned."""
    need(
        isinstance(output, Mapping) and isinstance(output.get("facts"), list) and callable(output.get("ask")),
        f"{where}: the adapter returned {output!r}",
    )
    for fact in output["facts"]:
        need(isinstance(fact, dict) and FACT <= set(fact) <= FACT | {"qualifier"}, f"{where}: keys of {fact!r}")
        need(fact["relation"] in relations(), f"{where}: relation of {fact!r}")
        need(all(isinstance(fact[key], str) for key in ("subject", "value")), f"{where}: subject or value of {fact!r}")
        need(fact["polarity"] in (1, -1) and isinstance(fact["current"], bool), f"{where}: flags of {fact!r}")
        for time in filter(None, (fact["valid_from"], fact["valid_to"])):
            moment(time, where) if len(time) != 10 else date.fromisoformat(time)
    return [canonical(fact) for fact in output["facts"]]


def answered(question: Mapping[str, Any], ask: Ask, where: str) -> bool:
    """Whether a question got the right status and, for yes, only accepted values."""
    got = ask(question["subject"], question["relation"], question["as_of"], question["known_at"])
    need(
        isinstance(got, Mapping) and got.get("status") in STATUSES and isinstance(got.get("values"), list),
        f"{where}: ask returned {got!r}",
    )
    if question["status"] != "yes" or got["status"] != "yes":
        return bool(got["status"] == question["status"])
    facts = [canonical({"relation": question["relation"], "value": value, "polarity": 1}) for value in got["values"]]
    return bool(facts) and all(matches({"value": question["value"]}, fact) for fact in facts)


def score(case: Mapping[str, Any], output: Mapping[str, Any]) -> tuple[Counter[str], list[str]]:
    """Counts for one case, and a line for each thing that is wrong."""
    facts = checked(output, case["id"])
    wrong: list[str] = []
    seen: set[tuple[Any, ...]] = set()
    zone = datetime.fromisoformat(case["messages"][0]["at"]).tzinfo
    current = [fact for fact in facts if fact["current"]]
    ended = [fact for fact in facts if not fact["current"] and fact["valid_to"] is not None]
    count: Counter[str] = Counter(
        cases=1,
        extracted=len(current),
        demanded=len(case["current"]),
        guarded=int(bool(case["never"])),
        to_close=len(case["ended"]),
        asked=len(case["ask"]),
    )

    def judge(name: str, good: object, complaint: str) -> None:
        count[name] += bool(good)
        wrong.extend([] if good else [complaint])

    for fact in current:
        key = tuple(fact[k] for k in ("subject", "relation", "qualifier", "value", "polarity"))
        known = any(matches(entry, fact) for entry in case["current"] + case["optional"])
        judge("right", known and key not in seen, f"{'repeated' if key in seen else 'not asked for'}: {key}")
        seen.add(key)
    for entry in case["current"]:
        found = [fact for fact in current if matches(entry, fact)]
        dated = any(within(entry["valid_from"], fact["valid_from"], zone) for fact in found)
        judge("found", dated, f"{'wrong date' if found else 'missed'}: {entry}")
        if found and entry["valid_from"]:
            count.update(dated=1, in_range=int(dated))
    broken = [f"forbidden: {fact}" for fact in current if any(matches(ban, fact) for ban in case["never"])]
    count["violated"], wrong = int(bool(broken)), wrong + broken
    for entry in case["ended"]:
        closed = any(matches(entry, fact) and within(entry["valid_to"], fact["valid_to"], zone) for fact in ended)
        judge("closed", closed, f"not ended: {entry}")
    for question in case["ask"]:
        judge("answered", answered(question, output["ask"], case["id"]), f"wrong answer: {question}")
    return count, wrong
