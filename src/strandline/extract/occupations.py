"""Is "I'm a …" an occupation? Words for trades, and the endings that make them, against what only looks like one."""

from __future__ import annotations

from collections import defaultdict

from strandline.extract.people import KIN, singular
from strandline.extract.verbs import FORMS

_KNOWN = frozenset(
    """
    nurse doctor teacher engineer lawyer chef cook baker butcher plumber electrician carpenter joiner mason mechanic
    pilot captain sailor soldier officer policeman policewoman firefighter paramedic surgeon dentist vet veterinarian
    pharmacist chemist physicist biologist geologist botanist ecologist scientist researcher professor lecturer tutor
    librarian archivist curator historian journalist reporter editor author writer poet novelist translator
    interpreter programmer developer coder designer architect surveyor planner draughtsman analyst accountant auditor
    banker broker trader economist statistician actuary consultant adviser advisor manager director secretary
    receptionist clerk assistant administrator bookkeeper cashier salesman saleswoman salesperson merchant shopkeeper
    grocer florist gardener farmer beekeeper fisherman forester ranger guide waiter waitress bartender barista barman
    host hostess cleaner janitor caretaker porter driver courier postman trucker conductor guard watchman builder
    bricklayer roofer painter decorator plasterer welder fitter machinist technician operator foreman tailor
    seamstress weaver potter glazier blacksmith goldsmith jeweller watchmaker bookbinder printer photographer
    cameraman actor actress dancer singer musician pianist violinist cellist drummer guitarist composer producer
    sculptor illustrator animator artist model hairdresser barber beautician masseur therapist physiotherapist
    psychologist psychiatrist counsellor midwife carer nanny childminder babysitter au-pair optician radiographer
    pathologist anaesthetist cardiologist surgeon gp paediatrician dermatologist neurologist oncologist judge
    barrister solicitor notary paralegal detective inspector diplomat politician mayor councillor priest vicar pastor
    imam rabbi monk nun chaplain undertaker entrepreneur founder co-founder freelancer contractor ceo cto cfo coo vp
    intern trainee apprentice postdoc scholar headteacher headmaster principal dean coach trainer referee athlete
    footballer jockey diver instructor stewardess steward flight-attendant lifeguard astronaut tuner piano-tuner
    sommelier brewer distiller winemaker miner geophysicist seismologist meteorologist astronomer mathematician
    logician linguist philosopher anthropologist sociologist criminologist zoologist marine-biologist entomologist
    upholsterer locksmith cobbler milliner farrier shepherd vintner cartographer copywriter marketer recruiter
    headhunter realtor negotiator mediator landscaper housewife househusband homemaker planner logistician storekeeper
    warehouseman dispatcher controller customs-officer sysadmin devops sre tester qa scrum-master product-owner pm
    ux-designer data-scientist webmaster vlogger blogger youtuber streamer influencer lead head chief boss associate
    partner-manager coordinator co-ordinator
    supervisor social-worker civil-servant attendant servant lieutenant sergeant sales-assistant
    shop-assistant teaching-assistant dev swe sde rep exec temp pa ta barkeep cop sommelier medic vicar postie tradie
    sparky chippy brickie bouncer croupier dj mc tour-guide pro analyst strategist evangelist archivist geneticist
    """.split()  # noqa: SIM905
)
_ENDINGS = (
    "ologist", "ician", "grapher", "smith", "wright", "keeper", "maker", "monger", "tender", "mason", "blower",
    "ologer", "ographer", "ist", "eer", "tor", "ian", "man", "woman", "er",
)  # fmt: skip
_NEVER = frozenset(
    """
    student pupil checklist list wishlist playlist twist mist waist tourist guest best latest interest request contest
    suggestion person lover fan beginner reader member mother father sister brother daughter smoker drinker eater
    swimmer hiker gamer user owner newcomer foreigner teenager stranger survivor vegetarian human woman man gentleman
    loner dreamer fighter believer follower supporter perfectionist optimist pessimist realist feminist minimalist
    pacifist socialist communist capitalist activist atheist buddhist humanist tourist giant merchant-of-doom elephant
    infant tenant vegan pescatarian flexitarian fruitarian christian italian norwegian canadian australian brazilian
    indian russian ukrainian hungarian romanian austrian belgian egyptian iranian asian european american
    librarian-at-heart sucker morning-person twitcher sleeper worrier planner-type jogger runner cyclist walker
    climber skier surfer dancer-at-heart hoarder collector sinner winner loser quitter starter finisher learner
    commuter renter customer subscriber later better never ever over under other another either whether together
    rather order border corner number letter matter summer winter dinner water paper computer wonder master monster
    gangster hamster disaster cancer tiger spider butter number-cruncher saver spender tea-drinker coffee-drinker
    meat-eater night-owl carnivore omnivore newbie noob speaker listener caller sufferer patient twin caregiver
    stickler grandparent parent step-parent pensioner goner mess wreck star genius idiot fool introvert extrovert
    realist-at-heart witness passenger candidate volunteer sibling insomniac homeowner taxpayer voter citizen resident
    immigrant expat native local regular foodie bit lot couple few cat dog night morning fish creature hermit bookworm
    bear pain hazard burden blessing joke teetotaller teetotaler guest visitor lodger widow widower bachelor newlywed
    admirer enthusiast devotee
    leftover procrastinator napper overthinker complainer snoozer hoarder offer answer error prayer Scorpio Libra Leo
    Virgo size minor adult
    """.split()  # noqa: SIM905
)
_PART = frozenset(
    """
    about over after before during than because if so as at for in of with from on by to and who that since near
    , ⟨
    """.split()  # noqa: SIM905
)


_WITHIN = frozenset(["a", "an", "the", "me", "it", "more", "much", "feel", "make", "made", "bit"])
"""None of these stands within what a trade is called: "feel a bit calmer"."""
_DEMONYMS = frozenset(
    """
    londoner new-yorker berliner dubliner viennese parisian islander northerner southerner easterner westerner
    highlander dutchman frenchman englishman irishman scotsman welshman norman german roman
    """.split()  # noqa: SIM905
)


def misspelt(word: str) -> bool:
    """Whether a word is one of the trades but for one slip of the hand; a short one may as well be another word."""
    if len(word) < _SHORTEST or not word.isalpha() or word in _NEVER or word in _KNOWN or word in FORMS:
        return False
    if singular(word) in KIN:
        return False
    near = (known for known in _BY_LETTER.get(word[0], ()) if abs(len(known) - len(word)) <= 1)
    return any(_one_slip(word, known) for known in near)


_SHORTEST = 6
_BY_LETTER: dict[str, list[str]] = defaultdict(list)
for _trade in sorted(_KNOWN):
    _BY_LETTER[_trade[0]].append(_trade)


def _one_slip(a: str, b: str) -> bool:
    """Whether one letter added, lost, changed or two swapped turns one word into the other."""
    head = next((at for at, (one, other) in enumerate(zip(a, b, strict=False)) if one != other), min(len(a), len(b)))
    one, other = a[head:], b[head:]
    swapped = len(one) > 1 and one[:2] == other[1::-1] and one[2:] == other[2:]
    return swapped or one[1:] == other[1:] or one[1:] == other or one == other[1:]


def occupation(words: list[str], *, known: bool = False) -> bool:
    """Whether a noun phrase without its article names an occupation; judged by its last noun.

    ``known`` takes only words of the list, for clauses that say less than "I am a …".
    """
    cut = next((at for at, word in enumerate(words) if word in _PART or word.startswith("⟨")), len(words))
    head = words[:cut]
    if (
        not head
        or len(head) > 6
        or not _WITHIN.isdisjoint(head)
        or head[0]
        in ("bit", "little", "lot", "great", "good", "bad", "huge", "perfect", "nice", "fun", "lovely", "such")
    ):
        return False
    if singular(head[-1]) in KIN and head[-1] not in ("manager", "supervisor"):
        return False
    if "-" in head[-1] and head[-1] not in _KNOWN and head[-1].rsplit("-", 1)[1] in _KNOWN:
        return True  # sous-chef, vice-principal
    last = head[-1].rstrip("s") if head[-1] not in _KNOWN and head[-1].rstrip("s") in _KNOWN else head[-1]
    if last in _NEVER:
        return False
    if last in _KNOWN or "-".join(head[-2:]) in _KNOWN:
        return (
            last not in ("lead", "head", "chief", "associate", "boss", "host", "model")
            or cut < len(words)
            or len(head) > 1
        )
    return not known and len(last) > 4 and last.isalpha() and last not in _DEMONYMS and last.endswith(_ENDINGS)
