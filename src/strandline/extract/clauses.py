"""Clauses: who, verb, rest, and whether the speaker asserts it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from strandline.extract.people import KIN, PLURALS, singular
from strandline.extract.profiles import spoken
from strandline.extract.sentences import Sentence
from strandline.extract.subjects import Subject, subject_at
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS, Verb, verb_group


class Mood(StrEnum):
    """How a clause is meant."""

    FACT = "fact"
    QUESTION = "question"
    UNREAL = "unreal"
    """Hypothesis, wish, condition, invention, joke."""
    PLAN = "plan"
    REPORTED = "reported"
    """Somebody else's words."""
    REQUEST = "request"
    """Said to the assistant as an order."""
    BACKGROUND = "background"
    """Set in the past by a "when", "back when", "as a child"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One statement. ``rest`` are the tokens after the verb; without a verb, all tokens."""

    sentence: Sentence
    words: tuple[Token, ...]
    subject: Subject
    verb: Verb | None
    rest: tuple[Token, ...]
    mood: Mood = Mood.FACT
    lead: str = ""
    """The connective before it: "if", "because", "and"."""
    inherited: bool = False
    """Whether its subject is that of the clause before."""
    fronted: tuple[Token, ...] = field(default=())
    """What stands before the subject: dates, "on weekends"."""
    part: bool = False
    """Whether it is a later member of a list of the clause."""

    @property
    def start(self) -> int:
        """First character."""
        return self.words[0].start

    @property
    def stop(self) -> int:
        """Character after the last."""
        return self.words[-1].stop


_LEADS = frozenset(
    """
    and but so or because while though although whereas if unless when whenever before after until till once
    since that which who whose where plus yet as whether except then than like
    """.split()  # noqa: SIM905
)
_RELATIVE = frozenset(["who", "which", "whose"])
"""What they lead into is said of somebody else: "for people who can't have lactose"."""
_HARD = frozenset([";", ":", "(", ")", "—", "–", "…", "[", "]", "=", "/"])
_PRONOUNS = frozenset(["i", "we", "he", "she", "it", "they", "you", "this", "that", "there"])
_POSSESSIVES = frozenset(["my", "our", "his", "her", "their", "the", "your", "its", "a", "an"])
_OPENERS = frozenset(
    """
    oh well ok okay so and but yes yeah yep yup no nope nah btw hey hi hello haha hahaha lol lmao anyway anyways
    right actually honestly really basically literally also plus fyi tbh tho though sorry oops argh ugh hm hmm um uh
    like look listen see wow ah aha please thanks thank great cool sure fine good morning evening god gosh damn
    man dude guys first second secondly firstly finally lastly now then still correction typo edit update news
    note reminder quick just unfortunately luckily sadly happily apparently funnily strangely surprisingly
    recently currently lately officially remember true alas frankly personally admittedly indeed heads up ps p.s
    nice perfect brilliant big remember online
    """.split()  # noqa: SIM905
)
_FRAMES = (
    "i think", "i guess", "i suppose", "i believe", "i mean", "i reckon", "you know", "you see", "as i said",
    "as you know", "just so you know", "for the record", "for what it is worth", "to be honest", "by the way",
    "in fact", "of course", "at the moment", "these days", "as it happens", "some background", "for the profile",
    "good news", "bad news", "big news", "fun fact", "did i mention", "i should mention", "perhaps i should mention", "maybe i should mention", "perhaps i should say",
    "maybe i should say", "perhaps i should add", "maybe i should add", "you should know", "one thing to know", "i should add",
    "i forgot to tell you", "i should explain", "the thing is", "turns out", "it turns out", "as a matter of fact",
    "let me introduce myself", "about me", "a bit about me", "for context", "for reference", "on top of that",
    "in my case", "as for me", "after all", "no wait", "wait", "scratch that", "guess what", "at this point",
    "nice to meet you", "i am afraid", "i must say", "i have to say", "i just checked and", "long story short",
    "not that it matters", "it has to be said", "all in all", "in short", "i can tell you", "i must admit",
    "i admit", "believe it or not", "needless to say", "to cut a long story short", "on weekends", "at weekends",
)  # fmt: skip
_FRAMES_BY_WORD: dict[str, tuple[tuple[str, ...], ...]] = {
    first: tuple(sorted((tuple(f.split()) for f in _FRAMES if f.split()[0] == first), key=len, reverse=True))
    for first in {frame.split()[0] for frame in _FRAMES}
}
"""Phrases that only introduce, by their first word, the longest first."""


def clauses(sentence: Sentence) -> list[Clause]:
    """The clauses of a sentence in order. Moods are still those of plain statements."""
    found: list[Clause] = []
    before: Subject | None = None
    for lead, words in _pieces(spoken(sentence.tokens, asks=sentence.asks), asks=sentence.asks):
        clause = _clause(sentence, words, lead, before)
        if clause is None:
            continue
        if clause.subject.kind != "none":
            before = clause.subject
        found.append(clause)
    if len(found) > 1 and _as_somebody(found[0]) and any(word.word in ("i", "we", "my") for word in found[1].words):
        found[0] = replace(found[0], rest=found[0].rest[1:])
    return found


def _as_somebody(clause: Clause) -> bool:
    """ "As a vegan, what can I eat?" """
    first = [word.word for word in clause.rest[:2]]
    return clause.verb is None and clause.subject.kind == "none" and first in (["as", "a"], ["as", "an"])


def parts_of(clause: Clause) -> list[Clause]:
    """The clause, and each further thing that a list says: "I'm 52, divorced and vegan", "vegan, two cats, a job at X"."""
    whole = [clause]
    verb = clause.verb
    if verb is not None and (verb.lemma not in ("be", "have") or verb.progressive or verb.passive):
        return whole
    inside = _bracketed(clause.rest) if any(word.word == "(" for word in clause.rest) else frozenset()
    cuts = [at for at, word in enumerate(clause.rest) if word.word in (",", "and", "&", "plus") and at > 0 and at not in inside]
    if (
        not cuts
        or clause.subject.kind not in ("speaker", "none", "pronoun", "person")
        or (verb is None and clause.subject.kind != "none")
    ):
        return whole
    edges = [*cuts, len(clause.rest)]
    if not _listed(clause.rest[: cuts[0]]) or _names_follow(clause.rest, cuts[0]):
        return whole
    if verb is None:
        whole = [replace(clause, rest=clause.rest[: cuts[0]])]
    for low, high in zip(edges, edges[1:], strict=False):
        if high == low + 1:
            continue  # ", and"
        if not _listed(clause.rest[low + 1 : high]):
            break
        start = low
        while start < high and clause.rest[start].word in (",", "and", "&", "plus", "also", "so"):
            start += 1
        if start < high and clause.rest[start].word not in ("which", "who", "but", "not", "because"):
            whole.append(replace(clause, rest=clause.rest[start:], part=True))
    return whole


def _names_follow(words: Sequence[Token], comma: int) -> bool:
    """ "two cats, Lola and Chispa": what comes after the comma names those before it."""
    return words[comma].word == "," and words[comma + 1 :][:1] != () and words[comma + 1].capital and (
        singular(words[comma - 1].word) in KIN)  # fmt: skip


def _names_stop(words: Sequence[Token], mark: int) -> int:
    """The index after the names that a colon, a dash or a bracket sets off; the mark itself where none follow."""
    at = mark + 1
    while at < len(words) and (words[at].capital or words[at].word in (",", "and", "&") or words[at].word.isdigit()):
        at += 1
    if at == mark + 1 or not words[mark + 1].capital:
        return mark if words[mark].word != ":" else mark + 1
    if words[mark].word == "(":
        return at + 1 if at < len(words) and words[at].word == ")" else mark
    return at if words[mark].word in (":", "—", "–") and (at == len(words) or words[at].word in ("—", "–", ";", ":")) else mark + (words[mark].word == ":")


def _bracketed(words: Sequence[Token]) -> frozenset[int]:
    """The places of some words that stand in brackets."""
    depth, inside = 0, set()
    for at, word in enumerate(words):
        depth += (word.word == "(") - (word.word == ")")
        if depth > 0:
            inside.add(at)
    return frozenset(inside)


_BEFORE_LIKING = frozenset(
    "i we you they not do does did really also to both would could still never always just only all who kinda quite "
    "absolutely actually particularly especially generally".split()
)
"""After these "like" is the verb."""


def _pieces(words: Sequence[Token], *, asks: bool = False) -> Iterator[tuple[str, tuple[Token, ...]]]:
    """(connective, tokens) of each stretch that says something of its own."""
    start, lead = 0, ""
    at = 0
    ours = _speaks(words, 0)  # whether this stretch tells of the speaker, so that a verb may go on
    while at < len(words):
        word = words[at].word
        cut, same = at, False
        if word in _HARD:
            named = _names_stop(words, at) if at and singular(words[at - 1].word) in KIN else at
            if named > at:
                at = named  # "three brothers: Tom, Aled and Huw", "two kids (Ann and Bo)"
                continue
            ahead = at + 1
        elif (
            at == start
            and word in ("that", "this", "which", "where")
            and at + 1 < len(words)
            and words[at + 1].word in FORMS
        ):
            at += 1  # "That's a great list": what it is about, no connective
            continue
        elif word == "like" and at > start and words[at - 1].word in _BEFORE_LIKING:
            at += 1  # "I like trains"
            continue
        elif word in (",", "-", "--") or word in _LEADS:
            ahead = at
            while ahead < len(words) and (words[ahead].word in (",", "-", "--") or words[ahead].word in _LEADS):
                if (
                    words[ahead].word in _LEADS
                    and ahead > at
                    and words[ahead - 1].word in _LEADS - {"and", "but", "so"}
                ):
                    break
                ahead += 1
            if at and words[at].word == "and" and _one_act(words, at):
                at = ahead  # "born and raised in", "live and work in"
                continue
            if words[at].word in ("and", "&") and _names_company(words, start, at, ahead):
                at = ahead
                continue
            leading = word in _LEADS or ahead > at + 1 or word in ("-", "--")
            same = (
                words[at].word in ("and", "but", ",")
                and ours
                and (_plain_verb(words, ahead) if leading else _listed_verb(words, ahead))
            )
            same = same or (leading and words[min(ahead, len(words) - 1)].word == "please")
            stated = _speaks(words, start) or (word == "," and _has_verb(words[max(start, at - 25) : at]))
            noun = words[at].word != "and" and stated and _noun_opens(words, ahead)
            question = _question_at(words, at, ahead) if asks and at > start else None
            ahead = ahead if question is None else question
            if not (same or noun or question is not None) and not _opens(
                words, ahead, bare=leading or (ahead < len(words) and words[ahead].word in ("been", "raised", "grew"))
            ):
                at = max(ahead, at + 1)
                continue
        else:
            at += 1
            continue
        if at > start:
            yield lead, tuple(words[start:cut])
        lead = next((w.word for w in reversed(words[at:ahead]) if w.word in _LEADS), "" if word in _HARD else ",")
        start = at = ahead
        ours = (_speaks(words, start) and lead not in _CONDITIONS) or (same and word not in _HARD)
    if start < len(words):
        yield lead, tuple(words[start:])


_CONDITIONS = frozenset("when whenever if unless until before after once while as because since".split())


def _question_at(words: Sequence[Token], at: int, ahead: int) -> int | None:
    """Where a question begins among the connectives between two indexes: "so what …", ", which of them …"."""
    return next((place for place in range(at + 1, ahead + 1) if _question_opens(words, place)), None)


def _question_opens(words: Sequence[Token], at: int) -> bool:
    """Whether a question of its own begins here: "I live in Oslo, can you suggest a bank?"; "don't I?" only is a tag."""
    at = _skip_openers(words, at)
    if at + 1 >= len(words):
        return False
    word, following = words[at].word, words[at + 1].word
    if at + 3 >= len(words) and word in _ASKING and not any(w.word == "you" for w in words[at:]):
        return False
    if word in _WH_WORDS:
        return following not in ("i", "we", "he", "she", "they")
    if word == "any":
        return True
    return word in _ASKING and (following in _PRONOUNS | _POSSESSIVES or words[at + 1].capital or following == "not")


_WH_WORDS = frozenset(["what", "which", "who", "where", "how", "why", "when"])
_ASKING = frozenset("is are was were am do does did can could will would should shall have has may might must".split())  # noqa: SIM905


def _noun_opens(words: Sequence[Token], at: int) -> bool:
    """Whether a bare noun with its verb begins here: ", so grapefruit is off the list"."""
    if at + 1 >= len(words) or not words[at].word.isalpha() or words[at].word in FORMS or words[at].word in _LEADS:
        return False
    following = words[at + 1].word if words[at + 1].word in _BEING else words[at + 2].word if at + 2 < len(words) else ""
    plain = words[at + 1].word in _BEING or (words[at + 1].word.isalpha() and words[at + 1].word not in FORMS and words[at].word not in _PREPOSED)
    return following in _BEING and plain


_BEING = frozenset("is are was were has".split())
_PREPOSED = frozenset("in on at for with from by of to about not no then all some any the what who how where when which than as".split())
_LONGEST_MEMBER = 7
"""Words a member of a list may have, names in brackets aside."""


def _listed(words: Sequence[Token]) -> bool:
    """Whether some words can be a member of a list of what somebody is or has: short, and no statement themselves."""
    told = any(word.word in ("that", "which", "who", "about", "by", "because", "if") for word in words)
    bracket = next((at for at, word in enumerate(words) if word.word == "("), len(words))
    return 0 < bracket <= _LONGEST_MEMBER and not told and not (words[0].word == "the" and words[0].capital)


def _names_company(words: Sequence[Token], start: int, at: int, ahead: int) -> bool:
    """Whether "and" stands inside a subject: "Nadia and I", "my fiancé Emil and I", "me and my brother"."""
    if [word.word for word in words[_skip_openers(words, start) : at]] == ["me"]:
        return True
    begin = _skip_openers(words, start)
    later = words[ahead].word if ahead < len(words) and words[ahead].capital else "i"
    if later != "i" and begin < at and words[begin].word in ("my", "our"):
        # "my brothers Cormac and Fionn still live"
        return any(w.word in PLURALS for w in words[begin:at]) and not any(w.word in FORMS for w in words[begin:at])
    if ahead >= len(words) or words[ahead].word not in ("i", "me", "myself"):
        return False
    return 0 < at - begin <= 5 and not any(word.word in FORMS or word.word == "," for word in words[begin:at])


_PLAIN_VERBS = frozenset(
    """
    live work study play speak drive own love hate prefer use take teach run write eat avoid learn have go do
    commute volunteer collect sing speak report manage lead know enjoy adore dislike
    """.split()  # noqa: SIM905
)


def _speaks(words: Sequence[Token], start: int) -> bool:
    """Whether the stretch begins with "I" or "we": then a plain verb goes on with the same subject."""
    begin = _skip_openers(words, start)
    return begin < len(words) and words[begin].word in ("i", "we")


def _one_act(words: Sequence[Token], at: int) -> bool:
    """Whether the "and" at an index joins two verbs that share what follows."""
    after = words[at + 1].word if at + 1 < len(words) else ""
    if words[at - 1].word == "born":
        return True
    return words[at - 1].word in ("live", "living", "lived") and after in ("work", "working", "worked", "study", "studying", "teach")


def _has_verb(words: Sequence[Token]) -> bool:
    """Whether a stretch is a statement of its own: "port 8091 clashed"."""
    finite = [w for w in words[1:] if {form.tense for form in FORMS.get(w.word, ())} & {"s", "past"}]
    return bool(finite)


def _plain_verb(words: Sequence[Token], at: int) -> bool:
    """ "I live in Porto and work at a bank" """
    at += at < len(words) and words[at].word in ("also", "usually", "mostly", "never", "often", "always", "currently")
    return at + 1 < len(words) and words[at].word in _PLAIN_VERBS and not words[at - 1].word.startswith("to")


_SURE_VERBS = frozenset("hate adore dislike enjoy prefer own speak have eat avoid know teach learn write sing collect commute volunteer".split())
"""Of these the base form is hardly ever a noun: after a comma they go on with what "I" do."""
_AFTER_VERB = {
    "live": frozenset("in at on near with alone by".split()), "work": frozenset("in at as for from on with part-time full-time nights remotely freelance".split()),
    "play": frozenset("the a an in for".split()), "love": frozenset("the a my to it all".split()), "drive": frozenset("a an the my".split()),
    "use": frozenset("a an the my".split()), "run": frozenset("a an the every marathons".split()), "study": frozenset("at in".split()),
    "lead": frozenset("a an the".split()), "manage": frozenset("a an the".split()), "report": frozenset(["to"]), "go": frozenset(["to"]),
    "do": frozenset("a the some my".split()), "take": frozenset("a the my".split()), "read": frozenset("a the a lot of".split()),
}  # fmt: skip


def _listed_verb(words: Sequence[Token], at: int) -> bool:
    """ "I love hiking, hate gyms, play the cello": not "work, play and sleep" nor "peace, love songs"."""
    if at + 1 >= len(words):
        return False
    word, after = words[at].word, words[at + 1].word
    if word in _SURE_VERBS:
        return after.isalpha() and after not in ("and", "or")
    named = words[at + 1].capital and word in ("play", "study", "use", "drive", "speak")
    loved = word == "love" and after.isalpha() and after not in _SONGS
    return after in _AFTER_VERB.get(word, ()) or named or loved


_SONGS = frozenset("and or songs letters stories poems affairs life story song letter poem affair".split())


def _opens(words: Sequence[Token], at: int, *, bare: bool) -> bool:
    """Whether a statement of its own begins here; ``bare`` lets one begin without a subject, at a finite verb."""
    at = _skip_openers(words, at)
    if at >= len(words):
        return False
    if at > 0 and words[at - 1].word in ("now", "still", "currently") and words[at].word in _COMPLEMENTS:
        return True
    word = words[at].word
    following = words[at + 1].word if at + 1 < len(words) else ""
    if word == "call" and following == "me":
        return True
    if word in _PRONOUNS:
        return word not in ("that", "this", "there") or following in FORMS
    if word in ("me", "neither") or (following in ("and", "'s") and word in ("name",)):
        return True
    if word in _POSSESSIVES or word in _SOMEBODY or words[at].capital or singular(word) in KIN:
        found = subject_at(words, at)
        if found is not None and found.stop < len(words) and verb_group(words, found.stop, subject=True) is not None:
            return True
    verb = verb_group(words, at, subject=False)
    if verb is None:
        return False
    first = {form.tense for form in FORMS.get(word, ())}
    finite = bool(first & {"s", "past"}) or word in (
        "am",
        "is",
        "are",
        "have",
        "do",
        "can",
        "will",
        "would",
        "not",
        "never",
    )
    return bare and (finite or word in ("not", "no", "been"))


_SOMEBODY = frozenset("everyone everybody people most some friends someone somebody nobody".split())
_COMPLEMENTS = frozenset(["a", "an", "at", "in", "on", "with", "working", "living", "based"])


_FRONTING = frozenset(
    """
    on in at for after before during by since until from with as
    """.split()  # noqa: SIM905
)
"""Words of what may stand before the subject: "before Kiln I was at Northlight"."""


def _skip_openers(words: Sequence[Token], at: int) -> int:
    """The first token that is no interjection, frame or date."""
    while at < len(words):
        word = words[at].word
        frames = _FRAMES_BY_WORD.get(word, ())
        frame = next((f for f in frames if tuple(w.word for w in words[at : at + len(f)]) == f), None)
        if frame is not None:
            at += len(frame)
        elif (
            (word in _OPENERS and not (word in ("like", "see", "look", "note") and at + 1 < len(words) and False))
            or word in (",", "!", ":", "-", "--", "…", "*")
            or word.startswith("⟨")
        ):
            at += 1
        else:
            return at
    return at


def _clause(sentence: Sentence, words: tuple[Token, ...], lead: str, before: Subject | None) -> Clause | None:
    begin = _skip_openers(words, 0)
    fronted = words[:begin]
    if begin >= len(words):
        if not words or all(not w.is_word for w in words):
            return None
        begin, fronted = 0, ()
    subject = subject_at(words, begin)
    inherited = False
    if subject is None and begin < len(words) and (words[begin].word in _FRONTING or lead in _FRONTING):
        for ahead in range(begin + 1, min(begin + 9, len(words))):
            if words[ahead].word in ("i", "we") or words[ahead].word == ",":
                trial = subject_at(words, ahead + (words[ahead].word == ","))
                if trial is not None and verb_group(words, trial.stop, subject=True) is not None:
                    fronted, subject = words[:ahead], trial
                    break
    at = begin if subject is None else subject.stop
    verb = verb_group(words, at, subject=subject is not None)
    if subject is not None and verb is None and subject.kind not in ("speaker",):
        subject = None
        at = begin
    if subject is None:
        verb = verb_group(words, begin, subject=False)
        asked = any(word.word == "please" for word in fronted)
        inherited = before is not None and verb is not None and not asked and lead in ("and", "but", ",", "so", "then", "or")
        nobody = "other" if lead in _RELATIVE else "none"
        subject = before if inherited and before is not None else Subject(kind=nobody, text="", stop=begin)
        at = begin
    rest = words[verb.rest :] if verb is not None else words[at:]
    return Clause(
        sentence=sentence, words=words, subject=subject, verb=verb, rest=tuple(rest), lead=lead,
        inherited=inherited, fronted=tuple(fronted),
    )  # fmt: skip
