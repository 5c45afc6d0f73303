"""What a speaker takes back: "I made that up", "there is no Casimir", "forget what I said about the band"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from strandline.extract.keys import loose_match, value_key
from strandline.extract.past import Past, Said
from strandline.extract.sentences import Sentence
from strandline.extract.turn import Turn
from strandline.types import Act, Claim, Since

_JUST = r"(?:just |only |completely |totally |obviously |really |actually |clearly )*"
_OWN = re.compile(
    rf"\bi {_JUST}(?:made (?:that|it|this|him|her|them|all that|all of (?:that|it)|the whole (?:thing|story)|that "
    rf"bit|that part|it all)(?: all)? up|made up (?:that|the|all|my)\b"
    rf"|invented (?:that|it|him|her|them|all)|lied|fibbed|take (?:that|it|this|all that|everything) back|take back "
    rf"(?:what|that|everything|my (?:words|statement))|never said (?:that|it|so|any)|did ?n[o']t (?:say|mean) "
    rf"(?:that|it)\b(?! (?:i|you|he|she|they|like|as|way|in)\b)"
    rf"|was {_JUST}(?:lying|joking|kidding|fibbing|bluffing|trolling|messing(?: with you| around| about)?|teasing|"
    rf"winding you up|pulling your leg|having you on|making (?:that|it) up|testing(?: you| whether| if|(?=\W*$))|"
    rf"(?:checking|seeing|trying to see|curious) (?:if|whether|that) you(?:'d| would|'re| were| are|'ll| will)? (?:\w+ "
    rf"){{0,2}}?(?:remember|notice|believe|catch|pay|fall|listen|attent|awake)))"
    rf"|\b(?:i'?m|i am|im) {_JUST}(?:joking|kidding|messing with you|pulling your leg|having you on|winding you up|"
    rf"teasing)\b"
    r"|^\W*(?:(?:haha|lol|no|nah|gotcha|sorry|ok|hey)\W+)*(?:(?:i'm not|i am not|i don'?t|i haven'?t|it "
    r"isn'?t|it'?s not)\W+)?(?:just |only |totally )?(?:kidding|joking|messing with you|pulling your leg|teasing|"
    r"winding you up|testing you)\b"
    r"|\b(?:i'd|i would) like to take (?:that|it) back|^\W*(?:lol|haha)? ?(?:jk|j/k)\b|^\W*april fools?\b|"
    r"^\W*(?:no|nah),? (?:actually )?i (?:don'?t|do not|am not|haven'?t|didn'?t)(?: lol| haha| really)?\W*$|"
    r"^\W*psych[!.]*\s*$|^\W*sike\b|^\W*gotcha\b",
    re.IGNORECASE,
)
"""What only the speaker can say of the speaker's own words."""
_LAST = (
    r"(?:that|this|it|all that|that one|that last (?:one|bit|part|message|thing)"
    r"|(?:my|the) (?:last|previous) (?:message|one|bit|line|sentence|statement|answer|thing|point|comment)s?"
    r"|(?:what|everything|all|the thing) i (?:just )?(?:said|wrote|told you|typed)|the above)"
)
_ORDER = re.compile(
    rf"^\W*(?:(?:no|nah|sorry|oops|ok|okay|hm+|actually|wait|hang on|please|just|can you|could you|you can|and|oh|"
    rf"well|haha|lol|let'?s)\W+)*(?:please )?(?:forget|ignore|disregard|scrap|strike|scratch|delete|erase|cancel|"
    rf"drop|unsay)"
    rf" (?:about )?{_LAST}(?: about (?P<topic>[^,.;!?]+?))?(?: (?:please|again|entirely|completely|from (?:the|"
    rf"your) (?:record|memory|notes)|too|then|now))*(?=\W*$|[,.;:!-])",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"^\W*(?:(?:no|nah|sorry|oops|ok|okay|actually|wait|oh|well|haha|lol)\W+)*(?:forget|scrap|scratch|ignore|strike|"
    r"never ?mind|drop)(?: about)? (?:the |my |that )?(?P<topic>[\w' -]{2,30}?)(?: (?:thing|bit|part|"
    r"stuff))?[,;.:!–-]+ ",
    re.IGNORECASE,
)
""" "Forget the oboe, I play the bassoon" """
_UNTRUE = re.compile(
    r"\b(?:joke|jokes|joking|kidding|lie|lied|made (?:it|that) up|not true|isn'?t true)\b", re.IGNORECASE
)
_NEVER = re.compile(
    r"^\W*(?:(?:ok|okay|fine|well|actually|no|sorry|lol|haha|honestly|oh|to be honest|i'll be honest|alright)\W+)*"
    r"(?:we|i)(?:'ve| have)? never (?:actually |really |even )?(?:had|owned|kept|drove|driven|bought|got|lived in|"
    r"lived|"
    r"worked (?:at|for|in|as)|was|been|played|learned|learnt|studied|spoke|spoken|joined|was in|was a member of) "
    r"(?:an? |any |the |that |my )?(?P<topic>[\w' -]{2,30}?)(?: (?:at all|in (?:my|the) (?:first place|life)|ever))?"
    r"(?=\W*$|[,;.!]| lol| haha| and i )",
    re.IGNORECASE,
)
""" "I never had a yacht" """
_WHOLLY = r"(?:all |just |only |really |actually |completely |totally |complete |even |of course |obviously |such |a )*"
_FALSE = (
    rf"(?:(?:isn'?t|wasn'?t|aren'?t|weren'?t|ain'?t|(?:is|was|are|were|'s|s|'re)? ?not) {_WHOLLY}(?:true|correct|"
    rf"right|real|the case|accurate)"
    rf"|(?:is|was|are|were|'s|s|'re) {_WHOLLY}(?:untrue|lie|lies|false|nonsense|made up|made-up|invented|joke|fib|"
    rf"prank|wind-up|bogus|rubbish|bullshit|wrong|incorrect|fake|fiction))"
)
_PLAINLY_FALSE = re.compile(
    rf"^\W*(?:(?:haha+|lol|no|nah|nope|sorry|oops|ok|okay|hm+|actually|wait|hang on|and|oh|well|yeah|argh|look|"
    rf"honestly|by the way|btw|to be honest|but|also)\W+)*"
    rf"(?:none of (?:that|it|this|what i said) (?:is|was) {_WHOLLY}(?:true|real)|(?:that|this|it|all that|all of "
    rf"(?:that|it)|everything i (?:just )?said|what i (?:just )?(?:said|wrote|told you)|my last message|that last "
    rf"(?:bit|part|one)|the last (?:bit|part|one))(?: there)? ?{_FALSE})\b(?!, (?:it|its|it's|i|i'm|my|we|our|he|"
    rf"she|they|actually)\b(?! (?:don'?t|do not|didn'?t|can'?t|cannot|couldn'?t|never|made|lied|was|am not|haven'?t|"
    rf"have no|just|only)\b)| "
    rf"(?:that|to|about|for|of|when|if|what|how)\b)",
    re.IGNORECASE,
)
_TOPIC_FALSE = re.compile(
    rf"(?:the (?:bit|part|thing|story|stuff|line)|what i (?:just )?(?:said|wrote|told you)) (?:about|on|regarding) "
    rf"(?P<topic>[^,.;!?]+?) ?{_FALSE}\b"
    rf"|\b(?:the|that) (?P<who>[\w' -]{{2,30}}?) (?:thing|bit|part|story|stuff) ?{_FALSE}\b",
    re.IGNORECASE,
)
_NO_SUCH = re.compile(
    r"\b(?i:(?:there'?s|there is|there was|there are) (?:actually |really |obviously )?no|there never was(?: any| "
    r"a)?|there (?:isn'?t|is not|wasn'?t) (?:any|a)) (?P<topic>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?=\W*$|[,.;!]| at "
    r"all| and )"
    r"|(?P<who>[A-Z][\w'-]+) (?:is not real|isn'?t real|does not exist|doesn'?t exist|never existed|is (?:made up|"
    r"made-up|invented|fictional|imaginary))",
)
_ABOUT = re.compile(
    r"\b(?:about|regarding|on) (?:the |my |being |having |that )*(?P<topic>[\w' -]{2,40}?)(?:[,.;!]|$| i | because "
    r"| and )",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:the|my|being|having|that|living in|an?|working at|working as|what)\s+", re.IGNORECASE)
_OF_YOU = re.compile(r"\b(?:you are|you're|you have|you've|you live|you work|you were|your)\b", re.IGNORECASE)


_OF_THE_WORLD = re.compile(r"(?<![.!?] )(?<!^)\b(?!I\b)[A-Z]\w+|\d")
"""A name or number in what the assistant said."""


def retractions(
    turn: Turn, part: Sentence, past: Past, replied: str = "", stated_here: Sequence[Claim] = ()
) -> list[Claim]:
    """The claims that a sentence takes back, as RETRACTs.

    ``replied`` is what the assistant said in between: "that's not true" may be about that. ``stated_here`` is what the
    sentence itself states: "forget the oboe, I play the bassoon".
    """
    text = turn.content[part.start : part.stop]
    named = _NO_SUCH.search(text) or _TOPIC_FALSE.search(text)
    if named is not None:
        topic = named["topic"] or named.groupdict().get("who") or ""
        return [taken_back(one.claim, turn.at, (part.start, part.stop)) for one in _of_topic(past.stated, topic)]
    if (plain := _INSTEAD.match(text) or _NEVER.match(text)) is not None:
        topic, instead = plain["topic"], {claim.relation for claim in stated_here}
        fresh = [one for one in past.stated if one.fresh and _names(topic, one.claim)]
        if plain.re is _INSTEAD and _UNTRUE.search(text) is None:
            fresh = [one for one in fresh if one.claim.relation in instead]
        if fresh:
            return [taken_back(one.claim, turn.at, (part.start, part.stop)) for one in fresh]
    own, order, false = _OWN.search(text), _ORDER.search(text), _PLAINLY_FALSE.search(text)
    stated = past.stated if own or order or false else ()
    if not stated:
        return []
    begun = own or order
    about = _ABOUT.search(text, begun.end() - 6 if begun is not None else 0)
    if about is not None:
        return [taken_back(one.claim, turn.at, (part.start, part.stop)) for one in _of_topic(stated, about["topic"])]
    if (own is None or "never said" in text.casefold()) and (
        not stated[-1].fresh or _of_the_assistant(replied, stated)
    ):
        return []
    latest = stated[-1].words
    return [taken_back(one.claim, turn.at, (part.start, part.stop)) for one in stated if one.words == latest]


def _names(topic: str, claim: Claim) -> bool:
    """Whether a word or two name what a claim says: its value, or the kind of it."""
    key = value_key(topic)
    return key in (value_key(claim.value), value_key(claim.qualifier or "")) or loose_match(topic, claim.value)


def _of_the_assistant(replied: str, stated: Sequence[Said]) -> bool:
    """Whether the assistant said something, of the user or of the world, that is none of the user's own claims."""
    if _OF_YOU.search(replied) is None and _OF_THE_WORLD.search(replied) is None:
        return False
    words = f" {value_key(replied)} "
    return not any(one.claim.value and value_key(one.claim.value) in words for one in stated)


def _of_topic(stated: Sequence[Said], topic: str) -> list[Said]:
    topic = re.sub(r"'s$", "", topic.strip())
    while (shorter := _LEADING.sub("", topic)) != topic:
        topic = shorter
    found = [one for one in stated if topic.casefold() in one.words.casefold() or loose_match(topic, one.claim.value)]
    exact = [
        one for one in found if loose_match(topic, one.claim.value) or topic.casefold() in one.claim.value.casefold()
    ]
    return exact or found


def taken_back(claim: Claim, at: datetime, place: tuple[int, int]) -> Claim:
    """The claim that another was never true."""
    return replace(
        claim, act=Act.RETRACT, at=at, valid_from=None, valid_to=None, since=Since.SAID, start=place[0], stop=place[1]
    )
