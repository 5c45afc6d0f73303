"""People a turn speaks of: who is introduced, and whom "he", "she" or a bare name stands for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from strandline.extract.anaphora import Object
from strandline.extract.clauses import Clause, Mood, parts_of
from strandline.extract.dating import When, ended_at, since_when
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import value_key
from strandline.extract.kin_claims import COUNTS, PEOPLE, Introduction, had, head, mentioned, with_children
from strandline.extract.partings import partings
from strandline.extract.patterns import Pattern
from strandline.extract.people import FORMER, KIN, PLURALS, Kin, singular
from strandline.extract.pronouns import fits
from strandline.extract.relations import relations
from strandline.extract.subjects import Subject
from strandline.extract.tokens import Token
from strandline.extract.turn import Turn
from strandline.extract.values import several
from strandline.types import Act, Claim, Since

_OWN = frozenset({"name", "nickname"})
_BLOOD = frozenset({"parent", "child", "sibling", "relative", "pet"})
"""Nobody is one of these and something else to the same speaker; friends may be colleagues, partners or bosses."""
_OURS = frozenset(["baby", "twins", "kids", "children", "puppy", "kitten", "puppies", "kittens"])
"""Who is the speaker's where nobody's is said: "the baby was born on Friday, her name is Saga"."""
_COMING = frozenset(["get", "adopt", "rescue", "buy", "bring", "foster", "take", "collect"])
_HAVING = _COMING | {"have", "keep", "own", "be", "raise"}
_CONDITIONS = frozenset("when if until before unless whenever as like than which who".split())  # noqa: SIM905


class Mentions:
    """Follows a turn clause by clause."""

    def __init__(self, page: Page, before: Sequence[Turn]) -> None:
        self._page = page
        self._before = before
        self._people: dict[str, str] = {}
        """Name or kin word of those spoken of in this turn, in order, with the word for what they are."""
        self._earlier: dict[str, str] | None = None
        self._greeted: tuple[str, tuple[int, int]] | None = None
        """A place that was greeted: "hello Aarhus!"."""
        self._awaited: tuple[object, Kin] | None = None
        self._reporting: object = None
        """The sentence that gives somebody's words, from the clause that says whose on."""
        self.object = Object()
        """What "it" stands for."""
        self._came: dict[str, tuple[When, int]] = {}
        """Since when there is somebody who is spoken of by a word only, and where that is said."""
        self._sentence: object = None
        """The sentence and kind of people that were counted and may be named next: "two kids (Greta lives …"."""

    def introduced(self, clause: Clause) -> Iterator[Claim]:
        """What "my sister Ana" says besides what is said of her, and "I have two sisters"."""
        made = list(self._introduced(clause))
        over = {(claim.relation, claim.value) for claim in made if claim.act is Act.END}
        yield from (claim for claim in made if claim.act is Act.END or (claim.relation, claim.value) not in over)

    def _introduced(self, clause: Clause) -> Iterator[Claim]:
        yield from self._of_subject(clause)
        if clause.mood is Mood.REPORTED:
            self._reporting = clause.sentence
            return
        words = clause.words
        # presupposed also by what is only supposed: "I'd ask my brother Dario"
        for kin, key, named, whole in mentioned(words):
            if named is not None:
                yield from self._introduce(words, (kin, key, named, whole))
            elif not self._people:
                self._people[key] = singular(key)  # "our twins were born": for the "they" after it
        if clause.mood is Mood.UNREAL:
            return
        self._greet(clause)
        if clause.mood is Mood.FACT and clause.subject.kind in ("speaker", "none"):
            yield from self._had(clause)
        self._kept(clause)
        self._born(clause)
        yield from self._named(clause)
        yield from self._parted(clause)

    def _of_subject(self, clause: Clause) -> Iterator[Claim]:
        """Who a clause is about: "my sister Ana lives …"."""
        for person in _in_subject(clause.subject):
            name = self._name(person)
            if person.name or person.kin_word not in self._people.values():
                self._people.setdefault(name, person.kin_word)
            of_speaker = person.owner is not None and person.owner.is_speaker
            if (
                person.kin is not None
                and person.name
                and of_speaker
                and not person.former
                and (clause.mood is not Mood.REPORTED or self._reports(clause))
            ):
                yield self._claim(person.kin, name, (person.first, person.last))
            elif (
                person.kin is None and self._awaited is not None and self._awaited[0] is clause.sentence and person.name
            ):
                self._people[name] = ""
                yield self._claim(self._awaited[1], name, (person.first, person.last))
        if clause.subject.kind == "thing" and clause.subject.owner is None and clause.subject.text in _OURS:
            self._people.setdefault(clause.subject.text, singular(clause.subject.text))

    def _had(self, clause: Clause) -> Iterator[Claim]:
        """Whom the speaker says to have: "we have a daughter, Noor", "I'm 45, two kids", "married with three kids"."""
        verb = clause.verb
        owning = verb is not None and verb.lemma in ("have", "be") and not verb.negated and not verb.ended
        own = owning and verb is not None and (verb.tense == "present" or verb.lemma == "have")
        if own or (clause.subject.kind == "none" and (verb is None or _got_named(clause))):
            self._sentence = clause.sentence
            if clause.lead in _CONDITIONS:
                return
            for part in parts_of(clause)[own and verb is not None and verb.lemma == "be" :]:
                if verb is not None and verb.lemma == "be" and (not part.rest or part.rest[0].word not in COUNTS):
                    continue  # "a wife and a mother"
                for found in had(part):
                    born = found[0].relation == "child" and found[2] is not None
                    # "we had a little girl, Orla, in March"; of "got a brother called Finn" "I've" is left out
                    told_now = verb is None or verb.tense != "past" or born or verb.lemma == "get"
                    if found[0].relation in PEOPLE and told_now:
                        yield from self._introduce(part.rest, found)
        if verb is not None and verb.tense == "present" and not verb.negated and (verb.lemma == "be" or verb.passive):
            for found in with_children(clause.words):
                yield from self._introduce(clause.words, found)

    def _reports(self, clause: Clause) -> bool:
        """Whether a clause says whose words follow: "my husband, Vasco, says"; what follows it is not the speaker's."""
        return self._reporting is not clause.sentence and clause.subject.kin is not None

    def _kept(self, clause: Clause) -> None:
        """Remember a pet that somebody has, for the "she" after it; the pet itself is of the tables."""
        verb, words = clause.verb, clause.rest
        if clause.subject.kind not in ("speaker", "none") or (verb is not None and verb.lemma not in _HAVING):
            return
        words = words[1:] if words and words[0].word == "home" else words  # "brought home a hamster"
        for kin, key, name, (_, stop) in had(replace(clause, rest=words)):
            if kin.relation != "pet":
                continue
            many = name is None and " ".join(word.word for word in words[:stop]).endswith(f"{key}s")
            key = f"{key}s" if many and f"{key}s" in PLURALS else key
            self._people.setdefault(key if name is None else self._page.text(words, name), key)
            came = verb is not None and verb.tense in ("past", "perfect", "bare") and verb.lemma in _COMING
            when = since_when(clause, self._page.turn.content, self._page.turn.at, change=True)
            if name is None and came and when.since is Since.WORDS:
                self._came[key] = (when, clause.start)

    def _born(self, clause: Clause) -> None:
        """Remember the child of "my wife had a baby on Tuesday", for the "he" after it."""
        verb, subject = clause.verb, clause.subject
        parent = subject.is_speaker or (subject.kin is not None and subject.kin.relation == "partner")
        if verb is None or verb.lemma != "have" or verb.tense not in ("past", "perfect") or not parent:
            return
        for kin, key, name, _ in had(clause):
            if kin.relation == "child" and name is None:
                self._people = {other: word for other, word in self._people.items() if word != clause.subject.kin_word}
                self._people.setdefault(key, key)

    def _introduce(self, words: Sequence[Token], found: Introduction) -> Iterator[Claim]:
        kin, key, name, (first, stop) = found
        span = (words[first].start, words[stop - 1].stop)
        if name is None:
            said = self._page.text(words, (first, stop))
            self._people.setdefault(key, key)
            self._awaited = (self._sentence, kin)
            one = said.split(" ")[0].casefold() in ("a", "an", "the", "one", "another")
            yield self._claim(kin, said.split(" ", 1)[-1] if one else said, span, generic=True)
            return
        text = self._page.text(words, name)
        self._people.setdefault(text, key)
        yield self._claim(kin, text, span)

    def _named(self, clause: Clause) -> Iterator[Claim]:
        """ "My sister is called Ana", "my two closest colleagues are Saskia and Dario", "my wife's name is Clara"."""
        verb, subject = clause.verb, clause.subject
        if verb is None or verb.negated or verb.ended or verb.modal is not None or clause.mood is not Mood.FACT:
            return
        if subject.kind == "person" and subject.name and subject.kin is None and verb.lemma == "be":
            yield from self._is_kin(clause)
            return
        called = subject.kind == "thing" and subject.text in ("name", "names") and verb.lemma == "be"
        theirs = subject.owner if called else None
        if theirs is not None and theirs.kind == "pronoun":
            yield from self._named_now(clause, theirs.text)
            return
        if subject.kind == "pronoun" and verb.lemma in ("call", "name") and verb.passive:
            yield from self._named_now(clause, subject.text)
            return
        person = (
            subject.owner if subject.kind == "thing" and subject.text in ("name", "names", "first name") else subject
        )
        if person is None or person.kind != "person" or person.kin is None or person.former:
            return
        if person.owner is None or not person.owner.is_speaker or person.name:
            return
        gone = verb.tense == "past" and not relations()[person.kin.relation].timeless  # "my first boss was called Tidy"
        naming = verb.lemma in ("call", "name") and verb.passive and not gone
        if not (naming or (verb.lemma == "be" and verb.tense == "present")):
            return
        for first, stop in several(clause.rest, 0, "name"):
            named = clause.rest[first].capital or naming or person is not subject
            if named and stop > first:
                text = self._page.text(clause.rest, (first, stop))
                self._people.pop(person.kin_word, None)
                self._people.setdefault(text, person.kin_word)
                yield self._claim(person.kin, text, (clause.start, clause.rest[stop - 1].stop))

    def _named_now(self, clause: Clause, pronoun: str) -> Iterator[Claim]:
        """ "We got a kitten. She's called Turnip": somebody spoken of by a word only gets a name."""
        key = self._meant(pronoun)
        word = "child" if key == "twins" else singular(key or "")
        if key is None or word not in KIN:
            return
        when, start = self._came.get(key, (None, clause.start))
        for first, stop in several(clause.rest, 0, "name")[: None if pronoun in ("they", "their") else 1]:
            name = self._page.text(clause.rest, (first, stop))
            self._people.pop(key, None)
            self._people[name] = word
            claim = self._claim(KIN[word], name, (start, clause.rest[stop - 1].stop))
            yield claim if when is None else replace(claim, valid_from=when.first, since=when.since)

    def _parted(self, clause: Clause) -> Iterator[Claim]:
        """ "My husband died last year", "Ingrid isn't my manager any more": whoever was had is had no more."""
        for parting in partings(clause, self._known_as, self._alone):
            person, kin = parting.person, parting.kin
            name = "" if person is None else self._name(person)
            if parting.name is not None:
                name = self._page.text(clause.rest, parting.name)
            claim = self._claim(kin, name, (clause.start, clause.stop))
            if parting.act is Act.STATE:
                said = relations()[kin.relation].sentence(claim.subject, name, kin.qualifier, polarity=False)
                yield replace(claim, polarity=False, text=said)
                continue
            when = ended_at(clause, self._page.turn.content, self._page.turn.at)
            yield replace(claim, act=Act.END, valid_from=None, valid_to=when.until, since=when.since)

    def _known_as(self, name: str) -> Kin | None:
        """What somebody of a name is to the speaker: told in this turn, or the one thing the name is known by."""
        told = KIN.get(self._people.get(name, ""))
        if told is not None:
            return told
        key = value_key(name)
        of = set(self._page.known.names.get(key, ()))
        return Kin(of.pop(), self._page.known.kinds.get(key)) if len(of) == 1 and not of & _OWN else None

    def _alone(self, kind: str) -> bool:
        """Whether one pet of a kind is known."""
        pets = {value_key(value) for value in self._page.known.values.get("pet", ())}
        return sum(self._page.known.kinds.get(pet) == kind for pet in pets) == 1

    def _is_kin(self, clause: Clause) -> Iterator[Claim]:
        """ "Marek is my brother" """
        words = clause.rest
        if (
            len(words) < 2
            or words[0].word not in ("my", "our", "one", "a", "an")
            or (clause.verb is not None and clause.verb.tense not in ("present", "perfect"))
        ):
            return
        said = " ".join(word.word for word in words)
        at = next(
            (n + 1 for n, word in enumerate(words[:4]) if word.word in ("my", "our")), 1 if " of mine" in said else None
        )
        found = None if at is None else head(words, at)
        if found is not None and not any(
            word.word in FORMER or word.word.startswith("ex-") for word in words[: found[1]]
        ):
            name = self._name(clause.subject)
            self._people[name] = found[2]
            claim = self._claim(KIN[found[2]], name, (clause.start, words[found[1] - 1].stop))
            when = since_when(clause, self._page.turn.content, self._page.turn.at, change=False)
            lasting = claim.since is not Since.ALWAYS and when.since is Since.WORDS
            if lasting or clause.verb is None or clause.verb.tense == "present":  # "has been my guest" may be over
                yield replace(claim, valid_from=when.first, since=when.since) if lasting else claim

    def _claim(self, kin: Kin, value: str, span: tuple[int, int], *, generic: bool = False) -> Claim:
        row, speaker = relations()[kin.relation], self._page.known.speaker
        return Claim(
            subject=speaker, relation=kin.relation, value=value, qualifier=kin.qualifier, at=self._page.turn.at,
            valid_from=None if row.timeless else self._page.turn.at, since=Since.ALWAYS if row.timeless else Since.SAID,
            text=row.sentence(speaker, value, kin.qualifier), start=span[0], stop=span[1], confidence=0.9,
            generic=generic, extractor=VERSION,
        )  # fmt: skip

    def _greet(self, clause: Clause) -> None:
        words = clause.words
        for at, word in enumerate(words[:-1]):
            if word.word in ("hello", "hi") and clause.verb is None and words[at + 1].is_word:
                self._greeted = (self._page.text(words, (at + 1, len(words))), (words[at + 1].start, words[-1].stop))

    def filled(self, claim: Claim) -> Claim | None:
        """A claim whose value was spoken of before in the turn, or is known; None where it is not clear which."""
        value: str | None = None
        start, stop = claim.start, claim.stop
        if claim.relation == "lives_in" and self._greeted is not None:
            value, (start, _) = self._greeted
        elif claim.relation == "partner":
            near = [name for name, word in self._people.items() if word in KIN and KIN[word].relation == "partner"]
            value = near[0] if len(near) == 1 else None
            start = min(start, max(0, self._page.turn.content.rfind(near[0], 0, start))) if value else start
        if value is None:
            return None
        text = relations()[claim.relation].sentence(claim.subject, value)
        return replace(claim, value=value, text=text, start=start, stop=stop)

    def _name(self, person: Subject) -> str:
        written = " ".join(self._page.turn.content[person.first : person.last].split())
        return written if person.name or person.plural else person.kin_word

    def subject(self, clause: Clause, pattern: Pattern) -> str | None:
        """The subject a fact of this clause is about; None when that is not clear."""
        who = clause.subject
        if pattern.noun is not None and who.owner is not None:
            who = who.owner
            if pattern.relation == "name" and ((who.kin is not None and not who.name) or who.kind == "pronoun"):
                return None  # "my sister's name is Ana" says who the sister is
        if who.is_speaker or who.kind == "none":
            return self._page.known.speaker
        if who.kind == "person":
            others = who.owner is not None and not who.owner.is_speaker
            if others and not who.name:
                return None
            own_kin = who.kin if not others and not who.former else None
            if who.with_others or (who.former and not who.name):
                return None
            return self._known(self._name(who), own_kin, who.kin_word) if who.name else self._name(who)
        if who.kind == "pronoun":
            return self._meant(who.text)
        if who.kind == "thing":
            return " ".join(self._page.turn.content[who.first : who.last].split())
        return None

    def _known(self, name: str, kin: Kin | None = None, word: str = "") -> str | None:
        """The subject a name stands for; None where two people have it and it is not said which.

        The speaker's own name is the speaker, unless somebody else has it too. Who comes second under a name that is
        taken by somebody of another kind gets that kind behind the name: "Marek (boss)" beside a brother Marek.
        """
        of = self._relations_of(name)
        if kin is not None:
            taken = bool(of) and of[0] != kin.relation and _two_people(of[0], kin.relation)
            return f"{name} ({word})" if taken else name
        if of and set(of) <= _OWN:
            return self._page.known.speaker
        return None if any(_two_people(of[0], other) for other in of[1:]) else name

    def _relations_of(self, name: str) -> tuple[str, ...]:
        """The relations a name is known by, also as the first of a full name; the first learned come first."""
        key = value_key(name)
        names = self._page.known.names
        return tuple(by for other, of in names.items() if key in (other, other.split(" ")[0]) for by in of)

    def _meant(self, pronoun: str) -> str | None:
        """Whom a pronoun means: the one candidate of this turn, else of the turns just before; None when unclear."""
        for people in (self._people, self._people_before()):
            fitting = [name for name, word in people.items() if fits(pronoun, word)]
            if fitting:
                return self._known(fitting[0]) if len(fitting) == 1 else None
        return None

    def _people_before(self) -> dict[str, str]:
        if self._earlier is None:
            self._earlier = {}
            for turn in self._before[-4:]:
                if turn.role == "user":
                    self._earlier.update(self._spoken_of(turn))
        return self._earlier

    def _spoken_of(self, turn: Turn) -> dict[str, str]:
        from strandline.extract.reader import people_in  # noqa: PLC0415 - the reader follows a whole turn

        return people_in(turn, self._page.known)

    @property
    def people(self) -> dict[str, str]:
        """Those spoken of so far: name or word -> word for what they are."""
        return dict(self._people)


def _two_people(one: str, other: str) -> bool:
    """Whether two relations under one name are two people."""
    return one != other and (bool(_BLOOD & {one, other}) or bool(_OWN & {one, other}))


def _got_named(clause: Clause) -> bool:
    """ "Got a wee lad, Rory": "I've" is left out, and the name ends what is said."""
    if clause.words[0].word != "got" or clause.lead:
        return False
    return any(found[2] is not None and found[3][1] == len(clause.rest) for found in had(clause))


def _in_subject(subject: Subject) -> list[Subject]:
    people = [subject, *subject.with_others]
    if subject.owner is not None:
        people.append(subject.owner)
    return [person for person in people if person.kind == "person"]
