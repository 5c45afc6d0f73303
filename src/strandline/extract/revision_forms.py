"""The forms in which a sentence puts right or brings up to date what was said: which words are the new value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from strandline.extract.rewordings import may_reword
from strandline.extract.sentences import Sentence

_MARK = (
    r"come to think of it|on (?:second thoughts?|reflection)|sorry|oops|whoops|argh|ugh|typo|autocorrect|correction|"
    r"my mistake|my bad|i misspoke|actually|(?<!n't )(?<!not )wait|no wait|"
    r"scratch that|"
    r"i meant|i mean|let me correct|make (?:that|it)(?! ?[.!?,]| ?$| (?:work|happen|all|up|to|through|eas|better|hard|"
    r"worth|more|less|so|even|very|really|clear|count|possible|last|big|an?|the|into|out|for|in|on|feel|seem|look|with|"
    r"and|here|home|there|back|this|that|better|fun|special|right)\b)|or rather|edit|\*|not quite|wrong|"
    r"i got that wrong|hang on|hold on|that's wrong|"
    r"should (?:be|read|have been|say)|apologies|pardon|fat fingers|(?:i )?(?:mixed|muddled) up (?:the |my )?\w+|"
    r"(?:mixed|muddled|swapped) (?:them|those|these|the two)(?: up)?(?! (?:with|for|in|into)\b)|"
    r""
    r"(?:i )?(?:had|got) (?:the|my) \w+ wrong|misread|slip of the \w+|strike that|with (?:an?|one|two) "
    r"'?[a-z]'?(?!\w)|let me rephrase|let me try "
    r"again|i (?:keep |just )?mistyp(?:ed|ing)|i misspel(?:t|led)|misspel(?:t|led)|did i (?:just )?(?:say|write|"
    r"type)"
)
_MARKED = re.compile(
    rf"(?:^|[\s,.!(])(?:{_MARK})(?:\b|$|(?<=\*))|^\W*(?:(?:oh|ah|lol|haha|hm+|well)\W+)*(?:no|nope|"
    rf"nah)(?=\s*[,.:;!–-])"
    rf"|^\W*(?:really|in truth|in reality|(?:the )?truth is),? (?:that )?(?:i|my|we|our)\b",
    re.IGNORECASE,
)
_STRONG = re.compile(
    r"\b(?:sorry|oops|whoops|typo|autocorrect|correction|my mistake|my bad|misspoke|mistyp\w+|misspel\w+|i mea?nt?|"
    r"got (?:that|it) wrong|let me (?:rephrase|correct|try again)|no,? wait|wait,? no|that'?s wrong|scratch that|"
    r"wrong|on (?:second thoughts?|reflection)|"
    r"(?:mixed|muddled|swapped) (?:them|those|these|the two|it|that)(?: up)?)\b"
    r"|^\W*(?:no|nope|edit)(?=\s*[,.:;!–-])|^\W*\*",
    re.IGNORECASE,
)
_SLIP = re.compile(
    r"\b(?:typo|autocorrect|correction|mistyp\w+|misspel\w+|misspoke|got (?:that|it|\w+ name) wrong|i meant|spelt|"
    r"spelled|wrong)\b",
    re.IGNORECASE,
)
_ON_TOP = re.compile(r"\b(?:also|too|as well|another|both|besides|in addition)\b", re.IGNORECASE)
_TRIGGERS = frozenset(
    """
    sorry oops whoops argh ugh typo autocorrect correction mistake bad misspoke actually wait scratch meant mean
    make rather edit * wrong apologies should not now true made joking kidding forget ignore disregard scrap
    strike lied lying invented untrue said nonsense lie take hang hold correct instead please no nope nah
    mistyped mistyping misspelt misspelled rephrase update change new down up pulling messing teasing winding
    having gotcha april fools never there fib fibbing delete erase cancel joke prank fake bluffing trolling
    rubbish exist exists round pardon misread mixed muddled fat slip went gone rose dropped increased fell grew
    did thought thoughts reflection try moved postponed rescheduled pushed delayed shifted forward changed updated reset
    switched jk j/k
    don't around versa swapped renamed mine back drop
    """.split()  # noqa: SIM905
)
"""A sentence with none of these words takes back nothing."""
_HEAD = rf"^\W*(?:(?:{_MARK}|(?:no|nope|nah)(?=\s*[,.:;!–-])|well|oh|ah|lol|haha|hm+)\b[\s,.!:;*–-]*)*"
_NEW = r"(?P<new>(?:[^,.;!?]|(?<=\w)[.,](?=\w)){1,60}?)"
_OLD = r"(?P<old>(?:[^,.;!?]|(?<=\w)[.,](?=\w)){1,60}?)"
_END = r"(?=\s*(?:[,;!?.](?:\s|$)|$| - | – |--))"
_NOT_A_BUT_B = (
    re.compile(
        rf"(?:\bnot|n't) {_OLD}(?: (?:actually|really|any ?more))?[,;.!-]+ ?(?:my mistake|sorry|oops)?[,;.! "
        rf"-]*(?:but |it is |it's |its |i meant |i mean |rather |i (?:should|ought to) have (?:said|written|put|"
        rf"typed) |"
        rf"i meant to (?:say|write|type) |(?:it|that) should (?:be|have been|read|say) |make that ){_NEW}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bnot {_OLD}(?: (?:actually|really|any ?more))?[,;.!-]+ ?[^.!?]{{0,40}}\b(?:renamed|changed|switched|"
        rf"moved|turned) (?:[^.!?]{{1,30}} )?(?:in)?to {_NEW}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:it is|it's|its|it was|that's|that was|i meant|i mean|make that|actually|is|should be|they're|they are|"
        rf"he's|she's) (?:actually |"
        rf"now |really |in "
        rf"fact )?{_NEW},? not {_OLD}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"{_HEAD}not (?P<old>[\w@.+' -]{{1,60}}?)(?:,| -|;|:|, but| but) (?:(?:sorry|oops|rather),? )?(?P<new>[\w@.+' "
        rf"-]{{1,60}}?)\W*$",
        re.IGNORECASE,
    ),
    re.compile(rf"{_HEAD}(?P<new>[\w@.+' -]{{1,60}}?),? not (?P<old>[\w@.+' -]{{1,60}})\W*$", re.IGNORECASE),
)
_MEANT = re.compile(
    rf"(?:i meant(?: to (?:say|write|type))?|i mean|make that|make it|(?:it |that )?should (?:be|read|have been|"
    rf"say)|correct(?:ion)?:|or rather|\*)\s*[\"']?{_NEW}[\"']?{_END}",
    re.IGNORECASE,
)
_MOVED_TO = re.compile(
    r"^\W*(?:(?:update|ok|so|sorry|actually|and|but|oh|hm+|ah)\W+)*(?:it|that|this|they)?(?:'s|'ve)?(?: (?:has|have|"
    r"had|got|was|is|been|just|"
    r"now))*\s*\b(?:moved|rescheduled|postponed|pushed|put|brought|delayed|changed|shifted|switched)(?: (?:it|that|"
    r"this))?"
    rf"(?: (?:back|forward|out|up))? (?:to|until|till|for) {_NEW}{_END}",
    re.IGNORECASE,
)
""" "It got moved to 12 May", "postponed to Monday" """
_IT_IS = re.compile(
    r"(?:^|[,;:.!-] ?|\band )(?:sorry,? |oops,? |no,? |actually,? |wait,? |update: |i just checked and )*(?:it is|"
    r"it's|its|that's|that is|mine is|(?:the )?(?:new|right|correct) one is)"
    rf"(?P<how>(?: (?:actually|really|in fact|now|just|still))*) {_NEW}{_END}",
    re.IGNORECASE,
)
_SURELY = re.compile(r"\b(?:actually|in fact|now)\b", re.IGNORECASE)
"""Not "really": "it's really rewarding"."""
CLEFT = re.compile(
    r"\b(?:it is|it's|its) (?P<new>[^,.;!?]{1,40}?) (?:that |which |who )?(?P<rest>i(?:'m| am|'ve| have)? "
    r"[^,.;!?]{2,40}?)(?:[,.;!?]|$)",
    re.IGNORECASE,
)
""" "It's pecans I'm allergic to" """
_STATES = re.compile(r"n't\b|\b(?:not|is|are|am|was|were)\b", re.IGNORECASE)
"""In a fragment: then it is none, it states something itself."""
_DOES = re.compile(
    r"^\S.* (?:moved|arrived|started|finished|called|visited|travell?ed|walked|played|worked|stayed|returned|joined|"
    r"turned|married|died|opened|closed|landed|emailed|texted|phoned|cooked|watched|graduated|retired|quit|left|went|"
    r"came|got|had|ran|flew|saw|met|took|began|made|said|told|gave|drove|bought|sold|won|lost|wrote|broke|fell)\b",
    re.IGNORECASE,
)
"""The same where somebody is said to have done something: "Anna moved on Monday"."""
_FRAGMENT = re.compile(
    rf"{_HEAD}{_NEW}(?:,? (?:with|without|please|actually|instead|as in|(?:one|two|double) '?[a-z]'?(?:'?s)?(?!\w)|"
    rf"sorry|oops|my mistake|my bad|of course|i meant?|i should say|or rather|misread|mistyped|forgot|typo|wrong|"
    rf"got|come to "
    r"think)\b"
    r"[^.!?]*"
    r"|(?:,| -| –|;|:) ?(?:i|we|they|it|he|she|because|since|as|my|that|the|thanks|thank you)\b[^.!?]*)?\s*[,.!]*$",
    re.IGNORECASE,
)
_RIGHT = re.compile(
    r"(?:^|[,;:.-] ?)(?P<new>[^\s,;:!?]{1,30}(?: [^\s,;:!?]{1,20})?) is (?:the )?(?:right|correct)(?: one)?\W*$",
    re.IGNORECASE,
)
_STARRED = re.compile(r"^\W*(?P<new>[\w' .-]{1,40}?)\*\W*$")
_TAIL = re.compile(
    r",?\s+(?:actually|really|please|instead|though|by the way|btw|in fact|of course|thanks|lol|haha|sorry|then)$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"(?P<new>[\w.+-]+@[\w-]+(?:\.[\w-]+)+)")
_NUMBER = re.compile(r"(?P<new>\+?\d[\d ()-]{5,}\d)")
OTHER_WAY = re.compile(
    r"\b(?:the )?other way (?:a)?round\b|\bvice versa\b|"
    r"\b(?:swapped|mixed|muddled) (?:them|those|these|the two|it|that)(?: up)?\b(?! (?:with|for|in|into)\b)",
    re.IGNORECASE,
)
""" "Sorry, the other way round" """
_NOW = re.compile(
    r"\s+(?:now|these days|at the moment|currently|from now on|as of (?:now|today|yesterday))$", re.IGNORECASE
)
_SINCE_THEN = re.compile(
    r"^\W*(?:(?:actually|oh|well|no|now|it's|she's|he's|make that|ah|haha|lol)\W+)*(?P<new>\d[\d.,]*(?: [a-z]+)?|one|"
    r"two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:now )?(?:since|as of|from)\b",
    re.IGNORECASE,
)
""" "Seven since last week": the number that was said in the turn before has changed."""
_STEPS = re.compile(r"^(?:up to|down to|back to|now|up|down)\b", re.IGNORECASE)
_NO_VALUE = frozenset(
    """
    thanks thank worries problem need way idea never mind wait sorry that this it i you we he she they not yet just the
    no yes yeah ok okay fine good great right wrong sure please help hello hi what why how who where when nothing
    something anything everything me so well really typo oops again still more less better worse nevermind never-mind
    lol haha seriously true false agreed cool perfect nice done there here go let do don't can could would my bad bro
    dude man mate actually maybe probably in on about for like as if because but and or same both none neither either
    at to from continue stop next back later enough kidding joking messing teasing lying joke
    now then soon today tonight currently recently lately anyway
    """.split()  # noqa: SIM905
)
"""Words that no value begins with: "no, thanks"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """A new value for something said before. ``update`` says that it changed; else the old one was never true."""

    new: str
    old: str | None
    start: int
    stop: int
    update: bool = False
    sure: bool = True
    """Whether words mark it as a correction; without them the two values must be of one kind and alike."""
    bare: bool = False
    """Whether it is only a value: then it must follow at once upon what it corrects."""


def may_revise(sentence: Sentence) -> bool:
    """Whether a sentence could take back or change something: only then what was said before is read again."""
    words = sentence.words
    return (
        not _TRIGGERS.isdisjoint(words)
        or ("is" in words and not words.isdisjoint(("it", "that", "mine")))
        or sentence.tokens[0].word in ("it", "really", "truth")
        or (sentence.tokens[0].word in ("in", "the") and not words.isdisjoint(("truth", "reality")))
        or may_reword(sentence)
        or says_anew(sentence)
        or (sentence.tokens[0].word[:1].isdigit() and len(sentence.tokens) <= 7)
        or ("with" in words and len(sentence.tokens) <= 6)
        or ("to" in words and requests_value(sentence))
        or "april fool" in sentence.source[sentence.start : sentence.stop].casefold()  # the words may be a date
    )


def requests_value(sentence: Sentence) -> bool:
    """ "Set the dev port to 4000": a request, which tells the value of what had one before."""
    return [word.word for word in sentence.tokens[:2]] in (["set", "the"], ["please", "set"])


_SPELT = re.compile(
    r"[.,;!]*\s+(?:autocorrect|typo|sorry|oops|whoops|my (?:mistake|bad)|i mis\w+|wrong)\b|"
    r"[.,;!]*\s+(?:with |without |it's |that's )?(?:two|double|one|an?|both) '?[a-z]'?(?:'?s)?(?!\w)",
    re.IGNORECASE,
)


def says_anew(sentence: Sentence) -> bool:
    """Whether a sentence is a value by itself that is spelt out next, or a number with since when it holds."""
    since = any(span.relation == "since" for span in sentence.times)
    text = sentence.source[sentence.start : sentence.stop] if since else ""
    return _spelt_after(sentence) or (since and _SINCE_THEN.match(text) is not None)


def _spelt_after(sentence: Sentence) -> bool:
    """ "Matteo. Two t's.": a name by itself and how it is written."""
    return len(sentence.tokens) <= 2 and _SPELT.match(sentence.source, sentence.stop) is not None


def marked(text: str) -> bool:
    """Whether a sentence says that it puts something right."""
    return _MARKED.search(text) is not None


def strongly_marked(text: str) -> bool:
    """Whether it says so in words that mean nothing else, and adds nothing."""
    return _STRONG.search(text) is not None and _ON_TOP.search(text) is None


def of_a_slip(text: str) -> bool:
    """Whether it says that something was written wrong."""
    return _SLIP.search(text) is not None and _ON_TOP.search(text) is None


def written_out(text: str) -> bool:
    """Whether a number or an address is written again: "0770 900 132, the last two the other way round"."""
    return any(pattern.search(text) is not None for pattern in (_ADDRESS, _NUMBER))


def revisions(text: str, part: Sentence, *, sure: bool) -> Iterator[Revision]:
    """What the sentence may put right, from the surest form to the least."""
    known = sure or marked(text) or _spelt_after(part)
    for pattern in _NOT_A_BUT_B:
        match = pattern.search(text)
        if match is not None and _is_value(match["new"]):
            old = re.sub(
                r"^(?:the|a|an|on|at|in|by|to|that|just|actually|really|now|called)\s+",
                "",
                match["old"].strip(),
                flags=re.IGNORECASE,
            )
            yield _revision(match, part, old=old)
    for match in (_STARRED.match(text), _RIGHT.search(text)):
        if match is not None and _is_value(match["new"]):
            yield _revision(match, part)
    for pattern in (_ADDRESS, _NUMBER):
        match = pattern.search(text)
        if match is not None and len(text) <= len(match["new"]) + 60:
            yield _revision(match, part, sure=known)
    match = _MEANT.search(text)
    if match is not None and _is_value(match["new"]):
        yield _revision(match, part)
    match = _MOVED_TO.match(text)
    if match is not None and _is_value(match["new"]):
        yield _revision(match, part, update=True)
    match = _SINCE_THEN.match(text)
    if match is not None and any(span.relation == "since" for span in part.times):
        yield _revision(match, part, update=True, bare=True)
    match = _IT_IS.search(text)
    if match is not None and _is_value(match["new"]):
        yield _revision(
            match, part, update="now" in match["how"], sure=known or _SURELY.search(match["how"]) is not None, bare=True
        )
    match = _FRAGMENT.match(text)
    if (
        match is not None
        and _STATES.search(match["new"]) is None
        and _DOES.search(match["new"]) is None
        and len(match["new"].split()) <= 6
        and _is_value(match["new"])
    ):
        yield _revision(match, part, sure=known, bare=True)


def _revision(
    match: re.Match[str],
    part: Sentence,
    *,
    old: str | None = None,
    update: bool = False,
    sure: bool = True,
    bare: bool = False,
) -> Revision:
    start, stop = part.start + match.start("new"), part.start + match.end("new")
    new = match["new"]
    plain = _TAIL.sub("", new)
    shorter = _NOW.sub("", plain)
    changed = shorter != plain or _STEPS.match(new) is not None
    return Revision(
        new=shorter, old=old, start=start, stop=stop - len(new) + len(shorter), update=update or changed,
        sure=sure or changed, bare=bare,
    )  # fmt: skip


_AFTER_DOING = frozenset(["a", "an", "the", "my", "in", "at", "on", "for", "as", "with", "to"])
_SPEAKS = re.compile(r"(?:i|we|you|he|she|they|there|who|what|im|ive|youre|theyre)['’]?(?:m|ve|re|d|ll|s)?$")
"""A word that begins a statement: such words are no value but say something themselves."""


def _is_value(new: str) -> bool:
    words = re.findall(r"[^\s,;:!?]+", new.strip("\"' ").casefold())
    while words[1:] and words[0] in ("the", "in", "at", "on", "about", "just", "from"):
        words = words[1:]
    if not words or "?" in new or words[0].strip(".") in _NO_VALUE or _SPEAKS.match(words[0]):
        return False
    if words[0].endswith("ing") and words[1:2] and words[1] in _AFTER_DOING:
        return False  # "living in Hull now" is a statement of its own
    return len(words) == 1 or words[-1] not in ("one", "ones")  # "the Scottish one" says which, not what
