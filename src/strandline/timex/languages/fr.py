"""Time expressions in French."""

from __future__ import annotations

from strandline.timex.languages import joins, pairs
from strandline.timex.languages.base import Language, Names, listed
from strandline.timex.languages.feasts import from_easter, nth, on, table
from strandline.timex.languages.rules import load

_FIRST = listed(
    "zero un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize "
    "dix_sept dix_huit dix_neuf"
)
_TENS = {"vingt": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60}
_SMALL = {word: value for value, word in enumerate(_FIRST)} | _TENS
_SMALL |= {f"{ten} {_FIRST[unit]}": tens + unit for ten, tens in _TENS.items() for unit in range(2, 10)}
_SMALL |= {f"{ten} et {one}": tens + 1 for ten, tens in _TENS.items() for one in ("un", "une")}
_SMALL |= {f"{ten} {one}": tens + 1 for ten, tens in _TENS.items() for one in ("un", "une")}
_SMALL |= {f"soixante {_FIRST[unit]}": 60 + unit for unit in range(10, 20)} | {"soixante et onze": 71}
_SMALL |= {f"quatre vingt {_FIRST[unit]}": 80 + unit for unit in range(1, 20)} | {
    "quatre vingts": 80,
    "quatre vingt": 80,
}
_SMALL |= {"une": 1, "septante": 70, "octante": 80, "nonante": 90, "cent": 100}
_NUMBERS: dict[str, float] = {
    **_SMALL, "demi": 0.5, "demie": 0.5, "une demi": 0.5, "un demi": 0.5, "un et demi": 1.5, "une et demie": 1.5,
    "deux et demi": 2.5, "deux cents": 200, "une dizaine de": 10, "une quinzaine de": 15, "une vingtaine de": 20,
}  # fmt: skip
_YEARS = {
    f"{century} {word}": first + value
    for century, first in (("mille neuf cent", 1900), ("dix neuf cent", 1900), ("deux mille", 2000), ("dix neuf", 1900))
    for word, value in _SMALL.items()
    if 0 < value < 100 and not (century == "dix neuf" and value < 30)
} | {"deux mille": 2000}

_STEMS = {
    "deux": 2, "trois": 3, "quatr": 4, "cinqu": 5, "six": 6, "sept": 7, "huit": 8, "neuv": 9, "dix": 10, "onz": 11,
    "douz": 12,
    "treiz": 13, "quatorz": 14, "quinz": 15, "seiz": 16, "vingt": 20, "trent": 30,
}  # fmt: skip
_ORDINALS = {f"{stem}ieme": value for stem, value in _STEMS.items()}
_ORDINALS |= {
    "premier": 1, "premiere": 1, "1er": 1, "1ere": 1, "second": 2, "seconde": 2, "dernier": -1, "derniere": -1,
    "dix septieme": 17, "dix huitieme": 18, "dix neuvieme": 19, "vingt et unieme": 21, "trente et unieme": 31,
}  # fmt: skip
_ORDINALS |= {f"vingt {stem}ieme": 20 + value for stem, value in _STEMS.items() if 2 <= value <= 9}

_FEASTS = table(
    ("noel|jour de noel|la noel", on(12, 25)),
    ("veille de noel|reveillon de noel|reveillon", on(12, 24)),
    ("saint sylvestre|la saint sylvestre|reveillon du nouvel an", on(12, 31)),
    ("veille du nouvel an|veille du jour de l'an", on(12, 31)),
    ("nouvel an|jour de l'an|jour de l'an neuf|le nouvel an|jour du nouvel an", on(1, 1)),
    ("epiphanie|l'epiphanie|jour des rois", on(1, 6)),
    ("chandeleur|la chandeleur", on(2, 2)),
    ("saint valentin|la saint valentin|jour de la saint valentin", on(2, 14)),
    ("journee de la femme|jour de la femme|journee internationale des femmes", on(3, 8)),
    ("poisson d'avril|jour du poisson d'avril", on(4, 1)),
    ("fete du travail|la fete du travail|jour du travail", on(5, 1)),
    ("fete de la victoire", on(5, 8)),
    ("fete de la musique", on(6, 21)),
    ("fete nationale|la fete nationale|jour de la bastille|prise de la bastille", on(7, 14)),
    ("assomption|l'assomption", on(8, 15)),
    ("halloween", on(10, 31)),
    ("toussaint|la toussaint", on(11, 1)),
    ("armistice|l'armistice|jour de l'armistice|jour du souvenir", on(11, 11)),
    ("saint nicolas|la saint nicolas", on(12, 6)),
    ("fete des meres|la fete des meres", nth(5, 6, 2)),
    ("fete des peres|la fete des peres", nth(6, 6, 3)),
    ("action de grace|jour de l'action de grace|thanksgiving|jour de thanksgiving|jour de grace", nth(11, 3, 4)),
    ("vendredi fou|black friday|vendredi noir", nth(11, 3, 4, plus=1)),
    ("cyber lundi|cyberlundi|cyber monday", nth(11, 3, 4, plus=4)),
    ("jour de mlk|jour de martin luther king|journee de martin luther king", nth(1, 0, 3)),
    ("paques|dimanche de paques|jour de paques", from_easter(0)),
    ("lundi de paques", from_easter(1)),
    ("vendredi saint|le vendredi saint", from_easter(-2)),
    ("jeudi saint", from_easter(-3)),
    ("rameaux|dimanche des rameaux", from_easter(-7)),
    ("mercredi des cendres", from_easter(-46)),
    ("mardi gras", from_easter(-47)),
    ("ascension|l'ascension|jeudi de l'ascension", from_easter(39)),
    ("pentecote|la pentecote", from_easter(49)),
    ("lundi de pentecote", from_easter(50)),
)  # fmt: skip

_PARTS = {
    "matin": ("TMO", 8, 12), "matins": ("TMO", 8, 12), "matinee": ("TMO", 8, 12), "apres midi": ("TAF", 12, 16),
    "apresmidi": ("TAF", 12, 16), "soir": ("TEV", 16, 20), "soirs": ("TEV", 16, 20), "soiree": ("TEV", 16, 20),
    "nuit": ("TNI", 20, 24), "nuits": ("TNI", 20, 24), "midi": ("TMI", 11, 13), "journee": ("TDT", 8, 18),
    "heure du dejeuner": ("TMEL", 11, 13), "heure de dejeuner": ("TMEL", 11, 13), "hier soir": ("TEV", 16, 20),
}  # fmt: skip

NAMES = Names(
    months={
        "janvier": 1, "janv": 1, "jan": 1, "fevrier": 2, "fev": 2, "fevr": 2, "mars": 3, "mar": 3, "avril": 4, "avr": 4,
        "mai": 5, "juin": 6, "jun": 6, "juillet": 7, "juil": 7, "jul": 7, "aout": 8, "septembre": 9, "sept": 9,
        "sep": 9,
        "octobre": 10, "oct": 10, "novembre": 11, "nov": 11, "decembre": 12, "dec": 12,
    },
    weekdays={
        "lundi": 0, "lun": 0, "mardi": 1, "mar": 1, "mercredi": 2, "mer": 2, "jeudi": 3, "jeu": 3, "vendredi": 4,
        "ven": 4,
        "samedi": 5, "sam": 5, "dimanche": 6, "dim": 6, "lundis": 0, "mardis": 1, "mercredis": 2, "jeudis": 3,
        "vendredis": 4, "samedis": 5, "dimanches": 6,
    },
    units={
        "seconde": "S", "secondes": "S", "sec": "S", "minute": "TM", "minutes": "TM", "min": "TM", "mins": "TM",
        "heure": "H", "heures": "H", "hr": "H", "hrs": "H", "h": "H", "jour": "D", "jours": "D", "journee": "D",
        "journees": "D", "semaine": "W", "semaines": "W", "weekend": "WE", "week end": "WE", "weekends": "WE",
        "fin de semaine": "WE", "week ends": "WE", "mois": "M", "trimestre": "3M", "trimestres": "3M", "an": "Y",
        "ans": "Y", "annee": "Y", "annees": "Y", "decennie": "10Y", "decennies": "10Y", "siecle": "100Y",
        "siecles": "100Y",
    },
    numbers=_NUMBERS,
    ordinals=_ORDINALS,
    shifts={
        "ce": 0, "cet": 0, "cette": 0, "ces": 0, "ci": 0, "meme": 0, "en cours": 0, "actuel": 0, "actuelle": 0,
        "courant": 0,
        "prochain": 1, "prochaine": 1, "prochains": 1, "prochaines": 1, "suivant": 1, "suivante": 1, "suivants": 1,
        "suivantes": 1, "a venir": 1, "qui vient": 1, "dernier": -1, "derniere": -1, "derniers": -1, "dernieres": -1,
        "passe": -1, "passee": -1, "passes": -1, "passees": -1, "precedent": -1, "precedente": -1, "precedents": -1,
        "precedentes": -1,
    },
    days={
        "aujourd'hui": 0, "aujourdhui": 0, "auj": 0, "hier": -1, "avant hier": -2, "demain": 1, "apres demain": 2,
        "lendemain": 1, "le lendemain": 1, "surlendemain": 2,
    },
    parts=_PARTS,
    seasons={"printemps": "SP", "ete": "SU", "automne": "FA", "hiver": "WI"},
    holidays=_FEASTS,
    edges={
        "debut": "early", "debut de": "early", "tot": "early", "tot le": "early", "tot la": "early",
        "en debut de": "early",
        "debut d'": "early", "en debut d'": "early", "tot dans": "early", "fin": "late", "fin de": "late",
        "en fin de": "late", "fin d'": "late", "en fin d'": "late", "tard": "late", "tard dans": "late",
        "tard le": "late",
        "tard la": "late", "plus tard dans": "late", "plus tard le": "late", "a la fin de": "late",
        "a la fin du": "late",
    },
    years=_YEARS,
    year_words=r"(?:mille\s+neuf\s+cent|dix[\s-]neuf(?:\s+cent)?|deux\s+mille)(?:[\s-]+{spelled})?(?<!dix[\s-]neuf)",
    fractions={"demi": 30, "demie": 30, "quart": 15, "un quart": 15, "le quart": 15, "trois quarts": 45},
    dotted=frozenset(listed(
        "janv jan fev fevr avr juin jun juil jul juillet aout sept sep oct nov dec lun mer jeu ven sam "
        "dim sec min mins"
    )),
)  # fmt: skip

RULES = load("fr")

_DAY_TIME = r"\s*,?\s*(?:a|vers|pour|des|aux environs de|autour de)?\s*"
_TIME_DAY = r"\s*,?\s*(?:le|de|du|d'|ce|en|le jour)?\s*"
_TO = r"\s*(?:-|a|au|aux|jusqu'a|jusqu'au|jusqu'en|et|et le|et la|jusqu'a la)\s*(?:le\s+|l')?"
_ANY = ("date", "time", "datetime", "daterange", "number")
_TIED = ("date", "time", "datetime", "daterange", "timerange")

JOINS = [
    joins.beside(r"\s*,?\s*(?:de|du|d'|en)?\s*(?:l')?", ("date", "daterange"), ("daterange",), pairs.in_year),
    joins.beside(r"\s+(?:de|de la|d')?\s*(?:la )?", ("date",), ("daterange",), pairs.within_week),
    joins.beside(r"\s+(?:le )?", ("daterange",), ("date",), pairs.week_and_day),
    *joins.clipping({"early": "plus tot", "late": "plus tard"}, gap=r" (?:dans l'|dans la |dans le |en )?"),
    *joins.edge_of(
        {"early": "debut", "mid": "milieu|mi", "late": "fin"},
        gap=r"[ -](?:de |du |d'|de la |de l'|de cette )?",
    ),
    joins.beside(r"\s*,?\s*(?:a|vers)?\s*", ("datetimerange", "timerange"), ("time",), pairs.part_and_time),
    joins.beside(r"\s*,?\s*(?:le |du |dans )?", ("time",), ("datetimerange",), pairs.time_and_part),
    joins.beside(_DAY_TIME, ("date",), ("time",), pairs.day_and_time),
    joins.beside(_TIME_DAY, ("time",), ("date",), pairs.time_and_day),
    joins.beside(
        r"\s*,?\s*(?:au|dans|en|de|d'|le|a|dans la|dans l')?\s*", ("date",), ("timerange",), pairs.day_and_time
    ),
    joins.beside(_TIME_DAY, ("timerange",), ("date",), pairs.time_and_day),
    joins.span_of(_TO, r"(?:entre|de|du|depuis|d')(?: le| la| l')? ?", types=_ANY),
    joins.span_of(r"\s*(?:-|a|au|jusqu'a|jusqu'au)\s*", types=("date", "time", "datetime")),
    joins.span_of(r"\s*(?:-|au|a|jusqu'a|jusqu'au)\s*", types=("date", "time", "number")),
    joins.beside(r"\s*,?\s*(?:de|du|le)?\s*", ("date",), ("timerange",), pairs.day_and_time),
    joins.prefixed(r"(?:apres|plus tard que|a partir de) $", ("time",), pairs.tied("after")),
    joins.prefixed(r"avant $", ("time",), pairs.tied("before")),
    joins.beside(r"\s*,?\s*", ("date",), ("timerange",), pairs.day_and_time),
    joins.beside(_TIME_DAY, ("timerange",), ("date",), pairs.time_and_day),
    joins.beside(r"\s*(?:de )?", ("daterange",), ("daterange",), pairs.month_after_span),
    joins.beside(r"\s*,?\s*", ("daterange",), ("daterange",), pairs.week_and_span),
    joins.prefixed(
        r"(?:depuis|a partir de|a partir du|a compter de|a compter du|des)(?: le| la)? $", _TIED, pairs.tied("since")
    ),
    joins.prefixed(r"apres(?: le| la)? $", _TIED, pairs.tied("after")),
    joins.prefixed(r"(?:jusqu'au|jusqu'a|jusqu'en|jusque)(?: la)? $", _TIED, pairs.tied("until")),
    joins.prefixed(r"avant(?: le| la| l')? ?$", _TIED, pairs.tied("before")),
    joins.prefixed(r"(?:vers|environ|aux environs de|autour de) $", ("time",), pairs.around),
    joins.prefixed(r"(?:plus d'|plus de |moins de |moins d'|au moins )$", ("duration",), pairs.around),
    joins.prefixed(r"fin (?:de |du |de la )?$", ("date",), pairs.end_of_day),
    joins.beside(r"\s+avant\s+(?:le |la )?", ("duration",), ("date",), pairs.length_from(-1)),
    joins.beside(r"\s+apres\s+(?:le |la )?", ("duration",), ("date",), pairs.length_from(1)),
    joins.beside(_DAY_TIME, ("set",), ("time",), pairs.recurring_time),
    joins.beside(r"\s+", ("time",), ("set",), pairs.recurring_time),
]

READER = Language(NAMES, RULES, JOINS)
find_spans = READER.find_spans
