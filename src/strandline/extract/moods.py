"""Assertion detection: whose statement it is, real or imagined, now or then. Before any relation is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from itertools import zip_longest

from strandline.extract.clauses import Clause, Mood, clauses
from strandline.extract.cues import cue
from strandline.extract.masks import Masked
from strandline.extract.prospects import not_yet
from strandline.extract.sentences import Sentence, sentences

_WH = frozenset(["what", "where", "when", "who", "whom", "whose", "which", "why", "how"])
_AUX = frozenset(
    """
    do does did is are was were am can could will would should shall have has had may might must
    """.split()  # noqa: SIM905
)
_UNREAL_LEADS = frozenset(["if", "unless", "whether", "except"])
_UNREAL = cue(
    "if suppose supposing imagine imagining pretend let say another ideal hypothetically theory as would "
    "wish wishing dream dreamt dreamed daydream dreams maybe kill die dying were had",
    r"\b(?:if only|what if|suppose|supposing|(?<!can )(?<!can not )(?<!cannot )imagine(?! (?:my|our|the) "
    r"(?:surprise|shock|delight|joy|horror|face|relief|disappointment)\b)|imagining|pretend|let us say|say i|in "
    r"another life|in an "
    r"ideal world"
    r"|hypothetically|in theory|as if|as though|would rather have|would rather be|i wish|wishing|i dream|dreamt|"
    r"dreamed|daydream"
    r"|in my dreams|one day maybe|kill for|die for|dying for|were i|had i)\b",
)
_JOKE = cue(
    "wish if right dreams said oh joke kidding joking jk j sarcasm really ceo king queen emperor empress lord god "
    "goddess champion ambassador phd degree belt master masters diploma doctorate / 🙃",
    r"\(\s*[Ii] wish\b|[,–-] ?(?:haha,? |lol,? )?(?:[Ii] wish|as if|yeah,? right|in my dreams|if only)\W*$|"
    r"\b(?:CEO|ceo|[Kk]ing|[Qq]ueen|[Ee]mperor|[Ee]mpress|[Ll]ord|[Gg]od|[Gg]oddess|[Cc]hampion|[Aa]mbassador) of "
    r"(?:the )?[a-z]|"
    r"\b(?:PhD|phd|degree|black belt|[Mm]asters?|diploma|doctorate) in (?:over|procrastin|napp|sleep|worry|laz|"
    r"sarcas|chaos|snack|"
    r"eating|complain|wasting|doing nothing|being|avoid|bad|moan|excuses)|"
    r"\b[Ss]aid (?:no ?one|nobody) ever\b|\b[Oo]h (?:great|joy|lovely|wonderful|brilliant|fantastic|perfect)[,.!]+ "
    r"(?:so )?now (?:[Ii]|we)\b|\(\s*(?:joke|kidding|jk|sarcasm|just kidding|not really)\b|(?:^|\s)/s\b|"
    r"(?:^|\s)/jk\b|🙃|[,;–—-] ?(?:(?:lol|haha+|no|ok|okay),? )*(?:[Ii](?:'| a)?m )?(?:just |only |totally |"
    r"obviously )?(?:kidding|joking|j/?k)(?:,? (?:lol|haha+|of course|obviously))*\W*$|"
    r"(?:lol|haha+),? (?:jk|just kidding)\W*$|"
    r"\s(?:jk|j/k)\W*$|[,;–—-] ?(?:that's |it's |this is )?(?:just )?a joke\W*$",
)
_JOKE_AFTER = cue(
    "said joke jokes kidding joking jk j/k j / sarcasm not psych sike yeah dreams only wish april as",
    r"^\W*said (?:no ?one|nobody)|^\W*(?:just |only )?(?:a |that was a |it's a )?jokes?\W*$|^\W*(?:(?:just|only) "
    r")?(?:kidding|joking|jk|j/k|not really|sarcasm)\b|"
    r"^\W*(?:not|psych|sike|yeah,? right|in your dreams|in my dreams|if only|i wish|april fools?|as if)(?:\W+(?:as "
    r"if|lol|haha+|right|sure|not))*\W*$|"
    r"^\W*(?:i am|i'm|im) (?:just |only )?(?:kidding|joking)\b|^\s*/(?:s|j|jk|hj|sarcasm|sarc|joke|irony)\b",
    re.IGNORECASE,
)
_SAYING = frozenset(
    """
    say tell think believe claim announce mention write swear insist reckon hear shout joke text explain suggest
    warn promise
    """.split()  # noqa: SIM905
)  # fmt: skip
_KEEPING = frozenset(
    ["keep", "go", "like", "love", "start", "stop", "begin", "be", "continue", "enjoy", "use", "get", "walk", "run",
     "tend", "have", "hate", "quit"]
)  # fmt: skip
_KEPT_SAYING = re.compile(
    r"(?:\w+ )??(?:around |about |on |round )?(?:saying|telling|claiming|insisting|announcing|shouting|bragging|joking|"
    r"swearing|writing|posting|texting|declaring|to (?:say|tell|claim|insist|announce|joke|brag)|on (?:about|"
    r"that))\b|on$"
)
""" "My sister keeps telling everyone", "he loves to say": others' words follow."""
_SAID = re.compile(
    r"^(?:according to|rumou?r has it|legend has it|they say|people say|word is|the (?:quiz|horoscope|letter|sign|"
    r"label|article|book|ad|advert|text|note|card|report|review)\b.{0,30}(?:says|say|said|claims|reads|begins))"
)
_FICTIONS = (
    r"(?:play|novel|book|film|movie|story|game|show|series|musical|sketch|dream|nightmare|comic|campaign|script|"
    r"screenplay|simulation|panto|pantomime|nativity|fantasy|daydream|universe"
    r"|scenario|song|poem|larp|rpg|world|life|timeline|fan ?fic|fanfiction|exercise|skit|head|mind|imagination)"
)
_GAMES = (
    r"(?:skyrim|minecraft|stardew(?: valley)?|(?:the )?sims(?: \d)?|zelda|wow|world of warcraft|fallout(?: \d)?|"
    r"baldur'?s gate(?: \d)?|elden ring|gta(?: \w+)?|roblox|animal crossing|d&d|dnd"
    r"|dungeons and dragons|the witcher(?: \d)?|cyberpunk|runescape|second life|eve online|pok[eé]mon|final "
    r"fantasy(?: \w+)?|mass effect|red dead(?: redemption)?(?: \d)?|fortnite|vrchat)"
)
_STAGED = cue(
    "in for my picture imagine visualise visualize e eg",
    rf"^\W*(?:(?:and|so|but|well|ok|then|also)\W+)*in (?:(?:the|my|our|this|a|an|that|his|her|your|one|another|"
    rf"some) (?:[\w'-]+ ){{0,2}}?{_FICTIONS}(?: (?:that )?(?:i'm|i am|we're|we are|i|we) [\w ]{{2,25}}?)?|{_GAMES})"
    r",? (?:i|i'm|i've|we|we're|my|our)\b"
    rf"|^\W*i(?:'m| am| was) (?:playing )?(?:an?|the) [^.,;!?]{{2,40}} in (?:(?:the|a|our|my|this|his|her) "
    rf"(?:[\w'-]+ ){{0,2}}?(?:play|novel|film|movie|story|game|sketch|panto|pantomime|nativity|campaign|musical|"
    rf"skit|larp)\b|{_GAMES}\b)"
    r"|^\W*(?:just )?for (?:the )?(?:purposes? of|sake of|the sake of) (?:this|the|argument|an?)\b|^\W*for "
    r"argument'?s sake\b"
    r"|^\W*my (?:[\w'-]+ )?(?:character|avatar|persona|sim|alter ego|protagonist|narrator)\b"
    r"|^\W*(?:picture|imagine|visuali[sz]e) (?:this|it|that|the scene|yourself|a)\b|^\W*(?:for example|for "
    r"instance|e\.? ?g\.?)\W+(?:i|my|we)\b",
    re.IGNORECASE,
)
"""What is said within a play, a game or an invented case: how such a sentence begins."""
_INSIDE = cue(
    "head mind imagination fantasy fantasies daydream daydreams dreams dream world fiction mode mindset",
    r"\b(?:live[sd]?|living|move[sd]?|moving|work(?:s|ed|ing)?|own(?:s|ed)?|quit|joined|retired?|married|divorced|won|"
    r"bought|have|i am an?|i'm an?) (?:(?! with )[^.;!?]){0,60}"
    r"\bin (?:(?:my|our) (?:own )?(?:head|mind|imagination|fantas(?:y|"
    r"ies)|day ?dreams?|dreams?|little world)|(?:a|the) (?:dream|daydream|fantasy)|fiction)\W*$"
    r"|\b(?:i|we|i'm|we're) (?:\w+ )?(?:live|living|work|working|am|are|operate|run) (?:\w+ )?(?:in|on) "
    r"(?:[\w'-]+ ){0,4}(?:mode|mindset)\b",
    re.IGNORECASE,
)
"""What goes on in somebody's head: "I moved to Oslo in my head"; a manner, and no place: "in survival mode"."""
_ELSEWHERE = cue(
    "parallel alternate alternative",
    r"\b(?:parallel|alternat(?:e|ive)) (?:universe|reality|timeline|world)\b",
    re.IGNORECASE,
)
_BLANKS = frozenset("XYZN_[<{$%L")
"""Characters one of which a form has where it is to be filled in."""
_UNFILLED = re.compile(
    r"\b(?:X{3,}|Y{3,}|Z{3,}|N\.?N)\b|_{2,}|\[[A-Za-z][^\]\n]{0,40}\]|<[A-Za-z][^<>\n]{0,30}>|"
    r"\{[A-Za-z_][^}\n]{0,30}\}|\$\{|%[sd]\b|\bLorem ipsum\b"
)
"""A form with a blank in it."""
_OTHERS = r"(?:she|he|they|it|who|everyone|everybody|people|(?:my|the|his|her|our) \w+|(?-i:(?!I\b)[A-Z]\w+))"
_TOLD = (
    "texted", "messaged", "emailed", "wrote", "writes", "whispered", "screamed", "yelled", "tweeted", "posted",
    "replied", "answered", "announced", "says", "said", "told", "writing",
)  # fmt: skip
_VOICES = frozenset((*_TOLD, "like", "all", "goes", "went"))
_VOICED = re.compile(
    rf"\b(?:{_OTHERS}(?:'s| is| was| were|'re| are)? (?:just |always |literally |so )?(?:like|all|goes|went|be "
    rf"like|said like)[,:]?"
    rf"|{_OTHERS} (?:just |then |only )?(?:{'|'.join(_TOLD)})"
    r"(?: (?:me|us|back|him|her|them|everyone|on \w+))?[:,])\s+(?=(?:i|i'm|i've|we|we're|no|yeah|well|oh|nah|yes|"
    r"hey|my)\b)",
    re.IGNORECASE,
)
""" "She goes, I'm a vegan now", "he's like I live in Oslo": the words of somebody else follow."""
_FIGURE = cue(
    "basically practically virtually essentially effectively pretty more kind sort kinda sorta half almost "
    "nearly honestly technically something might may could can",
    r"\b(?:i|we) (?:am|are|have become|was|feel like) (?:also |now |just |still |already |at this point "
    r")?(?:basically|practically|virtually|essentially|effectively|pretty much|more or less|kind of|sort of|kinda|"
    r"sorta|half|almost|nearly|honestly just|"
    r"technically|something of) (?:a|an|the|my|your)\b|\b(?:i|we) (?:basically|practically|virtually|pretty much|"
    r"kind of|kinda|sort of|half|might as well|may as well|almost|nearly) (?:live|work|have|own|am|are)\b"
    r"|\b(?:you|one) (?:could|might) (?:say|call)\b|\b(?:you|one) (?:can|may) (?:say|call(?! me (?!(?:an?|the|old|"
    r"crazy|mad|lazy|weird|biased|strange|paranoid|picky|fussy|selfish)\b)))\b",
)
""" "I'm basically a taxi driver for my kids" """
_MAYBE = cue(
    "probably possibly presumably perhaps maybe supposedly seemingly iirc afaik if as sure who wrong",
    r"\b(?:probably|possibly|presumably|(?:perhaps|maybe)(?! (?:i should (?:mention|say|add|tell|explain)|it "
    r"(?:helps|is worth)))|supposedly|seemingly|iirc|afaik|if i remember (?:right|rightly|correctly|well)|if "
    r"memory serves|as far as i (?:know|remember|recall|can tell)"
    r"|if i am not mistaken|(?:i am )?not (?:entirely |totally |quite |so )?sure(?! (?:if|whether) you| what| how| "
    r"why| where| when| which)|who knows|could be wrong|might be wrong)\b",
)
_POLITE = re.compile(
    r"\bif (?:you(?:'re| are| were)? (?:wondering|must know|need(?: to know| it)?|ask(?: me| nicely)?|asked|want "
    r"to know|know|knew|remember|recall|did ?n[o']t know|don'?t know|have ?n[o']t guessed|curious|interested|care)"
    r"|(?:it|that|this) (?:helps|matters|is relevant|is important|makes a difference|is of (?:any )?(?:help|use|"
    r"interest))|anyone (?:is wondering|cares|asks)|i (?:have )?(?:already )?(?:told|mentioned|said)|i have "
    r"?n[o']t (?:said|mentioned))\b",
    re.IGNORECASE,
)
"""An "if" that makes nothing depend on it: "if it helps, I live in Oslo"."""
_NEARLY = re.compile(
    r"\b(?:i|we) (?:nearly|almost|just about|all but|narrowly|very nearly|so nearly) (?!never|always|exclusively|"
    r"only|all|every|entirely|no\b|daily|certainly|forgot)\w+"
)
_HEDGED = cue(
    "or allegedly supposedly reportedly according",
    r"\bor so (?:the |my |his |her |their )?[\w ]{1,30}(?:says?|claims?|said|claimed|tells?|told|thinks?)\b|"
    r"\b(?:allegedly|supposedly|reportedly)\b|, (?:at least |or so |so )?according to (?!me\b|plan|schedule)\w+",
    re.IGNORECASE,
)
_OTHERS_DO = cue(
    "well mean rather least",
    r"[,–—-] ?(?:well|i mean|or rather|at least),? (?:my|our|his|her|their|the) [\w' -]{2,30} (?:does|do|is|are|has|"
    r"have|did|was|were)\W*$",
    re.IGNORECASE,
)
""" "I own a boat, well, my uncle does": it is somebody else's."""
_WISHES = frozenset(["wish", "hope", "want", "dream", "aspire", "crave", "long"])
_PLANS = cue(
    "plan plans planning intend intending aim aiming goal thinking considering looking hoping about supposed due",
    r"\b(?:plan(?:s|ning)? (?:to|on)|intend(?:ing)? to|aim(?:ing)? (?:to|for)|goal|thinking (?:of|about) \w+ing|"
    r"considering \w+ing|looking to|hoping to|about to|supposed to|due to)\b",
)
_PAST_FRAME = cue(
    "back when child kid teenager student boy girl young youth childhood twenties thirties teens growing "
    "once ago time those until",
    r"\b(?:back when|when i was|as a (?:child|kid|teenager|student|boy|girl|young)|in my (?:youth|childhood|"
    r"twenties|thirties|teens)|growing up|back in the day|once upon a time|years ago|at the time|in those days|"
    r"until recently)\b",
)


def with_moods(found: Sequence[Clause], sentence: Sentence, following: Sentence | None, text: str) -> list[Clause]:
    """The clauses of one sentence with their moods."""
    whole = text[sentence.start : sentence.stop]
    words = sentence.words
    if _JOKE.found(whole, words) or _joked_after(following, text):
        return [replace(clause, mood=Mood.UNREAL) for clause in found]
    if _OTHERS_DO.found(whole, words):
        return [replace(clause, mood=Mood.UNREAL) for clause in found]
    if _HEDGED.found(whole, words):
        return [replace(clause, mood=Mood.REPORTED) for clause in found]
    unfilled = not _BLANKS.isdisjoint(whole) and _UNFILLED.search(whole) is not None
    if unfilled or _STAGED.found(whole, words) or _ELSEWHERE.found(whole, words) or _INSIDE.found(whole, words):
        return [replace(clause, mood=Mood.UNREAL) for clause in found]
    voiced = None if words.isdisjoint(_VOICES) else _VOICED.search(whole)
    polite = "if" in words and _POLITE.search(whole) is not None
    others = sentence.start + voiced.end() if voiced is not None else None
    ahead = not_yet(found, sentence)
    result: list[Clause] = []
    asking = reported = unreal = noticed = False
    for number, clause in enumerate(found):
        said = " ".join(word.word for word in clause.words)
        if number and reported and others is None and text[found[number - 1].stop : clause.start].lstrip()[:1] == ";":
            reported = False  # "she says I should rest; I hate resting"
        if number and _denies(result[-1]) and clause.verb is not None:
            clause = replace(clause, verb=replace(clause.verb, negated=not clause.verb.negated))
        if not asking and _asks(clause, sentence, last=number == len(found) - 1):
            asking = True
        unreal = (
            unreal
            or (clause.lead in _UNREAL_LEADS and not polite)
            or (said.startswith("if ") and not polite)
            or _UNREAL.found(said, words)
        )
        reported = reported or (others is not None and clause.stop > others)
        told = reported and not (noticed and _plain_thing(clause))
        mood = _mood(clause, said, words, asking=asking, reported=told, unreal=unreal)
        noticed = noticed or (mood is Mood.REPORTED and _OFFICES.fullmatch(clause.subject.text) is not None)
        if mood is Mood.FACT and (number in ahead or _guessed(clause, said, words)):
            mood = Mood.UNREAL
        reported = reported or mood is Mood.REPORTED
        result.append(clause if mood is clause.mood else replace(clause, mood=mood))
    if unreal and any(_conditional(clause) for clause in result):
        result = [replace(c, mood=Mood.UNREAL) if c.mood is Mood.FACT else c for c in result]
    return result


_OFFICES = re.compile(
    r"(?:[\w-]+ ){0,2}(?:council|city|town hall|bank|gym|school|nursery|university|hospital|surgery|clinic|library|"
    r"airline|insurer|company|provider|supplier|agency|landlord|landlady|office|association|utility|club|vet|garage)"
)
"""Who gives notice of things that are theirs to settle."""


def _plain_thing(clause: Clause) -> bool:
    """What notice is given of: "the council wrote: the bins are collected on Mondays", nobody's words of themselves."""
    subject = clause.subject
    return subject.kind == "thing" and subject.kin is None and (subject.owner is None or subject.owner.is_speaker)


def statements(masked: Masked, at: datetime) -> Iterator[Clause]:
    """The clauses of a masked text that was said at a time, with their moods."""
    parts = sentences(masked, at)
    for sentence, following in zip_longest(parts, parts[1:]):
        yield from with_moods(clauses(sentence), sentence, following, masked.text)


def _guessed(clause: Clause, said: str, words: AbstractSet[str]) -> bool:
    """Whether a clause is a guess, a figure of speech or something that only nearly happened."""
    nearly = clause.verb is not None and clause.verb.tense == "past" and _NEARLY.search(said) is not None
    return nearly or _MAYBE.found(said, words) or _FIGURE.found(said, words)


def _denies(clause: Clause) -> bool:
    """Whether the next clause is denied by this one: "it's not true that"."""
    verb = clause.verb
    said = " ".join(word.word for word in clause.rest[:2])
    return (
        verb is not None
        and verb.lemma == "be"
        and said in (("true", "the case", "correct", "right", "as if") if verb.negated else _FALSE)
    )


_FALSE = ("false", "untrue", "a lie", "a myth", "simply false", "totally false", "completely false", "fake news")


def _joked_after(following: Sentence | None, text: str) -> bool:
    if following is None:
        return False
    after = text[following.start : following.stop].strip()
    # "April fools" is a date, which has no words
    return _JOKE_AFTER.found(after, following.words) or (bool(following.times) and bool(_JOKE_AFTER.form.search(after)))


def _asks(clause: Clause, sentence: Sentence, *, last: bool) -> bool:
    """Whether a question begins with this clause."""
    begin = len(clause.fronted) if clause.fronted and clause.fronted == clause.words[: len(clause.fronted)] else 0
    words = [word.word for word in clause.words[begin : begin + 3]] or [""]
    inverted = (
        words[0] in _AUX
        and words[1:2]
        and words[1]
        in ("i", "we", "you", "he", "she", "it", "they", "there", "the", "my", "this", "that", "anyone", "your")
    )
    inverted = inverted or (
        words[0] in _AUX
        and words[1:2] == ["not"]
        and words[2:] in (["i"], ["we"], ["you"], ["he"], ["she"], ["it"], ["they"])
    )
    if clause.fronted and clause.fronted[-1].word.startswith("⟨") and not sentence.asks:
        inverted = False  # "yesterday was my first day"
    told = words[1:2] and words[1] in ("i", "we", "he", "she", "they")  # "what I wanted to ask: …"
    asked = (words[0] in _WH and not told and clause.lead not in ("and", ",")) or bool(inverted)
    if sentence.asks:
        return asked or (bool(words[0] in _AUX | _WH) and not told) or last or clause.subject.kind == "you"
    return (bool(inverted) and clause.subject.kind == "none" and words[0] not in ("have", "had")) or (
        words[0] in _WH and len(words) > 1 and words[1] in _AUX
    )


def _mood(clause: Clause, said: str, words: AbstractSet[str], *, asking: bool, reported: bool, unreal: bool) -> Mood:
    if asking:
        return Mood.QUESTION
    if reported or _reports(clause, said):
        return Mood.REPORTED
    if unreal or _conditional(clause):
        return Mood.UNREAL
    verb = clause.verb
    if _PAST_FRAME.found(said, words):
        return Mood.BACKGROUND
    if verb is None:
        return Mood.FACT
    if verb.lemma in _WISHES and not verb.negated:
        return Mood.UNREAL if verb.lemma in ("wish", "dream", "hope") else Mood.PLAN
    if verb.modal in ("will", "going", "shall", "might", "may", "should", "must") or _PLANS.found(said, words):
        return Mood.PLAN
    if (
        clause.subject.kind == "none"
        and not clause.inherited
        and verb.tense == "present"
        and not verb.progressive
        and (verb.lemma != "be" or clause.words[verb.rest - 1].word == "be")
    ):
        return Mood.REQUEST if not verb.negated else Mood.FACT
    return Mood.FACT


def _conditional(clause: Clause) -> bool:
    return clause.verb is not None and clause.verb.modal in ("would", "could") and clause.verb.lemma not in ("rather",)


def _reports(clause: Clause, said: str) -> bool:
    """Whether the clause gives somebody else's words: "Greta told me", "according to the quiz"."""
    if _SAID.match(said):
        return True
    verb = clause.verb
    if clause.subject.kind == "thing" and clause.rest and clause.rest[0].word in ("to", "into"):
        return False  # "the job writes to shelf 12"
    if clause.rest and clause.rest[0].word in (
        "hi",
        "hello",
        "hey",
        "thanks",
        "thank",
        "yes",
        "no",
        "sorry",
        "goodbye",
        "bye",
    ):
        return False
    if verb is None or clause.subject.is_speaker or clause.subject.kind == "none":
        return False
    return verb.lemma in _SAYING or (
        verb.lemma in _KEEPING and _KEPT_SAYING.match(" ".join(w.word for w in clause.rest[:5])) is not None
    )
