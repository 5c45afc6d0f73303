"""What somebody or something was or is no longer, told by what is known: an employer that was quit, a car that died.

And who had a post when: "Solveig has been my manager since 2022", "before her my manager was Anders, 2018 to 2021".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from strandline.extract.clauses import Clause, Mood
from strandline.extract.dating import When, by_the_clock, dated, ended_at, over_at, since_when
from strandline.extract.drafts import VERSION, Page
from strandline.extract.keys import loose_match, value_key
from strandline.extract.kin_claims import head
from strandline.extract.naming import name_stop
from strandline.extract.patterns import joined
from strandline.extract.people import KIN
from strandline.extract.relations import relations
from strandline.extract.tokens import Token
from strandline.extract.values import stretch, without_article
from strandline.types import Act, Claim, Since

_POSTS = frozenset({"manager", "partner"})
"""Of whom there is one at a time."""
_QUIT = {
    "quit": r"", "leave": r"", "ditch": r"", "escape": r"", "pack": r"in ", "jack": r"in ", "chuck": r"in ",
    "say": r"(?:good)?bye(?: |-)?(?:bye )?to |farewell to |adieu to ", "wave": r"goodbye to ", "bid": r"farewell to ",
    "part": r"(?:ways|company) with ", "walk": r"away from ", "turn": r"my back on ", "finish": r"up at ",
}  # fmt: skip
"""How one leaves an employer: the verb, and what stands before the name."""
_WRECKED = ("off", "stolen", "scrapped", "totalled", "totaled", "nicked")
_BROKEN = {"die": ("",), "conk": ("out",), "pack": ("in", "up"), "give": ("up",), "break": ("down for good",)}
"""How a machine ends: the verb and how its rest begins."""


def tenures(page: Page, clause: Clause) -> Iterator[Claim]:
    """Who had a post from when to when, and what of the known is given up or broken."""
    verb = clause.verb
    if verb is None or clause.mood is not Mood.FACT or verb.negated or verb.ended or verb.modal is not None:
        return
    if verb.lemma == "be" and clause.subject.kind == "person":
        yield from _in_post(page, clause)
        yield from _behind(page, clause)
    elif verb.lemma == "take" and clause.subject.name and verb.tense != "present":
        yield from _taken_over(page, clause)
    elif not page.known.values:
        return
    elif verb.lemma in _LEFT and verb.tense != "present" and "partner" in page.known.values and _left(page, clause):
        partner = page.known.values["partner"][-1]
        yield replace(_end(page, clause, "partner", partner), replaces=partner)
    elif verb.lemma == "lose" and clause.subject.is_speaker and verb.tense != "present":
        yield from _lost(page, clause)
    elif verb.lemma in _QUIT and clause.subject.kind in ("speaker", "none") and verb.tense != "present":
        yield from _quit(page, clause)
    elif clause.subject.kind in ("thing", "person") and clause.subject.owner is None:
        yield from _behind(page, clause)
        yield from _broken(page, clause)


def _in_post(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "Solveig has been my manager since 2022", "Ewa was my boss until May", "my manager was Anders, 2018 to 2021"."""
    subject, verb, words = clause.subject, clause.verb, clause.rest
    if verb is None or verb.tense not in ("perfect", "past") or not words:
        return
    if subject.name and subject.kin is None and words[0].word in ("my", "our"):
        found = head(words, 1)
        if found is None or any(word.word.startswith("ex") for word in words[: found[1]]):
            return
        kin, value = KIN[found[2]], " ".join(page.turn.content[subject.first : subject.last].split())
        stop = words[found[1] - 1].stop
    elif subject.kin is not None and not subject.name and subject.owner is not None and subject.owner.is_speaker:
        named = name_stop(words, 0)
        if named == 0 or verb.tense != "past" or (named < len(words) and words[named].word == "'s"):
            return
        kin, value, stop = subject.kin, page.text(words, (0, named)), words[named - 1].stop
    else:
        return
    if kin.relation not in _POSTS:
        return
    at = page.turn.at
    when = since_when(clause, page.turn.content, at, change=True) if verb.tense == "perfect" else over_at(clause, at)
    if verb.tense == "perfect" and when.since is not Since.WORDS:
        return
    yield replace(_claim(page, clause, kin.relation, value, when), over=verb.tense == "past", stop=stop)


def _lost(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "I lost Ole in April": a partner or pet that is known by the name."""
    words = clause.rest
    stop = name_stop(words, 0)
    for relation in ("partner", "pet") if stop and _ends(words[stop:]) else ():
        held = _known(page, relation, page.text(words, (0, stop)))
        if held is not None:
            kind = page.known.kinds.get(value_key(held)) if relation == "pet" else None
            yield replace(_end(page, clause, relation, held), qualifier=kind)


def _taken_over(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "Agata took over from Marius as my manager in May": the new one, where the old one is not known."""
    said, _ = joined(clause.rest)
    match = _OVER_AS.match(said)
    kin = None if match is None else KIN.get(match["kin"])
    if kin is None or kin.relation not in _POSTS or page.known.values.get(kin.relation):
        return
    when = since_when(clause, page.turn.content, page.turn.at, change=True)
    subject = clause.subject
    yield _claim(page, clause, kin.relation, page.turn.content[subject.first : subject.last], when)


_OVER_AS = re.compile(r"over (?:from [^,⟨]+? )?as (?:my|our) (?P<kin>[\w-]+)\b")


def _left(page: Page, clause: Clause) -> bool:
    """ "I left Sander", "mira dumped me": where that is who is known as the partner."""
    words = clause.rest
    then = [word.word for word in words[1:3]]
    if clause.subject.is_speaker and words and words[0].word in _THEM:  # "I dumped him"
        return clause.verb is not None and clause.verb.lemma in ("dump", "divorce") and _ends(words[1:])
    if clause.subject.is_speaker and words:
        stop = max(name_stop(words, 0), 1)
        return _known(page, "partner", page.text(words, (0, stop))) is not None and _ends(words[stop:])
    if clause.subject.kind in ("thing", "person") and clause.subject.owner is None and words and words[0].word == "me":
        said = page.turn.content[clause.subject.first : clause.subject.last]
        return _known(page, "partner", said) is not None and (not then or _ends(words[1:]))
    return False


def _all_said(words: Sequence[Token]) -> bool:
    """Whether an employer's name is over before some words: not "left the Kiln meeting", "said bye to Kiln staff"."""
    return _ends(words) or words[0].word in _AFTERWARDS or not (words[0].is_word or words[0].word == "'s")


_AFTERWARDS = frozenset(
    """
    to so as since now too altogether completely entirely finally again without once in on at this earlier where
    """.split()  # noqa: SIM905
)


def _ends(words: Sequence[Token]) -> bool:
    """Whether no more is said than when and why: not "left me in charge", "left Sander a note"."""
    first = words[0].word if words else ""
    dated = any(word.word[0] == "⟨" for word in words[1:3])
    return not words or first[0] == "⟨" or first in _THEN or (first in ("in", "on", "at") and dated)


_LEFT = frozenset({"leave", "dump", "ditch", "divorce"})
_THEM = frozenset({"him", "her", "them"})
_THEN = frozenset([",", "for", "after", "and", "because", "when", "but", "last", "lol", "by", "over"])


def _quit(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "Quit the copper pot", "said goodbye to Kiln": an employer that is known, however it is written."""
    said = joined(clause.rest)[0]
    lead = re.match(_QUIT[clause.verb.lemma], said) if clause.verb is not None else None
    words = clause.rest[len(lead.group().split()) :] if lead is not None else ()
    if not words or not (words[0].is_word or words[0].capital):
        return
    value = stretch(words, 0, "org")
    held = _known(page, "works_at", page.text(words, without_article(words, value)))
    if held is None or by_the_clock(clause) or not _all_said(words[value[1] :]):
        return
    if words[0].word != "the" or value[1] > 2 or words[1].capital:
        yield _end(page, clause, "works_at", held)
    elif _for_good(clause):  # "left the school in June"
        yield replace(_end(page, clause, "works_at", held), replaces=held)


def _for_good(clause: Clause) -> bool:
    """Whether a workplace that is called by its kind is left as a job, not for the day."""
    span = dated(clause)
    lasting = span is not None and span.grain in ("month", "season", "quarter", "year")
    return lasting or (clause.verb is not None and clause.verb.lemma == "quit")


def _broken(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "The Honda died", "mazda got written off": a car that is known."""
    verb, (said, _) = clause.verb, joined(clause.rest)
    if verb is None or verb.tense not in ("past", "perfect") or "drives" not in page.known.values:
        return
    ends = any(said.startswith(start) for start in _BROKEN.get(verb.lemma, ())) and not said.startswith(
        ("up on", "down on")
    )
    wrecked = {word.word for word in clause.words} & set(_WRECKED)
    if not ends and not (wrecked and (verb.passive or verb.lemma in ("get", "be"))):
        return
    subject = clause.subject
    held = _known(page, "drives", page.turn.content[subject.first : subject.last])
    if held is not None:
        yield _end(page, clause, "drives", held)


_BEHIND = re.compile(
    r"(?:now |all |finally |officially |ancient )*(?:history|behind (?:me|us)|in (?:the|my) past|"
    r"a thing of the past|over(?: and done with)?(?: for (?:me|us))?|done with)"
    r"(?=$| (?:now|,|⟨|for good|and|so|since|at last)(?: |$))"
)


def _behind(page: Page, clause: Clause) -> Iterator[Claim]:
    """ "Kiln is history", "Petra is behind me now": an employer, school or partner that is known."""
    verb, held_of = clause.verb, [name for name in ("works_at", "studies_at", "partner") if name in page.known.values]
    if not held_of or verb is None or verb.lemma != "be" or verb.tense != "present":
        return
    if _BEHIND.match(joined(clause.rest)[0]) is None:
        return
    named = page.turn.content[clause.subject.first : clause.subject.last]
    for relation in held_of:
        held = _known(page, relation, named)
        if held is not None:
            yield _end(page, clause, relation, held)


def _known(page: Page, relation: str, said: str) -> str | None:
    """The known value that some words name."""
    key = value_key(said)
    values = page.known.values.get(relation, ())
    return next((value for value in values if key and (value_key(value) == key or loose_match(said, value))), None)


def _end(page: Page, clause: Clause, relation: str, value: str) -> Claim:
    when = ended_at(clause, page.turn.content, page.turn.at)
    return replace(_claim(page, clause, relation, value, when), act=Act.END, loose=True)


def _claim(page: Page, clause: Clause, relation: str, value: str, when: When) -> Claim:
    row, speaker = relations()[relation], page.known.speaker
    return Claim(
        subject=speaker, relation=relation, value=value, at=page.turn.at, valid_from=when.first, valid_to=when.until,
        since=when.since, text=row.sentence(speaker, value), start=clause.start, stop=clause.stop, confidence=0.8,
        extractor=VERSION,
    )  # fmt: skip


_RIVALS = tuple(
    frozenset(kind.split())
    for kind in (
        "vim neovim nvim emacs nano helix zed vscode sublime intellij pycharm webstorm xcode atom kakoune",
        "firefox chrome safari brave edge vivaldi opera librewolf chromium",
        "windows linux macos ubuntu debian fedora arch nixos mint",
        "android ios iphone",
        "obsidian notion evernote onenote logseq joplin",
        "gmail outlook protonmail proton fastmail thunderbird",
        "spotify tidal deezer",
        "bash zsh fish",
        "duckduckgo kagi bing google",
        "jira trello asana clickup",
    )
)
"""Programs of which one takes the place of another."""
_CHANGED = re.compile(
    r"\b(?:back|again|switch\w*|mov(?:ed|ing)|migrat\w+|convert\w+|went|gone|revert\w*|instead|ditched|dropped)\b",
    re.IGNORECASE,
)


def outdone(page: Page, claims: Sequence[Claim]) -> Iterator[Claim]:
    """The end of a program in whose place another of its kind is used now: "I'm back on Vim"."""
    held = page.known.values.get("uses", ())
    if not held:
        return
    for claim in claims:
        if claim.relation != "uses" or claim.act is not Act.STATE or not claim.polarity or claim.over:
            continue
        kind = next((kind for kind in _RIVALS if value_key(claim.value) in kind), None)
        said = page.turn.content[max(0, claim.start - 30) : claim.stop + 20]
        if kind is None or claim.subject != page.known.speaker or _CHANGED.search(said) is None:
            continue
        for value in held:
            if value_key(value) in kind and value_key(value) != value_key(claim.value):
                text = relations()["uses"].sentence(claim.subject, value)
                until = claim.valid_from or claim.at
                yield replace(
                    claim,
                    act=Act.END,
                    value=value,
                    replaces=value,
                    text=text,
                    loose=True,
                    valid_from=None,
                    valid_to=until,
                )


def misplaced(page: Page, claims: Sequence[Claim]) -> list[Claim]:
    """The claims, with what was read of a partner put to an employer, and the reverse, where that is who is known.

    "Apex and I parted ways" ends an employer, "I'm not with Anton any more" a partner.
    """
    firms, partners = page.known.values.get("works_at", ()), page.known.values.get("partner", ())
    found = []
    for claim in claims:
        key = value_key(claim.value)
        firm = next((value for value in firms if value_key(value) == key), None)
        if claim.relation == "partner" and claim.act is Act.END and firm and key not in map(value_key, partners):
            text = relations()["works_at"].sentence(claim.subject, firm)
            claim = replace(claim, relation="works_at", text=text)
        elif claim.relation == "works_at" and firm is None and key in map(value_key, partners):
            text = relations()["partner"].sentence(claim.subject, claim.value, polarity=claim.polarity)
            claim = replace(claim, relation="partner", text=text)
        found.append(claim)
    return found


def parted(page: Page, claims: Sequence[Claim]) -> list[Claim]:
    """The end of being married or engaged that comes with a partnership's end, unless the turn says what is."""
    known = page.known.values
    status = next((one for one in known.get("relationship_status", ()) if one in ("married", "engaged")), None)
    if status is None:
        return []
    if any(claim.relation == "relationship_status" for claim in claims):
        return []
    held = known.get("partner", ())
    for claim in claims:
        over = claim.relation == "partner" and claim.act is Act.END and claim.subject == page.known.speaker
        if over and (not claim.value or not held or any(loose_match(claim.value, value) for value in held)):
            text = relations()["relationship_status"].sentence(claim.subject, status)
            return [replace(claim, relation="relationship_status", value="", loose=True, text=text)]
    return []
