"""Stretches of a message in which somebody else speaks, or that their label or their form shows to be no statement."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from collections.abc import Set as AbstractSet

from strandline.extract.blanks import without
from strandline.extract.cues import cue
from strandline.extract.naming import NOT_NAMES
from strandline.extract.openers import skip_openers
from strandline.extract.people import KIN
from strandline.extract.profiles import is_label
from strandline.extract.tokens import tokens

_CLOCK = r"[\[(]?\d[\d/.,: -]{2,22}(?:[ap]\.?m\.?)?[\])]?"
_LABEL = re.compile(
    rf"(?:^|(?<=[.!?] ))[ \t]*(?P<at>{_CLOCK}[ \t]*(?:[-–][ \t]*)?)?"
    r"(?P<who>[^\W\d_][\w'’.-]*(?: (?:(?:and|&|de|van|von) )?[A-Z][\w'’.-]*){0,2})"
    rf"(?P<then>[ \t]*{_CLOCK})?[ \t]*:(?=\s)",
    re.MULTILINE,
)
""" "Tom:", "Tom (10:31):", "[10:31] Tom:", "10:31 - Tom Brown:" """
_FIRST_PERSON = re.compile(r"\b(?:i|im|i['’]\w+|my|we|we['’]\w+|our)\b", re.IGNORECASE)
_OWN = frozenset(["me", "myself", "i", "us"])
_NO_SPEAKERS = frozenset(
    """
    about abilities accommodation achievements activities addition advice again agenda aim allergens also
    announcement answer apologies appearance aside assumption assumptions attention aunties awards background basics
    beliefs bio biography birthplace books bottom breakfast brief budget bugs career category caveat changes
    characteristics childhood chores clarification class clothes colour color comment comments commute complaint
    conclusion concern concerns confession constraint constraints contact context core countries country course
    courses cuisine culture currently custom daily data date dates day days debts default degree description details
    disclaimer dinner disclosure dislikes drink drinks driving drugs duties eating emergency end english entry
    ethnicity evening example excuse exercise experience expertise explanation exposition extra fact facts faith
    family faq favourite favourites favorite favorites feedback figures final finances first fitness focus follow
    food foods form fun furthermore fyi games gender general gist goals gossip greetings habit habits hair hardware
    health heritage highlights hint history holiday hometown honest hours house household housing idea important
    income info information injuries instrument instruments intention interests intro introduction issue issues item
    items joy key knowledge lately learning life lifestyle likes limits line list living loves lunch luxury main
    makes meals meaning meds memo memory message milestone mission money month mood more morning motivation move
    movies music myth nb needs newsflash next night nope note notes number objective observation occasion office one
    opinion options plan plans other others overview pain past payment people persona personality pet phrase pick
    picks place places plus point points politics position post posts pps practice preference preferences present
    primary priorities priority problem problems profession profile progress pronoun proof pros psa purpose
    qualification qualifications question questions quirk quirks rationale reality reason reasons recap recent
    recipe recommendation record recovery reference regards relationship relationships religion reminder request
    requests requirement requirements result results routine rule rules salary scenario schedule school score
    seafood second secondly section secret setting setup short side situation skill skills sleep snack software
    solution source spare spoiler sport sports star start statement stats status step story strengths studies study
    style subject suggestion summary surname surprise symptoms system tasks taste tastes tech theory thing things
    third thought thoughts three time tip title tldr tl;dr tmi tools topic total town trade training transport
    travel treat trip trivia truth twist two type update updates upside use usual vegetables verdict version video
    view views visa volunteering want warning weakness weaknesses weather week weekend weekends whatever why wish
    work workplace world worry year years january february march april may june july august september october
    november december spring summer autumn winter monday tuesday wednesday thursday friday saturday sunday mondays
    tuesdays wednesdays thursdays fridays saturdays sundays today tonight tomorrow yesterday mornings evenings
    afternoons lunchtime home garden kitchen car cars
    """.split()  # noqa: SIM905
)
"""What a label may be that names nobody."""
_ABSTRACT = ("tion", "tions", "ment", "ments", "ness", "ing", "ings", "ity", "ities", "ies", "ally", "hood", "ship")
"""How other words for what is told end."""
_HEADED = cue(
    "forwarded fwd fw f original wrote from",
    r"(?:^|(?<=[.:] ))[ \t>*-]*(?:begin )?(?:forwarded|original) (?:message|e-?mail|mail|text|post)\b[^\n]*"
    r"|^[ \t]*(?:fwd?|forwarded)(?: from [^:\n]{1,40})?:[^\n]*|^[ \t]*on [^\n]{4,80} wrote:[ \t]*$"
    r"|^[ \t]*from:[^\n]*\n(?=(?:[^\n]*\n)?[ \t]*(?:to|sent|date|subject|cc):)",
    re.IGNORECASE | re.MULTILINE,
)
"""What comes after such a line was written by others."""
_CHAPTER = cue(
    "chapter prologue epilogue scene act episode stanza verse once int ext",
    r"^[ \t#*]*(?:(?:chapter|act|scene|episode|stanza|verse) (?:\d{1,3}|[ivx]{1,5}|one|two|three|four|five|six|seven|"
    r"eight|nine|ten)(?:[ \t]*[.:–—-](?=\s)|[ \t]*$)|(?:prologue|epilogue)[ \t]*(?:[.:–—-](?=\s)|$)"
    r"|once upon a time\b|(?-i:INT|EXT)\. )",
    re.IGNORECASE | re.MULTILINE,
)
"""A story, a play or a song begins."""
_WHOSE = r"(?:patient|client|customer|candidate|student|character|persona|applicant|employee|buyer|user|contact|guest)"
_ON_FILE = cue(
    "profile details detail record file info information data chart sheet card history summary",
    rf"(?:^[ \t#*]*|\b(?:this|the|an?|another|following|below|sample) (?:[\w-]+ )??)(?<!my )(?<!our ){_WHOSE}(?:'s)? "
    r"(?:medical |case |contact )?(?:profile|details?|record|file|info(?:rmation)?|data|chart|sheet|card|history|"
    r"summary)\b[^.!?:\n]{0,60}:[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
""" "Remember this patient profile:" and what is on it, up to an empty line."""
_RECORDED = cue(
    "transcript transcripts transcription recording log logs minutes conversation chat thread captions subtitles "
    "voicemail",
    r"\b(?:here(?:'s|’s| is| are)|this is|below is|attached is|following is|see) (?:(?!my |our )[\w'-]+ ){0,4}?"
    r"(?:transcripts?|transcription|recording|(?:chat )?logs?|minutes|conversation|chat|thread|captions|subtitles|"
    r"voicemail)\b[^.!?:\n]{0,80}:(?=\s)",
    re.IGNORECASE,
)
"""What was said by others is pasted to the end."""
_AHEAD = (
    r"(?:(?:life |career |long-term |short-term |big |next |main |ultimate |biggest |new year'?s |five-year |ten-year |"
    r"daily |dream )*(?:affirmations?|mantras?|manifestations?|manifesting|goals?|dreams?|ambitions?|wish|wishes|"
    r"vision(?: board)?|resolutions?|bucket list|predictions?|forecast|prophecy|fantasy|fantasies|daydream|hypothesis|"
    r"thought experiment|intentions?|future(?: me| self| life)?|dream (?:life|job|home))"
    r"(?: (?:for|in|by) [^:.!?\n]{2,30})?)"
)
_GAME = (
    r"(?:opposite(?:s)? day|two truths and (?:a|one) lie|two lies and (?:a|one) truth|tongue twister|mad ?libs?|lies?|"
    r"fib|fan ?fic(?:tion)?|what if|fake news|april fools?(?:'? day)?|joke(?: of the day)?|hypothetical(?:ly)?|"
    r"make-?believe|dad joke|trolling)"
)
_NOT_SO = cue(
    "affirmation affirmations mantra mantras manifestation manifestations manifesting goal goals dream dreams ambition "
    "ambitions wish wishes vision resolution resolutions bucket prediction predictions forecast prophecy fantasy "
    "fantasies daydream hypothesis experiment intention intentions future opposite opposites truths lies lie twister "
    "libs lib madlibs madlib fib fanfic fanfiction fiction fic fake april joke hypothetical hypothetically believe "
    "makebelieve trolling what",
    rf"(?:^|(?<=[.!?] ))[ \t]*(?:(?:my|our|the|an?|today's|this year's) )*(?:{_AHEAD}|{_GAME})"
    r"(?: is| are)?[ \t]*[:=–—][ \t]*"
    r"|(?:^|(?<=[.!?] ))[ \t]*(?:it is|it's|it’s|today is|today's|happy|let's play|on) opposites? day\b",
    re.IGNORECASE | re.MULTILINE,
)
"""What such words introduce is not so, or not yet."""
_SAMPLE = cue(
    "code snippet script function query test config prompt output input json sql yaml quote quoting quotes cite citing "
    "recite repeat bio profile summary headline caption post about section blurb",
    r"\b(?:my|the|this|our) (?:[\w-]+ )?(?:code|snippet|script|function|query|test|config|prompt|output|input|json|sql|"
    r"yaml)(?: (?:is|says|reads|looks like this|goes))?[ \t]*:[ \t]*"
    r"|\b(?:(?:i|and i|to|he|she|they) (?:quotes?|cites?|recites?)|quoting|citing|repeat after me)[ \t]*:[ \t]*"
    r"|\b(?:tinder|bumble|hinge|grindr|okcupid|dating|match|twitter|x|linkedin|instagram|insta|facebook|tiktok|github|"
    r"youtube|author|speaker|band|company|team|book|podcast|sample|fake|airbnb|conference) (?:app )?(?:bio|profile|"
    r"summary|headline|caption|post|about(?: section)?|blurb)[ \t]*[:=–—][ \t]*",
    re.IGNORECASE,
)
"""What such words introduce is a text."""
_VERBS = (
    r"(?:said|says|yelled|shouted|cried|whispered|replied|answered|announced|screamed|exclaimed|muttered|sang|"
    r"declared|claimed|claims|insisted|boasted|joked|murmured|shrieked|laughed|sighed|texted|wrote)"
)
_WHO = r"(?:(?:the|an?|my|our|his|her|their|one|some) [\w-]+|he|she|they|(?-i:[A-Z])[\w'’-]+)"
_SPOKEN = cue(
    "said says yelled shouted cried whispered replied answered announced screamed exclaimed muttered sang declared "
    "claimed claims insisted boasted joked murmured shrieked laughed sighed texted wrote",
    rf"(?:[,!?…]|(?<!\.)\.{{3}}|–|—)[\"'”’]?\s+(?-i:{_VERBS}) (?!no ?one\b|nobody\b){_WHO}"
    r"(?=\s*(?:[.,;:!?…\n–—]|$)| (?:from|with|in|at|to|when|as|on|after|before|while|and|over|through|again)\b)"
    rf"|,[\"'”’]? (?:he|she|they|(?-i:[A-Z])[\w'’-]+|(?:the|an?|some|one) (?!doctor|vet|gp|nurse|dentist|consultant|"
    rf"specialist|test|scan|results?)[\w-]+) {_VERBS}(?=\s*(?:[.!…]|$))",
    re.IGNORECASE,
)
""" "…, said the man", "…! yelled Bob", "…, he said": who spoke the words before."""


def without_voices(text: str, words: AbstractSet[str], own: Collection[str] = ()) -> str:
    """The text, as long as it was, blank where others speak and where nothing is stated.

    ``words`` are the folded words of it, ``own`` folded names of the speaker: what these label is said by the speaker.
    """
    if ":" in text:
        for start, stop in list(_spoken_by_others(text, own)):
            text = without(text, start, stop)
    while (found := _ON_FILE.search(text, words)) is not None:
        stop = text.find("\n\n", found.end())
        text = without(text, found.start(), len(text) if stop < 0 else stop)
    for begins in (_HEADED, _CHAPTER, _RECORDED):
        found = begins.search(text, words)
        if found is not None:
            text = without(text, found.start(), len(text))
    for begins in (_NOT_SO, _SAMPLE):
        while (found := begins.search(text, words)) is not None:
            stop = text.find("\n", found.end())
            text = without(text, found.start(), len(text) if stop < 0 else stop)
    while (found := _SPOKEN.search(text, words)) is not None:
        text = without(text, _begun(text, found.start()), found.end())
    return text


def _spoken_by_others(text: str, own: Collection[str]) -> Iterator[tuple[int, int]]:
    """The lines that a label gives to somebody else; in a chat with times also those that follow."""
    labels = list(_LABEL.finditer(text))
    for number, label in enumerate(labels):
        timed = bool(label["at"] or label["then"])
        if not _names_somebody(label["who"], own, timed=timed):
            continue
        end = text.find("\n\n" if timed else "\n", len(text[: label.end()]) + _blank_after(text, label.end()))
        stop = len(text) if end < 0 else end
        if number + 1 < len(labels):
            stop = min(stop, labels[number + 1].start())
        if timed or _FIRST_PERSON.search(text, label.end(), stop) is not None:
            yield label.start(), stop


def _blank_after(text: str, at: int) -> int:
    """How many blanks stand at a place: what is said may begin in the next line."""
    return len(text[at : at + 80]) - len(text[at : at + 80].lstrip())


def _names_somebody(label: str, own: Collection[str], *, timed: bool) -> bool:
    """Whether a label is for somebody who speaks, and not the speaker."""
    folded = label.casefold().rstrip(".")
    parts = folded.split()
    if folded in _OWN or folded in own or parts[0] in own:
        return False
    if any(part in _NO_SPEAKERS or part in NOT_NAMES - {"and", "my"} for part in parts):
        return False
    if timed or parts[-1] in KIN:
        return True
    read = tokens(label)
    if not label[0].isupper() or skip_openers(read, 0) >= len(read) or parts[-1].endswith(_ABSTRACT):
        return False
    return not is_label(folded)


def _begun(text: str, at: int) -> int:
    """Where the sentence begins that stands before a place."""
    return max(text.rfind(mark, 0, at) for mark in (". ", "! ", "? ", "\n")) + 1
