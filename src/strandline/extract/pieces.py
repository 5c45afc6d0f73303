"""Where a sentence falls apart into stretches that say something of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from strandline.extract.openers import skip_openers
from strandline.extract.people import KIN, PLURALS, singular
from strandline.extract.subjects import subject_at
from strandline.extract.tokens import Token
from strandline.extract.verbs import FORMS, verb_group

_LEADS = frozenset(
    """
    and but so or because while though although whereas if unless when whenever before after until till once
    since that which who whose where plus yet as whether except then than like
    """.split()  # noqa: SIM905
)
RELATIVE = frozenset(["who", "which", "whose"])
"""What they lead into is said of somebody else: "for people who can't have lactose"."""
_HARD = frozenset([";", ":", "(", ")", "—", "–", "…", "[", "]", "=", "/"])
_PRONOUNS = frozenset(["i", "we", "he", "she", "it", "they", "you", "this", "that", "there"])
_POSSESSIVES = frozenset(["my", "our", "his", "her", "their", "the", "your", "its", "a", "an"])
_BEFORE_LIKING = frozenset(
    """
    i we you they not do does did really also to both would could still never always just only all who kinda quite
    absolutely actually particularly especially generally
    """.split()  # noqa: SIM905
)
"""After these "like" is the verb."""


def pieces(words: Sequence[Token], *, asks: bool = False) -> Iterator[tuple[str, tuple[Token, ...]]]:
    """(connective, tokens) of each stretch that says something of its own."""
    start, at, lead = 0, 0, ""
    speaks = ours = _speaks(words, 0)  # whether this stretch tells of the speaker, so that a verb may go on
    while at < len(words):
        ahead, cuts, same = _joint(words, at, start, ours=ours, speaks=speaks, asks=asks)
        if not cuts:
            at = ahead
            continue
        hard = words[at].word in _HARD
        if at > start:
            yield lead, tuple(words[start:at])
        lead = next((w.word for w in reversed(words[at:ahead]) if w.word in _LEADS), "" if hard else ",")
        start = at = ahead
        told = start < len(words) and any(form.tense == "past" for form in FORMS.get(words[start].word, ()))
        speaks = _speaks(words, start)
        ours = (speaks and lead not in _CONDITIONS) or ((same or (ours and told)) and not hard)
    if start < len(words):
        yield lead, tuple(words[start:])


def _joint(
    words: Sequence[Token], at: int, start: int, *, ours: bool, speaks: bool, asks: bool
) -> tuple[int, bool, bool]:
    """(where to go on, whether the stretch begun at ``start`` ends here, whether a verb of its subject follows)."""
    word = words[at].word
    if word in _HARD:
        named = names_stop(words, at) if at and singular(words[at - 1].word) in KIN else at
        # "three brothers: Tom, Aled and Huw", "two kids (Ann and Bo)"
        return (named, False, False) if named > at else (at + 1, True, False)
    if word in ("i", "we") and _after_background(words, start, at):
        return at, True, False
    pointing = at == start and word in ("that", "this", "which", "where")  # "That's a great list"
    if pointing and at + 1 < len(words) and words[at + 1].word in FORMS:
        return at + 1, False, False
    liked = word == "like" and at > start and words[at - 1].word in _BEFORE_LIKING  # "I like trains"
    chat = word in _CHAT and at > start and _says_i(words, at + 1)  # "cant eat gluten btw im coeliac"
    if chat:
        return at + 1, True, False
    if liked or not (word in _MARKS or word in _LEADS):
        return at + 1, False, False
    ahead = _connected(words, at)
    if word == "and" and at and _one_act(words, at):
        return ahead, False, False  # "born and raised in", "live and work in"
    if word in ("and", "&") and _names_company(words, start, at, ahead):
        return ahead, False, False
    question = _question_at(words, at, ahead) if asks and at > start else None
    if question is not None:
        return question, True, False
    leading = word in _LEADS or ahead > at + 1 or word in ("-", "--")
    same = _same_goes_on(words, at, ahead, ours=ours, leading=leading)
    told = ("been", "raised", "grew", "born") if not ours else _TOLD_ON
    bare = leading or (ahead < len(words) and words[ahead].word in told) or _status_since(words, ahead)
    bare = bare or (ahead < len(words) and _third_goes_on(words, ahead, start))
    stated = speaks or (word == "," and _has_verb(words[max(start, at - 25) : at]))
    if same or _noun_follows(words, at, ahead, stated=stated) or _opens(words, ahead, bare=bare):
        return ahead, True, same
    return max(ahead, at + 1), False, False


def _after_background(words: Sequence[Token], start: int, at: int) -> bool:
    """ "Since I left Kiln in May | I've been a cook": a statement after its background, without a comma.

    A date or a name must stand before it: in "since I left the job I hated" it goes on.
    """
    if not 0 < start < at - 2 or words[start - 1].word not in _BACKGROUNDS or words[start].word not in ("i", "we"):
        return False
    before, two = words[at - 1], words[at - 2].word
    named = before.capital and before.word not in ("i", "we") and two not in _DETERMINED
    return (before.word[0] == "⟨" or named) and verb_group(words, at + 1, subject=True) is not None


_BACKGROUNDS = frozenset(["since", "after", "when", "once", "before"])
_DETERMINED = frozenset(["the", "a", "an", "this", "that", "of"])
_CHAT = frozenset(["btw", "lol", "haha", "lmao", "tbh", "ngl", "imo"])
"""Where one writes without marks, these stand between two statements."""


def _says_i(words: Sequence[Token], at: int) -> bool:
    return at + 1 < len(words) and words[at].word in ("i", "we", "my") and words[at - 2].word != ","


_THIRD = frozenset("lives works plays studies teaches speaks loves hates drives owns has".split())  # noqa: SIM905
_AFTER_THIRD = frozenset(["the", "a", "an", "my", "our", "in", "at", "to", "for", "as", "on", "with", "his", "her"])


def _third_goes_on(words: Sequence[Token], at: int, start: int) -> bool:
    """ "Ines is nine, plays the violin": a further verb of somebody spoken of."""
    told = at - 1 > start and words[at - 1].word == "," and words[at].word in _THIRD and at + 1 < len(words)
    if not told or not (words[at + 1].word in _AFTER_THIRD or words[at + 1].capital):
        return False
    return _has_verb(words[start : at - 1]) and words[start].word not in ("i", "we")


def _status_since(words: Sequence[Token], at: int) -> bool:
    """ "…, married since 2017": a state of couples with its date."""
    after = words[at + 1].word if at + 1 < len(words) else ""
    return after.startswith("⟨") and words[at].word in ("married", "engaged", "divorced", "separated", "widowed")


_MARKS = (",", "-", "--")


def _connected(words: Sequence[Token], at: int) -> int:
    """The index after the connectives and commas that begin here: ", and then"."""
    ahead = at
    while ahead < len(words) and (words[ahead].word in _MARKS or words[ahead].word in _LEADS):
        before = words[ahead - 1].word if ahead > at else ""
        if words[ahead].word in _LEADS and before in _LEADS - {"and", "but", "so"}:
            break
        ahead += 1
    return ahead


def _same_goes_on(words: Sequence[Token], at: int, ahead: int, *, ours: bool, leading: bool) -> bool:
    """Whether a verb with the subject of the stretch follows, or a wish: "and work at Kiln", "so please write …"."""
    if leading and words[min(ahead, len(words) - 1)].word == "please":
        return True
    joined = ours and words[at].word in ("and", "but", ",")
    return joined and (_plain_verb(words, ahead) if leading else _listed_verb(words, ahead))


def _noun_follows(words: Sequence[Token], at: int, ahead: int, *, stated: bool) -> bool:
    """Whether a noun with its verb follows a statement: ", so grapefruit is off the list"."""
    return words[at].word != "and" and stated and _noun_opens(words, ahead)


def names_stop(words: Sequence[Token], mark: int) -> int:
    """The index after the names that a colon, a dash or a bracket sets off; the mark itself where none follow."""
    at = mark + 1
    while at < len(words) and (words[at].capital or words[at].word in (",", "and", "&") or words[at].word.isdigit()):
        at += 1
    if at == mark + 1 or not words[mark + 1].capital:
        return mark if words[mark].word != ":" else mark + 1
    if words[mark].word == "(":
        return at + 1 if at < len(words) and words[at].word == ")" else mark
    return (
        at
        if words[mark].word in (":", "—", "–") and (at == len(words) or words[at].word in ("—", "–", ";", ":"))
        else mark + (words[mark].word == ":")
    )


_CONDITIONS = frozenset(
    """
    when whenever if unless until before after once while as because since
    """.split()  # noqa: SIM905
)


def _question_at(words: Sequence[Token], at: int, ahead: int) -> int | None:
    """Where a question begins among the connectives between two indexes: "so what …", ", which of them …"."""
    return next((place for place in range(at + 1, ahead + 1) if _question_opens(words, place)), None)


def _question_opens(words: Sequence[Token], at: int) -> bool:
    """Whether a question of its own begins here: "I live in Oslo, can you suggest a bank?"; "don't I?" is a tag."""
    at = skip_openers(words, at)
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
_ASKING = frozenset(
    """
    is are was were am do does did can could will would should shall have has may might must
    """.split()  # noqa: SIM905
)


def _noun_opens(words: Sequence[Token], at: int) -> bool:
    """Whether a bare noun with its verb begins here: ", so grapefruit is off the list"."""
    if at + 1 >= len(words) or not words[at].word.isalpha() or words[at].word in FORMS or words[at].word in _LEADS:
        return False
    following = (
        words[at + 1].word if words[at + 1].word in _BEING else words[at + 2].word if at + 2 < len(words) else ""
    )
    plain = words[at + 1].word in _BEING or (
        words[at + 1].word.isalpha() and words[at + 1].word not in FORMS and words[at].word not in _PREPOSED
    )
    return following in _BEING and plain


_BEING = frozenset(
    """
    is are was were has
    """.split()  # noqa: SIM905
)
_PREPOSED = frozenset(
    """
    in on at for with from by of to about not no then all some any the what who how where when which than as
    """.split()  # noqa: SIM905
)


def _names_company(words: Sequence[Token], start: int, at: int, ahead: int) -> bool:
    """Whether "and" stands inside a subject: "Nadia and I", "my fiancé Emil and I", "me and my brother"."""
    if [word.word for word in words[skip_openers(words, start) : at]] == ["me"]:
        return True
    begin = skip_openers(words, start)
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
    begin = skip_openers(words, start)
    return begin < len(words) and words[begin].word in ("i", "we")


def _one_act(words: Sequence[Token], at: int) -> bool:
    """Whether the "and" at an index joins two verbs that share what follows."""
    after = words[at + 1].word if at + 1 < len(words) else ""
    if words[at - 1].word == "born":
        return True
    return words[at - 1].word in ("live", "living", "lived") and after in (
        "work",
        "working",
        "worked",
        "study",
        "studying",
        "teach",
    )


def _has_verb(words: Sequence[Token]) -> bool:
    """Whether a stretch is a statement of its own: "port 8091 clashed"."""
    finite = [w for w in words[1:] if {form.tense for form in FORMS.get(w.word, ())} & {"s", "past"}]
    return bool(finite)


def _plain_verb(words: Sequence[Token], at: int) -> bool:
    """ "I live in Porto and work at a bank" """
    at += at < len(words) and words[at].word in (
        "also",
        "usually",
        "mostly",
        "never",
        "often",
        "always",
        "currently",
        "now",
        "still",
    )
    return at + 1 < len(words) and words[at].word in _PLAIN_VERBS and not words[at - 1].word.startswith("to")


_SURE_VERBS = frozenset(
    """
    hate adore dislike enjoy prefer own speak have eat avoid know teach learn write sing collect commute volunteer
    """.split()  # noqa: SIM905
)
"""Of these the base form is hardly ever a noun: after a comma they go on with what "I" do."""
_AFTER_VERB = {
    verb: frozenset(after.split())
    for verb, after in {
        "live": "in at on near with alone by",
        "work": "in at as for from on with part-time full-time nights remotely freelance",
        "play": "the a an in for",
        "love": "the a my to it all",
        "drive": "a an the my",
        "use": "a an the my",
        "run": "a an the every marathons",
        "study": "at in",
        "lead": "a an the",
        "manage": "a an the",
        "report": "to",
        "go": "to",
        "do": "a the some my",
        "take": "a the my",
        "read": "a the lots",
    }.items()
}
"""What follows a verb that may be a noun too, where it is the verb."""


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


_SONGS = frozenset(
    """
    and or songs letters stories poems affairs life story song letter poem affair
    """.split()  # noqa: SIM905
)


def _opens(words: Sequence[Token], at: int, *, bare: bool) -> bool:
    """Whether a statement of its own begins here; ``bare`` lets one begin without a subject, at a finite verb."""
    at = skip_openers(words, at)
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
    return bare and (finite or word in ("not", "no", "been", "born"))


_TOLD_ON = frozenset(
    """
    been raised grew born started moved joined quit left got bought sold became went took began switched retired met
    married adopted
    """.split()  # noqa: SIM905
)
"""What goes on with what happened to the speaker: "I quit Tesco in May, started at Aldi in June"."""
_SOMEBODY = frozenset(
    """
    everyone everybody people most some friends someone somebody nobody
    """.split()  # noqa: SIM905
)
_COMPLEMENTS = frozenset(["a", "an", "at", "in", "on", "with", "working", "living", "based"])
