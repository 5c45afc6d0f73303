"""Standing wishes about how the assistant should behave; never what is asked for once."""

from __future__ import annotations

import re

from strandline.extract.clauses import Clause, Mood
from strandline.extract.patterns import Found, Pattern
from strandline.extract.tables.words import listed
from strandline.types import Act

_OPEN = (
    r"^(?:(?:please|also|and|so|but|ok|okay|oh|btw|hey|actually|just|then|now|kindly|yeah|yes|no|hi|hello|thanks|one "
    r"more thing|another thing|note|for me|remember|fyi|right|:|,|-|to be clear|as always) ?)*"
)
_DO = (
    r"(?:answer|reply|respond|give|use|write|call|address|tell|show|explain|include|add|suggest|recommend|ask|assume|"
    r"translate|format|list|keep|put|send|start|begin|end|mention|say|make|provide|refer|speak|talk|remind|quote|"
    r"cite|check|avoid|offer|apologi[sz]e|spell|convert|treat|leave|stick|summari[sz]e|skip|sign|double-check|prefer|"
    r"stop|round|return|correct|limit|confirm|highlight|link|describe|propose|help|warn|state|express|phrase|word|"
    r"greet|read|count|calculate|save|store|book|schedule|order|compare|present|display|report|name|number|mark|flag|"
    r"praise|lecture|interrupt|repeat|guess|invent|hallucinate|shorten|split|structure|render|wrap|indent|comment|"
    r"document|test|plan|consider|factor|wake|ping|notify|nudge|fix|"
    r"sugar-?coat|patroni[sz]e|flatter|judge|argue|contradict|spam|nag|hedge|ramble|waffle|swear|curse|proofread|edit|"
    r"rewrite|review|"
    r"pretend|rush|push|nitpick|mock|tease|moralise|moralize|preach|bold|abbreviate|capitalise|capitalize)"
)
_FROM_NOW = (
    r"(?:from now on|from today on|from here on(?: out| in)?|in (?:the )?future|going forward|moving forward|"
    r"henceforth|for future reference|as a (?:general )?rule|by default|in all (?:of )?your (?:answers|replies|"
    r"responses|messages)|in your (?:answers|replies|responses|messages)|in every (?:answer|reply|response|message)|"
    r"(?:when|whenever|every time|each time|any time|anytime|if) (?:i|you|we|my|our|it|there) [^,]+? ,|when "
    r"(?:answering|writing|replying|giving|suggesting|recommending|talking|explaining) [^,]*? ,|for (?:all|any|every|"
    r"each) [^,]+? ,|with me)"
)
_AFTER = (
    r"(?:from now on|from today on|from here on|in future|in the future|going forward|moving forward|henceforth|as a "
    r"rule|by default|every time|each time|whenever|unless (?:i|we|you|it|asked|told|otherwise|explicitly|"
    r"specifically)|at all times|with me|when(?:ever)? (?:i|we|you (?:answer|reply|respond|write|suggest|recommend|"
    r"explain|give|translate|talk|use|make)|talking|answering|writing|replying|giving|it comes)|in all (?:of )?your|"
    r"in your (?:answers|replies|responses|messages)|in every (?:answer|reply|response|message)|until (?:i|we) "
    r"(?:say|tell)|always|no matter what|in our (?:chats|conversations)|if i (?:ask|write|say|send|mention|use|talk|"
    r"forget|start)|ever again|as usual)"
)
_STYLE = (
    r"(?:emojis?|emoticons|bullet points?|bullets?|markdown|jargon|exclamation (?:marks|points)|headings|headers|"
    r"footnotes|disclaimers|small talk|flattery|compliments|abbreviations|acronyms|em dashes|em-dashes|hashtags|puns|"
    r"slang|smileys|bold(?: text)?|italics|pleasantries|filler|fluff|caveats|apologies|apologi[sz]ing|preamble|"
    r"corporate speak|buzzwords|semicolons|all caps|passive voice|rhetorical questions|numbered lists|oxford commas?|"
    r"spoilers|gendered language)"
)
_UNITS = (
    r"(?:metric|imperial|celsius|fahrenheit|kilomet(?:er|re)s|miles|kilograms|kilos|pounds|british|american|us|uk|"
    r"canadian|australian|24-hour|24 hour|12-hour|iso|plain|simple|formal|informal|gender-neutral|the metric|the "
    r"imperial|si|euros|dollars) ?(?:english|spelling|units?|system|measurements?|time|format|clock|dates?|language|"
    r"degrees|words|tone|register)?"
)
_ONCE = re.compile(
    r"\b(?:this time|just (?:this )?once|for now|today|tonight|this one|for this|in this|the next|next one|above|"
    r"below|right now|again|the following|this (?:list|text|essay|email|letter|story|poem|draft|version|paragraph|"
    r"answer|case|recipe))\b"
)
_GO_ON = re.compile(
    r"(?<!from )\bnow\b|\bimmediately\b|\bstop \w+ing (?:me )?and\b|"
    r"\bif you (?:understand|can|could|want|wish|like|need|have|think|know|agree|do not|are|would|feel|get)\b|"
    r"\b(?:when|once|if|after) (?:i|you|we) (?:\w+ ){1,2}(?:it|this|that|these|those)\b"
)
"""Impatience and conditions of this one task."""
_WISH = (
    r"(?:i|we) (?:(?:would|really|just|do|also|always) )*(?:want|like|prefer|need|expect|love|appreciate(?: "
    r"it)?)(?: it)?(?: if)? you (?:to |would |could |can |will )?(?:please )?(?:(?:always|never|not|stop|only|ever|"
    r"just|please|not ever|from now on) )+.+"
)
_RULES = (
    rf"(?:(?:do|does) not ever|always|never|only ever|never ever) (?:please )?(?:(?:again|ever|please) "
    rf")?(?:{_DO}|be|do|let|remember|forget)\b(?! (?:mind|up|forget to|a (?:dull|bad) )\b).+",
    rf"{_FROM_NOW} ?,? ?(?:(?:please|always|never|i want you to|you should|you must|you can|just|only|could "
    rf"you|can you|do|not|then|i would like you to|would you|i would prefer (?:if )?you|to) ?,? ?)*{_DO}\b.+",
    rf"(?:do not |never )?(?:ever )?{_DO}\b.* {_AFTER}\b.*",
    rf"(?:do not (?:ever )?(?:use|give|add|include|write|send|put|start|do|want|like)|stop (?:using|adding|"
    r"giving|including|with|it with)|avoid(?: using)?|never use|leave out|skip|drop|cut|no more|quit|lose) (?:me "
    rf")?(?:with )?(?:the |any |all |all the |your |so many |too many )*{_STYLE}\b.*",
    rf"(?:use|stick to|stick with|write in|give me|keep to|spell (?:things |words )?in) {_UNITS}(?:$| please| "
    r"for| with| when| in| and| , ).*",
    r"keep (?:all )?(?:of )?(?:your |the |my )?(?:answers|replies|responses|messages|explanations|"
    r"suggestions|tone|language|recipes)\b.+",
    r"(?:remind|ping|nudge|wake|notify|send|tell|ask|message) (?:me|us) (?:.* )?(?:(?:every|each)\b|daily|"
    r"weekly|monthly|on (?:mon|tues|wednes|thurs|fri|satur|sun)days|⟨s⟩).*",
    r"⟨s⟩ ?,? ?(?:please )?(?:remind|ping|nudge|notify|send|tell|ask|give|write|message) (?:me|us) .+",
    rf"{_FROM_NOW} ?,? ?no (?:more )?{_STYLE}\b.*",
    _WISH,
    rf"you (?:should|must|need to|have to|are to|ought to) (?:please )?(?:always|never|only ever|not ever) "
    rf"{_DO}\b.+",
    r"(?:can|could|would|will) you (?:please |kindly |just )*(?:always|never|only ever|stop (?:using|calling|"
    r"adding|giving|saying|asking|apologi[sz]ing|with)|from now on|not ever)\b.+",
    rf"(?:can|could|would|will) you (?:please |kindly |just )*{_DO}\b.* (?:from now on|in future|going "
    r"forward|every time|each time|by default)\b.*",
    r"(?:please )?stop (?:calling|asking|telling|reminding|apologi[sz]ing|suggesting|recommending|saying|giving|"
    r"lecturing|praising|complimenting|using|sending|adding|answering|replying|writing)\b.*",
)
_RULE = re.compile(rf"{_OPEN}(?:{'|'.join(_RULES)})")
_TO_ME = r"in (?:any of |all )?(?:your |the )?(?:answers|replies|responses|messages)"
_ON = r"(?:from (?:now|here|today) on(?: in| out)?|going forward|moving forward|in future|always|at all times)"
_WISHED = re.compile(rf"{_OPEN}(?:i|we)\b")
_NO_STYLE = re.compile(
    rf"^(?:and |also |so |but |please )*no (?:more )?(?:{_STYLE}\b(?:.* )?(?:please|thanks|ever|{_ON}|for me|thank you|"
    rf"with me|in your answers|in replies)|[\w-]+(?: [\w-]+)? {_TO_ME}(?: {_ON})?(?: ,? ?(?:please|thanks|ever))*)$"
)
_MEASURES = listed("metric imperial celsius fahrenheit british american canadian australian 24-hour 12-hour si")
"""Systems that one holds to; "simple words only" may be asked for once."""
_ONLY = rf"(?:(?:always|only) )*{_UNITS}(?: only)?(?: ,| please| thanks| thank you| {_ON}| {_TO_ME}| for me)*$"
_THING_ONCE = re.compile(r"\b(?:in|for|to) (?:the|my|our) (?!answers|replies|responses|messages|future)")
_HINTS = listed(
    "always never ever from future forward henceforth rule default your every each any anytime when whenever unless "
    "stop avoid no not use stick spell keep daily weekly monthly until all me write if drop skip leave quit remind "
    "ping nudge wake notify"
)


def _hinted(clause: Clause) -> bool:
    """Whether a clause has a word without which there is no standing wish."""
    if (
        clause.subject.kind == "speaker"
        and clause.lead not in _CONDITIONS
        and "you" not in {word.word for word in clause.words}
    ):
        return False
    return not _HINTS.isdisjoint(clause.sentence.words) or clause.lead in _CONDITIONS


_CONDITIONS = ("when", "whenever", "if")


def _said(found: Found) -> str:
    """The folded words of the wish with its conditions; "⟨s⟩" for a time again and again."""
    start, stop = found.groups["v"]
    times = found.clause.sentence.times
    return " ".join(
        "⟨s⟩" if word.word.startswith("⟨") and times[int(word.word[1:-1])].type == "set" else word.word
        for word in found.words[start:stop]
    )


def _standing(found: Found) -> bool:
    clause = found.clause
    if clause.subject.kind == "speaker" and clause.words[0].word not in ("i", "we") and clause.inherited:
        return False
    said = _said(found)
    if _RULE.match(said) is None or _NO_RULE.search(said) or _ONCE.search(said) or _GO_ON.search(said):
        return False
    wished = clause.subject.kind not in ("pronoun", "speaker") or clause.lead in ("when", "whenever", "if")
    return wished or _WISHED.match(said) is not None


_NO_RULE = re.compile(
    r"\b(?:never mind|be right back|let me know|let us know|give up|feel free|do not worry|tell me more|show me|keep "
    r"(?:going|it up|up|pushing|trying)|shoot me|remember (?:when|the (?:good|old|times?|days|little))|forget (?:that|"
    r"to)|never say never|stay|good luck)\b"
)


def _none_of_it(found: Found) -> bool:
    said = " ".join(word.word for word in found.clause.words)
    return _NO_STYLE.match(said) is not None and not (_ONCE.search(said) or _THING_ONCE.search(said))


def _only_so(found: Found) -> bool:
    """ "Celsius only, please", "plain English only from now on": one way, and for good."""
    words = [word.word for word in found.clause.rest]
    said = " ".join(words)
    lasting = re.search(rf"\b(?:{_ON}|{_TO_ME})\b", said) is not None
    return bool({"only", "always"} & set(words)) and (lasting or bool(_MEASURES & set(words[:2])))


def _released(found: Found) -> bool:
    """ "You don't have to answer in French any more", "you no longer need to": a standing wish is over."""
    verb = found.clause.verb
    said = " ".join(word.word for word in found.clause.words)
    over = re.search(r"\b(?:any more|any longer|from now on)\b", said) is not None
    return verb is not None and (verb.ended or (verb.negated and over)) and found.clause.mood is not Mood.QUESTION


_MOODS = frozenset({Mood.FACT, Mood.REQUEST, Mood.UNREAL, Mood.PLAN, Mood.QUESTION})
# fmt: off
PATTERNS = (
    Pattern(
        verbs=("stop",), rest=r"reminding me (?:every \w+ |⟨\d+⟩ )?(?:to |about )?(?P<v>.+)", relation="instruction",
        act=Act.END, who=frozenset({"none", "you"}), moods=_MOODS, value="clause",
    ),
    Pattern(
        verbs=("have", "need"), rest=r"to (?P<v>.+?)(?: any more| any longer| from now on| now)*(?: ,.*)?$",
        relation="instruction", act=Act.END, loose=True, who=frozenset({"you"}), negated=None, value="clause",
        speaker=True,
        moods=_MOODS, check=lambda found: _released(found), modal=frozenset({None, "will"}),
    ),
    Pattern(
        verbs=("stop", "quit", "drop"), rest=r"(?P<v>\w+ing\b.+?)(?: now| again| any more)*(?: ,.*)?$",
        relation="instruction", act=Act.END,
        loose=True, who=frozenset({"you"}), speaker=True, modal=frozenset({"can", "may"}), value="clause",
        moods=_MOODS | {Mood.FACT},
        check=lambda found: found.clause.mood is not Mood.QUESTION and found.clause.lead not in _CONDITIONS,
    ),
    Pattern(
        verbs=("*",), rest=r".*", relation="instruction", takes="clause",
        who=frozenset({"none", "you", "speaker", "pronoun"}), guard=_hinted, check=_standing, moods=_MOODS,
        speaker=True, value="clause",
        modal=frozenset({None, "can", "could", "would", "will", "should", "must", "may"}), negated=None,
    ),
    Pattern(
        verbs=("",), rest=_ONLY, relation="instruction", takes="clause", who=frozenset({"none"}), check=_only_so,
        speaker=True, value="clause",
    ),
    Pattern(
        verbs=("*",), rest=r".*", relation="instruction", takes="clause", who=frozenset({"none", "thing"}),
        guard=lambda clause: clause.words[0].word in ("no", "and", "also", "so", "but", "please"), check=_none_of_it,
        moods=_MOODS, speaker=True, value="clause", negated=None,
    ),
)
# fmt: on
