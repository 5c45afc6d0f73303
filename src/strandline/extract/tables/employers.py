"""What the tables of work share: employers, occupations and places of work."""

from __future__ import annotations

from strandline.extract.occupations import misspelt, occupation
from strandline.extract.patterns import Found
from strandline.extract.tables.tools import TOOLS
from strandline.extract.values import stretch

PEOPLE = frozenset({"speaker", "person", "pronoun", "none"})
ANYTHING = frozenset({"thing", "person", "pronoun", "none", "other", "speaker"})
TEAM_WORDS = r"(?:team|department|dept|squad|division|unit|crew|group|desk)"
DEPARTMENTS = frozenset(
    """
    accounts accounting billing marketing sales finance hr legal engineering design product research operations ops
    support it logistics procurement purchasing payroll compliance security data platform infrastructure growth
    search pricing hydraulics payments fraud risk cloud mobile web backend frontend onboarding delivery partnerships
    enterprise retail recruiting devrel localisation communications comms pr editorial production quality planning
    maintenance dispatch warehouse analytics claims underwriting customs catering
    """.split()  # noqa: SIM905
)
FIELDS = DEPARTMENTS | frozenset(
    """
    insurance banking academia tech education healthcare publishing construction advertising law medicine consulting
    government politics journalism manufacturing agriculture telecoms media fashion hospitality tourism catering
    accountancy admin administration pharma biotech energy shipping freight claims underwriting housekeeping dev ux
    transport haulage recruitment training lettings property teaching nursing childcare
    """.split()  # noqa: SIM905
)
"""What one may work in, that is no place."""
NO_EMPLOYER = frozenset(
    """
    accident mistake chance email post
    home night nights day days weekends noon once least last first present work university school college uni church
    the gym it that this them him her people kids children computers animals horses numbers myself clients customers
    patients me a an my our
    """.split()  # noqa: SIM905
)
_NO_FIRM = frozenset(
    """
    free food fun hours hire money pay cash wages tips peanuts nothing pleasure love life peace change rent ages years
    months weeks minutes exposure commission good real less more charity practice experience credit beer drinks everyone
    everybody others anyone someone somebody strangers users readers adults beginners teens teenagers families
    character example instance now sure long extra praise cookies
    """.split()  # noqa: SIM905
)
"""What one may work for, or something may be for, that employs nobody."""


def trade_and_firm(found: Found) -> bool:
    """ "Nurse at Kiln", "an engraver for the mint", where no verb says so: a trade of the list, or "a" before one."""
    name = found.words[found.groups["v"][0]]
    article = any(word.word in ("a", "an") for word in found.words[: found.groups["r"][0]])
    placed = name.capital or name.word in ("a", "an", "the") or lower_case(found)
    return placed and (article or occupation(found.text("r").split(" "), known=True))


def tool_word(found: Found) -> bool:
    """Whether a program stands in the value: one works with it, not for it."""
    return any(word.word in TOOLS for word in found.words[found.groups["v"][0] :])


def an_occupation(found: Found) -> bool:
    """Whether the value is an occupation; of others than the speaker only a known one."""
    start, stop = stretch(found.words, found.groups["v"][0], "role")
    words = [w.word for w in found.words[start:stop]]
    while words and words[0] in ("a", "an", "the", "still", "also", "now", "just", "only", "currently"):
        words = words[1:]
    subject, verb = found.clause.subject, found.clause.verb
    sure = verb is not None and (
        subject.kind == "speaker" or subject.kin is not None or verb.lemma not in ("be", "become")
    )
    return occupation(words, known=not sure) or (
        sure and 0 < len(words) <= 4 and "of" not in words and misspelt(words[-1])
    )


def employer(found: Found) -> bool:
    """Somebody one can work for: a name, or "the harbour museum", not "home" or "night"."""
    start, stop = found.groups["v"]
    words = found.words[start:stop]
    low, high = stretch(found.words, start, "org")
    if all(word.word in _NO_FIRM and not word.capital for word in found.words[low:high]):
        return False
    if words[0].capital:
        return words[0].word not in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
    if words[0].word in ("the", "a", "an", "my", "our"):
        return len(words) > 1 and (
            any(w.capital for w in words[1:4]) or any(w.word in PLACES_OF_WORK for w in words[1:5])
        )
    return words[0].word not in NO_EMPLOYER and words[0].word.isalpha() and not words[0].word.endswith("ly")


def named_employer(found: Found) -> bool:
    """Somebody by name whom one can work for; no program, no "Netflix's beta"."""
    start, _ = found.groups["v"]
    stop = stretch(found.words, start, "org")[1]
    owning = stop < len(found.words) and found.words[stop].word == "'s"  # "Netflix's beta programme"
    return not owning and not tool_word(found) and employer(found) and (found.words[start].capital or lower_case(found))


def lower_case(found: Found) -> bool:
    """Whether the speaker writes all in small letters, so that small letters say nothing about names."""
    return not any(w.capital for w in found.clause.sentence.tokens)


def two_words(found: Found) -> bool:
    """Whether the value is a name of two words, as firms have; no school."""
    start, stop = found.groups["v"]
    if any(
        w.word
        in ("degree", "phd", "course", "master", "masters", "bachelor", "diploma", "university", "college", "exam")
        for w in found.words
    ):
        return False
    return (
        found.words[start].capital
        and start + 1 < stop
        and (found.words[start + 1].capital or found.words[start + 1].word == "&")
    )


PLACES_OF_WORK = frozenset(
    """
    hospital school university college museum library theatre theater bank bakery restaurant cafe café shop store
    factory clinic company startup start-up firm agency studio office lab laboratory institute council ministry
    department hotel bar pub club farm brewery garage workshop newspaper magazine charity ngo foundation airport
    port harbour station railway gallery zoo nursery kindergarten surgery practice pharmacy supermarket garden
    gardens court embassy publisher bookshop observatory shipyard mill hall cathedral abbey court docks market mall
    minster palace registry parliament senate depot quarry vineyard fintech bureau brewery salon consultancy startup
    nursery kitchen winery insurer supplier manufacturer chain co-op cooperative depot warehouse call-centre hospice
    dairy bookstore service police army navy force coastguard authority government bureau trust railways bbc nhs
    aquarium planetarium arboretum crèche creche spa cinema foundry smithy lido hostel guesthouse campsite archive
    archives conservatory conservatoire seminary monastery stables kennels vet vets dentist optician optician's
    garage refinery sawmill plant smelter dockyard greenhouse orchard creamery patisserie bistro canteen cafeteria
    delicatessen deli boutique launderette call-center fishery hatchery racecourse casino nightclub gym
    """.split()  # noqa: SIM905
)


def firm_called(found: Found) -> bool:
    """ "for a small brewery called Otter & Sons": a place of work with its name."""
    start, stop = found.groups["v"]
    words = [word.word for word in found.words[start : min(stop, start + 8)]]
    called = next((at for at, word in enumerate(words) if word in ("called", "named")), 0)
    return words[0] in ("a", "an") and bool(PLACES_OF_WORK & set(words[:called]))
