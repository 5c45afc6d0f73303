"""What is over, and what takes its place: a partnership, a trade, a post, a membership."""

from __future__ import annotations

from strandline.extract.occupations import occupation
from strandline.extract.patterns import ANY, DONE, Found, Pattern
from strandline.extract.tables.employers import PLACES_OF_WORK
from strandline.extract.tables.habits import group, pastime
from strandline.extract.tables.places import FIRM_WORDS
from strandline.extract.values import stretch
from strandline.types import Act

_SPEAKER = frozenset({"speaker"})
_WHO = frozenset({"speaker", "none"})
_ANYBODY = frozenset({"person", "pronoun", "thing", "other"})
_THEN = (
    r"(?=$|⟨|,|(?:and|because|after|so|but|in|on|at|last|earlier|this|for|when|since|over|amicably|legally|officially|"
    r"then|now)\b)"
)
"""What follows where nothing more is said of it."""


def _company(found: Found) -> str:
    """Who is named beside the speaker; nobody by name ends whoever it is."""
    others = found.clause.subject.with_others
    if not others or not others[0].name:
        return ""
    return " ".join(found.clause.sentence.source[others[0].first : others[0].last].split())


def _two(found: Found) -> bool:
    """ "We" or "Nadia and I", not "my cousins and I"."""
    subject = found.clause.subject
    return subject.plural and not any(
        other.plural or (other.kin is not None and other.kin.relation != "partner") for other in subject.with_others
    )


def _partner(found: Found) -> str:
    """The one a clause is about, by name where there is one."""
    subject = found.clause.subject
    return " ".join(found.clause.sentence.source[subject.first : subject.last].split()) if subject.name else ""


def _of_a_couple(found: Found) -> bool:
    """Somebody named, "he" or "she", or the speaker's partner."""
    subject = found.clause.subject
    if subject.kind == "pronoun":
        return subject.text in ("he", "she", "they")
    return subject.name != "" if subject.kin is None else subject.kin.relation == "partner"


def _trade(found: Found) -> bool:
    start, stop = stretch(found.words, found.groups["v"][0], "role")
    return occupation([word.word for word in found.words[start:stop]])


def _since(found: Found) -> bool:
    """Whether it is said to be so by now, or since when."""
    verb = found.clause.verb
    return verb is not None and (
        verb.tense == "perfect" or "now" in verb.adverbs | {w.word for w in found.clause.words}
    )


def _trade_again(found: Found) -> bool:
    """ "Shift supervisor again": words that name a trade by themselves."""
    return occupation(found.text("v").split(" "), known=True)


def _large(found: Found) -> bool:
    return found.words[found.groups["v"][0]].capital


def _firm_named(found: Found) -> bool:
    """A name that ends as those of firms do: "Pindar Optics"."""
    start = found.groups["v"][0]
    stop = stretch(found.words, start, "org")[1]
    return found.words[start].capital and stop - start > 1 and found.words[stop - 1].word in FIRM_WORDS


def _firm(found: Found) -> str:
    """The name of who let the speaker go; none for "they" and "my boss"."""
    subject = found.clause.subject
    written = " ".join(found.clause.sentence.source[subject.first : subject.last].split())
    named = subject.kind in ("person", "thing") and subject.kin is None and subject.owner is None
    return written if named and any(char.isupper() for char in written) else ""


def _surely_firm(found: Found) -> str | None:
    """The name of who let the speaker go, where that is sure to be a firm: Anna may let one go, too."""
    name = _firm(found)
    words = found.clause.subject.text.split()
    return name if name and ("&" in words or words[-1] in FIRM_WORDS | PLACES_OF_WORK) else None


# fmt: off
_COUPLES = (
    Pattern(
        verbs=("get",), rest=rf"(?:finally |officially |legally )?(?:divorced|separated)\b {{0,1}}{_THEN}",
        relation="partner", act=Act.END, who=_SPEAKER, tenses=DONE, event_day=True, value_of=_company, goes_on=True,
    ),
    Pattern(
        verbs=("widow",), rest="", relation="partner", act=Act.END, who=_SPEAKER, tenses=ANY, event_day=True,
        passive=True, value_of=lambda found: "", goes_on=True,
    ),
    Pattern(
        verbs=("be",), rest=r"an? (?:young |recent )?widow(?:er)?\b", relation="partner", act=Act.END, who=_SPEAKER,
        event_day=True, value_of=lambda found: "", goes_on=True, check=lambda found: _since(found),
    ),
    Pattern(
        verbs=("widow", "divorce", "separate"), rest=_THEN, relation="relationship_status", who=_SPEAKER, tenses=ANY,
        event_day=True, passive=True,
        check=lambda found: found.clause.verb is not None and found.clause.verb.tense == "past",
        value_of=lambda found: {"widow": "widowed", "separate": "separated", "divorce": "divorced"}[
            found.clause.verb.lemma if found.clause.verb else "widow"],
    ),
    Pattern(
        verbs=("separate", "divorce"), rest=_THEN, relation="partner", act=Act.END, who=_SPEAKER, tenses=ANY,
        event_day=True, passive=True, check=_two, value_of=_company, goes_on=True,
    ),
    Pattern(
        verbs=("split",), rest=_THEN, relation="partner", act=Act.END, who=_SPEAKER, tenses=DONE, event_day=True,
        check=_two, value_of=_company,
    ),
    Pattern(
        verbs=("break", "call"),
        rest=r"(?:off (?:our|the|my) (?:engagement|wedding|marriage|relationship)|"
             r"(?:our|the|my) (?:engagement|wedding|marriage|relationship) off)\b",
        relation="partner", act=Act.END, who=_SPEAKER, tenses=DONE, event_day=True, value_of=_company, goes_on=True,
    ),
    Pattern(
        verbs=("break", "call", "end"),
        rest=r"(?:off (?:our|the|my) (?:engagement|wedding|marriage|relationship)|"
             r"our (?:engagement|wedding|marriage|relationship)(?: off)?)\b",
        relation="partner", act=Act.END, who=frozenset({"person", "pronoun"}), speaker=True, tenses=DONE,
        event_day=True, check=_of_a_couple, value_of=_partner,
    ),
    Pattern(
        verbs=("break", "call", "end"), rest=rf"(?:it|things)(?: off)? {{0,1}}{_THEN}", relation="partner",
        act=Act.END, who=frozenset({"person", "pronoun"}), speaker=True, tenses=DONE, event_day=True, loose=True,
        check=_of_a_couple, value_of=_partner,
    ),
    Pattern(
        verbs=("end",), rest=r"(?:our|my) (?:marriage|relationship|engagement)\b", relation="partner", act=Act.END,
        who=_SPEAKER, tenses=DONE, event_day=True, value_of=_company, goes_on=True,
    ),
    Pattern(
        verbs=("break", "split"), rest=r"up with me\b", relation="partner", act=Act.END, speaker=True, tenses=DONE,
        event_day=True, who=frozenset({"person", "pronoun"}), loose=True, check=_of_a_couple, value_of=_partner,
    ),
    Pattern(
        verbs=("break", "end", "finish", "call"), rest=r"(?:it|things)(?: off| up)? with (?P<v>.+)", relation="partner",
        value="name", act=Act.END, who=_SPEAKER, tenses=DONE, event_day=True, loose=True, single=True,
        check=lambda found: found.words[found.groups["v"][0]].capital,
    ),
    Pattern(
        verbs=("be",), rest=rf"(?:officially |now |all )*(?:off|over|finished|history|dead) {{0,1}}{_THEN}",
        relation="partner", act=Act.END, who=frozenset({"thing"}), speaker=True, event_day=True,
        value_of=lambda found: "",
        check=lambda found: found.clause.subject.text in ("engagement", "wedding", "marriage", "relationship")
        and (found.clause.subject.owner is None or found.clause.subject.owner.is_speaker),
    ),
    Pattern(
        verbs=("walk", "run"), rest=rf"out on me {{0,1}}{_THEN}", relation="partner", act=Act.END, speaker=True,
        tenses=DONE,
        event_day=True, who=frozenset({"person", "pronoun"}), loose=True, check=_of_a_couple, value_of=_partner,
    ),
    Pattern(
        verbs=("finalise", "finalize", "grant", "settle"), rest="", relation="partner", act=Act.END, passive=True,
        who=frozenset({"thing"}), speaker=True, tenses=ANY, event_day=True, goes_on=True, value_of=lambda found: "",
        check=lambda found: found.clause.subject.text == "divorce",
    ),
    Pattern(
        verbs=("finalise", "finalize", "grant", "settle"), rest="", relation="relationship_status", fixed="divorced",
        passive=True, who=frozenset({"thing"}), speaker=True, tenses=ANY, event_day=True,
        check=lambda found: found.clause.subject.text == "divorce",
    ),
    Pattern(
        verbs=("go",), rest=r"our (?:own |separate )+ways\b", relation="partner", act=Act.END, who=_SPEAKER,
        tenses=DONE, event_day=True, loose=True, check=_two, value_of=_company,
    ),
)
_TRADES = (
    Pattern(
        verbs=("",), rest=r"(?:back to being |now )?(?:an? |the )?(?P<v>[a-z][a-z -]+?) again(?: (?:,|and|now|yay|"
                          r"since|⟨).*)?(?: ?,.*)?$", relation="role",
        value="clause", who=frozenset({"none"}), single=True, check=_trade_again,
    ),
    Pattern(
        verbs=("stop", "quit", "finish", "cease", "leave"),
        rest=r"(?:being|working as|work as|my (?:job|work|career|post|position|role) as) (?:an? |the )?(?P<v>.+)",
        relation="role", value="role", act=Act.END, who=_WHO, tenses=DONE, event_day=True, single=True, check=_trade,
    ),
    Pattern(
        verbs=("give", "pack", "jack"),
        rest=r"(?:up|in) (?:being|working as|my (?:job|work|career|life|post) as) (?:an? |the )?(?P<v>.+)",
        relation="role", value="role", act=Act.END, who=_WHO, tenses=DONE, event_day=True, single=True, check=_trade,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:done|finished|through) (?:with )?(?:being|working as) (?:an? |the )?(?P<v>.+)",
        relation="role", value="role", act=Act.END, who=_WHO, event_day=True, single=True, check=_trade,
    ),
    Pattern(
        verbs=("do", "finish"), rest=r"(?:with )?(?:being|working as) (?:an? |the )?(?P<v>.+)", relation="role",
        value="role", act=Act.END, who=_WHO, tenses=ANY, passive=True, event_day=True, single=True, check=_trade,
    ),
    Pattern(
        verbs=("retire", "resign", "stand", "step"), rest=r"(?:down )?as (?:an? |the )?(?P<v>.+)", relation="role",
        value="role", act=Act.END, who=_WHO, tenses=DONE, event_day=True, single=True,
    ),
    Pattern(
        verbs=("hand", "turn", "hang"),
        rest=r"(?:(?:in|up) my|my) (?:badge|uniform|apron|scrubs|gown|whistle|wig|stethoscope|cassock|toolbelt)\b",
        relation="role", act=Act.END, who=_WHO, tenses=DONE, event_day=True, value_of=lambda found: "", goes_on=True,
    ),
)
_POSTS = (
    Pattern(
        verbs=("make",), rest=r"(?:me|us|my (?:whole |entire )?team) redundant\b", relation="works_at", act=Act.END,
        speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, value_of=_firm,
    ),
    Pattern(
        verbs=("lay",), rest=r"(?:me|us|my (?:whole |entire )?(?:team|department)) off\b", relation="works_at",
        act=Act.END, speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, value_of=_firm,
    ),
    Pattern(
        verbs=("fire", "sack", "dismiss", "axe"), rest=rf"me {{0,1}}{_THEN}", relation="works_at", act=Act.END,
        speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, value_of=_firm,
    ),
    Pattern(
        verbs=("take", "hire", "promote", "bring", "appoint", "employ"),
        rest=r"me (?:on |back |in )*(?:as|to) (?:an? |the |their )?(?:new )?(?P<v>.+)", relation="role", value="role",
        speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, single=True, check=_trade, goes_on=True,
    ),
    Pattern(
        verbs=("take", "hire", "employ", "recruit", "poach"),
        rest=r"me(?: (?:on|back|straight away))*(?=$| (?:⟨|,|as|in ⟨|on ⟨|last|after|and)|,)",
        relation="works_at", speaker=True, tenses=DONE, who=_ANYBODY, event_day=True,
        value_of=lambda found: _firm(found) or None,
        check=lambda found: found.clause.verb is not None
        and (found.clause.verb.lemma != "take" or "on" in [word.word for word in found.words[1:3]]),
    ),
    Pattern(
        verbs=("move", "switch", "transfer", "jump", "change", "go"),
        rest=r"(?:over |across |on |ship |jobs )*(?:from [^,⟨]+? )?to (?P<v>.+)", relation="works_at", value="org",
        tenses=DONE, who=_WHO, event_day=True, single=True,
        check=lambda found: _firm_named(found) or (found.words[0].word == "ship" and _large(found)),
    ),
    Pattern(
        verbs=("terminate", "end", "cancel"), rest=r"my (?:contract|employment)\b", relation="works_at", act=Act.END,
        speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, value_of=_firm,
    ),
    Pattern(
        verbs=("stop", "quit", "finish", "give"), rest=r"(?:up )?[a-z]{2,}ing (?:at|for) (?P<v>.+)",
        relation="works_at",
        value="org", act=Act.END, loose=True, tenses=DONE, who=_WHO, event_day=True, single=True, check=_large,
    ),
    Pattern(
        verbs=("let",), rest=rf"me go {{0,1}}{_THEN}(?!on [a-z])", relation="works_at", act=Act.END, speaker=True,
        tenses=DONE, who=_ANYBODY, event_day=True, value_of=lambda found: _surely_firm(found),
    ),
    Pattern(
        verbs=("show",), rest=rf"me the door {{0,1}}{_THEN}(?!on [a-z])", relation="works_at", act=Act.END,
        speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, value_of=lambda found: _surely_firm(found),
    ),
    Pattern(
        verbs=("give",), rest=rf"me (?:the sack|the boot|the push|the chop|my cards|my marching orders|my notice) "
                              rf"{{0,1}}{_THEN}",
        relation="works_at",
        act=Act.END, speaker=True, tenses=DONE, who=_ANYBODY, event_day=True, value_of=_firm,
    ),
    Pattern(
        verbs=("quit", "leave", "lose"), rest=rf"(?:my|the|that) (?:job|position|post)(?! (?:at|with)\b) "
                                              rf"{{0,1}}{_THEN}",
        relation="works_at", act=Act.END, tenses=DONE, who=_WHO, event_day=True, value_of=lambda found: "",
    ),
)
_MEMBERSHIPS = (
    Pattern(
        verbs=("kick", "throw", "chuck", "boot", "vote"), rest=r"me out\b(?! of (?:bed|the (?:house|flat|pub|bar|"
                                                               r"way)))",
        relation="member_of", act=Act.END, loose=True, takes="subject", tenses=DONE, event_day=True,
        who=frozenset({"person", "thing"}), check=lambda found: found.clause.subject.kin is None,
    ),
    Pattern(
        verbs=("be",), rest=r"(?:now )?(?:out of|off) (?P<v>.+)", relation="member_of", value="group", act=Act.END,
        loose=True, who=_WHO, event_day=True, single=True, check=lambda found: group(found, strict=True),
    ),
    Pattern(
        verbs=("drop", "withdraw", "flunk"),
        rest=r"(?:out of|from) (?P<v>(?!high|primary|secondary|middle|summer|night|art|grammar)[a-z]+) school\b",
        relation="studies", value="clause", act=Act.END, loose=True, who=_WHO, tenses=DONE, event_day=True,
    ),
    Pattern(
        verbs=("let", "cancel", "end", "drop", "give"),
        rest=r"(?:up )?(?:my |our )?(?P<v>[^⟨,]+?) membership\b", relation="member_of", value="clause",
        act=Act.END, loose=True, who=_WHO, tenses=ANY, event_day=True, single=True, strip="my|our|the",
        check=lambda found: found.text("v") not in ("my", "our", "the"),
    ),
    Pattern(
        verbs=("let", "cancel", "end", "drop", "give", "resign", "renounce"),
        rest=r"(?:up |from )?(?:my |our )membership (?:of|at|in|to|with) (?:the )?(?P<v>.+?)(?: (?:lapse|expire|run "
             r"out|go))?"
             r"(?: (?:in|on) ⟨.*)?$",
        relation="member_of", value="org", act=Act.END, loose=True, who=_WHO, tenses=ANY, event_day=True, single=True,
    ),
)
# fmt: on

_PASTIMES = (
    Pattern(
        verbs=("",),
        rest=r"(?:no )?more (?:(?P<v>[^,⟨]+?) for (?:me|us)\b.*|(?P<x>[a-z]{2,}ing)$)",
        relation="hobby",
        act=Act.END,
        loose=True,
        who=_WHO,
        others=("plays", "routine"),
        single=True,
        event_day=True,
        value_of=lambda found: found.text("v") or found.text("x"),
        check=lambda found: (
            "no" in [word.word for word in found.clause.words[:2]]
            and (bool(found.text("x")) or pastime(found.text("v")))
        ),
    ),
)

PATTERNS = (*_PASTIMES, *_COUPLES, *_TRADES, *_POSTS, *_MEMBERSHIPS)
