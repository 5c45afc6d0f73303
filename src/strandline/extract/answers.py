"""Answers to the assistant's question: "Where do you live?" - "Oslo." is read as "I live in Oslo"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from strandline.extract.keys import value_key
from strandline.extract.people import KIN
from strandline.extract.questions import EITHER, FRAMES, HOW_LONG, PLACE_IN, POLITELY, YES_NO
from strandline.extract.replies import HOW_MUCH, LEAD, NO, NOTHING, SHRUG, TAIL, YES
from strandline.extract.tokens import tokens
from strandline.extract.turn import Turn

_QUESTION = re.compile(r"[^.!?\n]*\?")
_LONGEST_ANSWER = 14
"""Words of an answer that is no statement of its own."""
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\S)[^.!?\n]+)*[.!?]?")
_PREPOSITION = re.compile(
    r"^(?:at|in|for|from|as|on|with|near|to|by)\s+(?:an? (?=[a-z])|the (?=[a-z]))?", re.IGNORECASE
)
_COUNTED = re.compile(
    r"^(?P<n>(?i:one|two|three|four|five|six|seven|\d{1,2}))\b(?: of them)?[\s,:;–—-]+(?P<names>(?:called |named "
    r")?[A-Z].*)$"
)
_PRONOUNS = frozenset(
    """
    i we my our you they he she it this that if because although when then but who what why how where let can could
    do does is are would will
    """.split()  # noqa: SIM905
)
_ARTICLES = ("a", "an", "the", "my", "our", "his", "her")
_DOING = re.compile(r"^(live|work|play)\b")
_PARTS = re.compile(r" , and (?=wh|how|do|are)| and (?=wh\w+ |how )| , (?=wh\w+ |how )|\? ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer as a statement. The words of the turn between ``start`` and ``stop`` stand at ``offset`` in it."""

    statement: str
    offset: int
    start: int
    stop: int
    like: str = ""
    """A statement that says the same of another value: the answer must be of the same kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reply:
    """The first words of a turn that may answer: what they say, and where."""

    text: str
    start: int

    @property
    def stop(self) -> int:
        return self.start + len(self.text)


def answers(turn: Turn, before: Sequence[Turn]) -> tuple[Answer, ...]:
    """The statements that a turn makes by answering the question just before it; none where it answers none."""
    asked = _asked(before)
    if asked is None or SHRUG.match(turn.content):
        return ()
    question = POLITELY.sub("", " ".join(token.word for token in tokens(asked)).rstrip(" ?"))
    first = _SENTENCE.search(turn.content)
    if first is None or first.group().endswith("?"):
        return ()
    return tuple(_answers(question, asked, turn.content, first))


def labelled(label: str, value: str) -> str:
    """The statement that something, by what forms call it, has a value: "city", "Oslo" -> "I live in Oslo"."""
    made = next(_framed(label, label, _Reply(text=value, start=0)), None)
    return f"My {label} is {value}" if made is None else made.statement


def _answers(question: str, asked: str, text: str, first: re.Match[str]) -> Iterator[Answer]:
    whole = _Reply(text=first.group(), start=first.start())
    for agreeing, pattern in ((True, YES), (False, NO)):
        match = pattern.match(text)
        if match is None or match.start() > first.start() + 1:
            continue
        rest = _rest(text, match.end())
        if rest is None:
            yield from _plain(question, asked, whole, agreeing=agreeing)
        elif rest.text:
            yield from _with_value(question, asked, rest, agreeing=agreeing)
        return
    both = _both(question, asked, whole)
    if both is not None:
        yield from both
        return
    lead = LEAD.match(text)
    reply = _trimmed(_Reply(text=text[lead.end() if lead else 0 : first.end()], start=lead.end() if lead else 0))
    if HOW_MUCH.match(reply.text):
        yield from _plain(question, asked, reply, agreeing=True)
        return
    made = list(_framed(question, asked, reply))
    yield from made or _instead(question, asked, reply)


def _rest(text: str, start: int) -> _Reply | None:
    """What follows a yes or no: None where nothing does, blank where it is a statement of its own."""
    found = _SENTENCE.search(text, start)
    if found is None or found.group().endswith("?"):
        return None
    lead = LEAD.match(text[found.start() :])
    start = found.start() + (lead.end() if lead else 0)
    rest = _trimmed(_Reply(text=text[start : found.end()], start=start))
    words = tokens(rest.text)
    if not words or HOW_MUCH.match(rest.text):
        return None
    kin = words[0].word in ("my", "our") and len(words) == 2 and words[1].word in KIN
    if (words[0].word in _PRONOUNS and not kin) or len(words) > _LONGEST_ANSWER:
        return _Reply(text="", start=start)
    return rest


def _trimmed(reply: _Reply) -> _Reply:
    """Without what is polite or vague at its end."""
    text = reply.text.rstrip(" .!?,;")
    while (shorter := TAIL.sub("", text).rstrip(" .!,;")) != text:
        text = shorter
    return _Reply(text=text, start=reply.start)


def _asked(before: Sequence[Turn]) -> str | None:
    """The last question of the turn before, when the assistant asked it."""
    if not before or before[-1].role != "assistant":
        return None
    found = _QUESTION.findall(before[-1].content)
    return found[-1].strip() if found else None


def _with_value(question: str, asked: str, reply: _Reply, *, agreeing: bool) -> Iterator[Answer]:
    """ "Yes, just lisinopril", "No, divorced", "Yes, to Clara"."""
    if not agreeing:
        yield from _instead(question, asked, reply)
        return
    kin = re.search(r"do you have an? (?P<n>[\w-]+)$", question)
    if kin is not None and kin["n"] in KIN and reply.text[:1].isupper():
        yield _placed(f"I have a {kin['n']} called {{}}", reply)
        return
    joined = re.search(r"are you (?P<x>married|engaged|related)$", question)
    if joined is not None and reply.text.casefold().startswith("to "):
        yield _placed(f"I am {joined['x']} {{}}", reply)
        return
    if re.search(r"(?:do you (?:still )?work|are you working)\b", question) and re.match(r"(?:at|for|in) ", reply.text):
        yield _placed("I work {}", reply)
        return
    yes = list(_framed(question, asked, reply))
    if not yes:
        verb = re.search(
            r"do you (?P<v>speak|play|take|drive|drink|eat|like|use|study|own|have|collect) (?:an?|any|some|other)\b",
            question,
        )
        yes = [_placed(f"I {verb['v']} {{}}", reply)] if verb is not None and not NOTHING.match(reply.text) else []
    yield from yes


def _instead(question: str, asked: str, reply: _Reply) -> Iterator[Answer]:
    """ "Do you live in Graz?" - "No, in Linz": another value of the same kind."""
    left = re.match(
        r"(?:so )?(?:are|do) you still (?:working at|work at|work for|at|with|living in|live in|in) (?P<x>.+)$",
        question,
    )
    if left is not None and re.match(r"(?:left|quit|resigned|moved)\b", reply.text, re.IGNORECASE):
        return
    other = re.match(r"(?:so )?is (?P<x>[\w' -]+?) your (?P<n>[\w-]+)$", question)
    kin = re.match(
        r"(?:he's |she's |he is |she is |it's |they're )?(?:actually )?(?:my|our) (?P<k>[\w-]+)$",
        reply.text,
        re.IGNORECASE,
    )
    if other is not None and kin is not None and kin["k"].casefold() in KIN:
        yield _placed(f"{_written(other['x'], asked)} is {{}}", reply)
        return
    either = re.match(r"(?:so )?are you (?P<a>[\w' -]+?) or (?P<b>[\w' -]+)$", question)
    if either is not None:
        yield _placed("I am {}", reply, like=f"I am {either['a']}")
        return
    for pattern, yes, _ in YES_NO:
        match = pattern.match(question)
        if match is None:
            continue
        said = _filled(yes, match, asked)
        head = PLACE_IN.match(match["x"])
        if head is not None:
            place = _PREPOSITION.sub("", reply.text)
            cut = len(reply.text) - len(place)
            frame = _filled(yes, match, asked, x=head["x"]).replace(" still ", " ") + " {}"
            yield _placed(frame, _Reply(text=place, start=reply.start + cut), like=said)
        elif match["x"].split(" ")[0] in (
            "speak",
            "play",
            "take",
            "drive",
            "drink",
            "eat",
            "use",
            "study",
            "own",
            "like",
            "love",
            "called",
        ):
            yield _placed(_filled(yes, match, asked, x=match["x"].split(" ")[0]) + " {}", reply, like=said)
        elif yes.startswith(("I am", "My")):
            yield _placed(_filled(yes, match, asked, x="").rstrip() + " {}", reply, like=said)
        return


def _framed(question: str, asked: str, reply: _Reply) -> Iterator[Answer]:
    words = tokens(reply.text)
    if not words or len(words) > _LONGEST_ANSWER:
        return
    parts = _PARTS.split(question)
    if len(parts) > 1:
        yield from _in_order(parts, asked, reply)
        return
    since = next(
        (found for pattern, frame in HOW_LONG if (found := _since(pattern, frame, (question, asked), reply))), None
    )
    if since is not None:
        yield since
        return
    for pattern, frame in FRAMES:
        match = pattern.search(question)
        if match is None:
            continue
        groups = match.groupdict()
        filled = frame.replace("{n}", groups.get("n") or groups.get("m") or groups.get("k") or "").replace(
            "{v}", groups.get("v") or ""
        )
        made = _in_frame(filled, reply, words[0].word, many=groups.get("n") or "")
        if made is not None:
            yield made
        return


def _in_frame(frame: str, reply: _Reply, first: str, *, many: str) -> Answer | None:
    """One value in its statement."""
    work = " works as" in frame or frame.startswith("I work as")
    there = re.match(
        r"(?:i am|i'm|im|i live|i work|we live|we are|we're)\s+(?:\w+ )?(?:in|at|from|for)\s+(?=\S)",
        reply.text,
        re.IGNORECASE,
    )
    if there is not None and frame.endswith((" in {}", " at {}", " from {}")):
        reply = _Reply(text=reply.text[there.end() :], start=reply.start + there.end())
        first = tokens(reply.text)[0].word
    own = re.match(
        r"(?:i am|i'm|im|i work as|we have|i have|i've got|i've|i take|i play|i speak)\s+(?=\S)",
        reply.text,
        re.IGNORECASE,
    )
    if own is not None and (work or own.group().casefold().strip() not in ("i am", "i'm", "im")):
        reply = _Reply(text=reply.text[own.end() :], start=reply.start + own.end())
        first = tokens(reply.text)[0].word if reply.text else ""
        if work and first not in _ARTICLES and own.group().casefold().strip() != "i work as":
            return None  # "I'm retired", "I'm between jobs"
    if not reply.text or first in _PRONOUNS or NOTHING.match(reply.text):
        return None
    counted = _COUNTED.match(reply.text)
    if counted is not None and frame.startswith("I have") and many:
        return _placed(
            f"I have {many}, {{}}", _Reply(text=counted["names"], start=reply.start + counted.start("names"))
        )
    if frame.startswith("I have") and many and reply.text[:1].isupper() and first not in _ARTICLES and not re.match(
        r"(?:one|two|three|four|five|six|seven|eight|nine|ten|\d)", reply.text, re.IGNORECASE):  # fmt: skip
        return _placed(f"I have {many}, {{}}", reply)
    if " works as" in frame:
        return _placed(frame if first in _ARTICLES else frame.replace("{}", "a {}"), reply)
    if work and first not in _ARTICLES and first not in ("in", "for", "at", "with", "on"):
        return _placed(("I work as an {}" if first[0] in "aeiou" else "I work as a {}"), reply)
    if work and first in ("in", "for", "at", "with"):
        return _placed("I work {}", reply)
    whole = reply
    bare = _PREPOSITION.sub("", reply.text) if re.search(r" (?:in|at|from|for|to|on) \{\}$", frame) else reply.text
    reply = _Reply(text=bare, start=reply.start + len(reply.text) - len(bare))
    if frame == "I am {} years old" and not re.fullmatch(r"\w+(?:[- ]\w+)?", reply.text):
        frame = "I am {}"
    return replace(_placed(frame, reply), start=whole.start) if bare else None


def _in_order(parts: Sequence[str], asked: str, reply: _Reply) -> Iterator[Answer]:
    """Two questions in one, answered in the same order."""
    pieces = list(re.finditer(r"[^,;]+?(?=\s*(?:[,;]|\band\b|$))(?:\s*[,;]\s*(?:and\s+)?|\s+and\s+|$)", reply.text))
    if len(pieces) != len(parts):
        return
    for part, piece in zip(parts, pieces, strict=True):
        text = re.sub(r"\s*(?:[,;]\s*(?:and\s+)?|\s+and\s+)$", "", piece.group())
        yield from _framed(part, asked, _Reply(text=text, start=reply.start + piece.start()))


def _since(pattern: re.Pattern[str], frame: str, questions: tuple[str, str], reply: _Reply) -> Answer | None:
    question, asked = questions
    match = pattern.match(question)
    if match is None:
        return None
    held = frame.replace(
        "{x}",
        _DOING.sub(
            lambda verb: {"live": "living", "work": "working", "play": "playing"}[verb[1]], _written(match["x"], asked)
        ),
    )
    how = (
        ""
        if re.match(r"(?:since|for)\b", reply.text, re.IGNORECASE)
        else "since "
        if re.search(r"\b\d{4}$|^\W*(?:last|this|in)\b", reply.text)
        else "for "
    )
    return _placed(f"{held} {how}{{}}", reply)


def _both(question: str, asked: str, reply: _Reply) -> list[Answer] | None:
    """Both or neither of two that were offered; None where it is another answer."""
    word = reply.text.strip(" .!").casefold()
    match = EITHER.search(question)
    if match is None:
        return None
    one, other = (_written(match[name], asked) for name in "ab")
    if word in ("both", "neither"):
        if "prefer" in match["x"]:
            return []
        frame = f"I {'' if word == 'both' else 'do not '}{match['x']} {{}}"
        return [
            Answer(statement=frame.replace("{}", value), offset=0, start=reply.start, stop=reply.stop)
            for value in (one, other)
        ]
    trimmed = _trimmed(reply)
    picked = [value for value in (one, other) if set(value_key(value).split()) & set(value_key(trimmed.text).split())]
    if len(picked) == 1 and len(trimmed.text.split()) <= 4:
        return [_placed(f"I {match['x']} {{}}", trimmed)]
    return None


def _plain(question: str, asked: str, reply: _Reply, *, agreeing: bool) -> Iterator[Answer]:
    """A plain yes or no: what was asked, said as a statement, in the words of the question."""
    if " or " in question:
        return
    for pattern, yes, no in YES_NO:
        match = pattern.match(question)
        if match is None:
            continue
        frame = yes if agreeing else no
        if frame:
            yield Answer(
                statement=_filled(frame, match, asked),
                offset=0,
                start=reply.start,
                stop=reply.start + len(reply.text.rstrip()),
            )
        return


def _filled(frame: str, match: re.Match[str], asked: str, *, x: str | None = None) -> str:
    name = match.groupdict().get("n") or ""
    return frame.replace("{n}", name).replace("{x}", _written(match["x"], asked) if x is None else x)


_NUMBER = re.compile(r"(?:One|Two|Three|Four|Five|Six|Seven|Eight|Nine|Ten)\b")


def _placed(frame: str, reply: _Reply, *, like: str = "") -> Answer:
    said = reply.text[0].lower() + reply.text[1:] if _NUMBER.match(reply.text) else reply.text
    return Answer(
        statement=frame.replace("{}", said),
        offset=max(1, frame.index("{}")),
        start=reply.start,
        stop=reply.stop,
        like=like,
    )


def _written(folded: str, written: str) -> str:
    """Folded words as the question writes them."""
    spelt = tokens(written)
    count = len(folded.split(" "))
    for at in range(len(spelt) - count + 1):
        if [token.word for token in spelt[at : at + count]] == folded.split(" "):
            return written[spelt[at].start : spelt[at + count - 1].stop]
    return folded
