"""Time expressions in German."""

from __future__ import annotations

from strandline.timex.languages import joins, pairs
from strandline.timex.languages.base import Language, Names, listed
from strandline.timex.languages.feasts import advent, from_easter, nth, on, table
from strandline.timex.languages.rules import load

_ONES = listed("ein zwei drei vier funf sechs sieben acht neun")
_FIRST = listed(
    "null eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn "
    "achtzehn neunzehn"
)
_TENS = {"zwanzig": 20, "dreißig": 30, "dreissig": 30, "vierzig": 40, "funfzig": 50, "sechzig": 60, "siebzig": 70,
         "achtzig": 80, "neunzig": 90}  # fmt: skip
_SMALL = {word: value for value, word in enumerate(_FIRST)} | _TENS
_SMALL |= {f"{one}und{ten}": tens + unit for ten, tens in _TENS.items() for unit, one in enumerate(_ONES, 1)}
_NUMBERS: dict[str, float] = {
    **_SMALL, "ein": 1, "eine": 1, "einen": 1, "einem": 1, "einer": 1, "zwo": 2, "beiden": 2, "hundert": 100,
    "eineinhalb": 1.5, "anderthalb": 1.5, "zweieinhalb": 2.5, "dreieinhalb": 3.5, "ein paar": 3, "paar": 3,
    "halbe": 0.5,
    "eine halbe": 0.5, "ein halbes": 0.5, "einer halben": 0.5, "einem halben": 0.5,
}  # fmt: skip
_YEARS = {f"neunzehnhundert{word}": 1900 + value for word, value in _SMALL.items() if 0 < value < 100}
_YEARS |= {f"zweitausend{word}": 2000 + value for word, value in _SMALL.items() if 0 < value < 100} | {
    "zweitausend": 2000
}

_STEMS = {
    "erst": 1, "zweit": 2, "dritt": 3, "viert": 4, "funft": 5, "sechst": 6, "siebt": 7, "siebent": 7, "acht": 8,
    "neunt": 9,
    "zehnt": 10, "elft": 11, "zwolft": 12, "letzt": -1,
} | {f"{word}t": value for word, value in _SMALL.items() if 13 <= value <= 19}  # fmt: skip
_STEMS |= {f"{word}st": value for word, value in _SMALL.items() if 20 <= value <= 31}
_ORDINALS = {stem + end: value for stem, value in _STEMS.items() for end in ("e", "er", "en", "em", "es")}

_SHIFTS = {
    stem + end: value
    for stem, value in {"dies": 0, "jetzig": 0, "aktuell": 0, "laufend": 0, "nachst": 1, "kommend": 1, "folgend": 1,
                        "ubernachst": 2, "letzt": -1, "vergangen": -1, "vorig": -1, "vorletzt": -2}.items()
    for end in ("e", "er", "en", "em", "es")
}  # fmt: skip

_PARTS = {
    "morgen": ("TMO", 8, 12), "morgens": ("TMO", 8, 12), "vormittag": ("TMO", 8, 12), "vormittags": ("TMO", 8, 12),
    "mittag": ("TMI", 11, 13), "mittags": ("TMI", 11, 13), "nachmittag": ("TAF", 12, 16),
    "nachmittags": ("TAF", 12, 16),
    "abend": ("TEV", 16, 20), "abends": ("TEV", 16, 20), "nacht": ("TNI", 20, 24), "nachts": ("TNI", 20, 24),
    "fruh": ("TMO", 8, 12), "fruhmorgens": ("TMO", 8, 10), "spatabends": ("TEV", 18, 20), "spatabend": ("TEV", 18, 20),
    "spatnachmittags": ("TAF", 14, 16), "spatnachmittag": ("TAF", 14, 16), "primetime": ("TNI", 20, 24),
}  # fmt: skip

_FEASTS = table(
    ("neujahr|neujahrstag", on(1, 1)),
    ("heilige drei konige|dreikonigstag|dreikonigsfest", on(1, 6)),
    ("valentinstag", on(2, 14)),
    ("weltfrauentag|frauentag|internationaler frauentag", on(3, 8)),
    ("tag der arbeit|maifeiertag|erster mai", on(5, 1)),
    ("weltkindertag|kindertag", on(6, 1)),
    ("mariahimmelfahrt|maria himmelfahrt", on(8, 15)),
    ("tag der deutschen einheit", on(10, 3)),
    ("reformationstag|halloween", on(10, 31)),
    ("allerheiligen", on(11, 1)),
    ("allerseelen", on(11, 2)),
    ("martinstag|sankt martin|st martin", on(11, 11)),
    ("barbaratag", on(12, 4)),
    ("nikolaus|nikolaustag", on(12, 6)),
    ("heiligabend|heilig abend|weihnachtsabend", on(12, 24)),
    ("weihnachten|weihnachtstag|erster weihnachtstag|ersten weihnachtstag|ersten weihnachtsfeiertag|"
     "erster weihnachtsfeiertag|1. weihnachtsfeiertag|1. weihnachtstag", on(12, 25)),
    ("zweiter weihnachtstag|zweiten weihnachtstag|zweiten weihnachtsfeiertag|zweiter weihnachtsfeiertag|"
     "2. weihnachtsfeiertag|2. weihnachtstag|stephanstag", on(12, 26)),
    ("silvester|silvesterabend", on(12, 31)),
    ("fruhlingsanfang", on(3, 20)),
    ("sommeranfang", on(6, 21)),
    ("herbstanfang", on(9, 22)),
    ("winteranfang", on(12, 21)),
    ("muttertag", nth(5, 6, 2)),
    ("erntedankfest|erntedank", nth(10, 6, 1)),
    ("weiberfastnacht|altweiber|schmutziger donnerstag", from_easter(-52)),
    ("karneval|fastnachtssonntag|faschingssonntag|karnevalssonntag", from_easter(-49)),
    ("rosenmontag", from_easter(-48)),
    ("fastnacht|faschingsdienstag|fastnachtsdienstag|fasching|veilchendienstag", from_easter(-47)),
    ("aschermittwoch", from_easter(-46)),
    ("palmsonntag|palmensonntag", from_easter(-7)),
    ("grundonnerstag", from_easter(-3)),
    ("karfreitag", from_easter(-2)),
    ("karsamstag", from_easter(-1)),
    ("ostern|ostersonntag", from_easter(0)),
    ("ostermontag", from_easter(1)),
    ("vatertag|himmelfahrt|christi himmelfahrt|himmelfahrtstag", from_easter(39)),
    ("pfingsten|pfingstsonntag", from_easter(49)),
    ("pfingstmontag", from_easter(50)),
    ("fronleichnam", from_easter(60)),
    ("volkstrauertag", advent(1, plus=-14)),
    ("buß und bettag|buss und bettag", advent(1, plus=-11)),
    ("totensonntag|ewigkeitssonntag", advent(1, plus=-7)),
    ("erster advent|ersten advent|1. advent", advent(1)),
    ("zweiter advent|zweiten advent|2. advent", advent(2)),
    ("dritter advent|dritten advent|3. advent", advent(3)),
    ("vierter advent|vierten advent|4. advent", advent(4)),
)  # fmt: skip

NAMES = Names(
    months={
        "januar": 1, "janner": 1, "jan": 1, "februar": 2, "feb": 2, "marz": 3, "mar": 3, "mrz": 3, "april": 4, "apr": 4,
        "mai": 5, "juni": 6, "jun": 6, "juli": 7, "jul": 7, "august": 8, "aug": 8, "september": 9, "sept": 9, "sep": 9,
        "oktober": 10, "okt": 10, "november": 11, "nov": 11, "dezember": 12, "dez": 12,
    },
    weekdays={
        "montag": 0, "mo": 0, "dienstag": 1, "di": 1, "mittwoch": 2, "mi": 2, "donnerstag": 3, "do": 3, "freitag": 4,
        "fr": 4, "samstag": 5, "sonnabend": 5, "sa": 5, "sonntag": 6, "so": 6,
    },
    units={
        "sekunde": "S", "sekunden": "S", "sek": "S", "minute": "TM", "minuten": "TM", "min": "TM", "stunde": "H",
        "stunden": "H", "std": "H", "st": "H", "h": "H", "tag": "D", "tage": "D", "tagen": "D", "tages": "D",
        "woche": "W",
        "wochen": "W", "wochenende": "WE", "wochenenden": "WE", "monat": "M", "monate": "M", "monaten": "M",
        "monats": "M", "quartal": "3M", "quartale": "3M", "jahr": "Y", "jahre": "Y", "jahren": "Y", "jahres": "Y",
        "jahrzehnt": "10Y", "jahrzehnte": "10Y", "jahrzehnten": "10Y", "jahrhundert": "100Y", "jahrhunderte": "100Y",
    },
    numbers=_NUMBERS,
    ordinals=_ORDINALS,
    shifts=_SHIFTS,
    days={"heute": 0, "morgen": 1, "gestern": -1, "vorgestern": -2, "ubermorgen": 2, "vorvorgestern": -3},
    parts=_PARTS,
    seasons={"fruhling": "SP", "fruhjahr": "SP", "sommer": "SU", "herbst": "FA", "winter": "WI"},
    holidays=_FEASTS,
    edges={"fruher": "early", "fruhen": "early", "fruh am": "early", "spater": "late", "spaten": "late",
    "spat am": "late"},
    years=_YEARS,
    year_words=r"(?:neunzehnhundert|zweitausend)(?:{spelled})?",
    fractions={"viertel": 15, "halb": 30, "dreiviertel": 45},
    dotted=frozenset(listed("jan feb mrz apr jun jul aug sept sep okt nov dez mo di mi do fr sa so sek min std")),
)  # fmt: skip


RULES = load("de")

_DAY_TIME = r"\s*,?\s*(?:um|gegen|ab|so gegen)?\s*"
_TIME_DAY = r"\s*,?\s*(?:am|vom|des)?\s*"
_TO = r"\s*(?:-|bis|bis zum|bis zur|bis zu|bis um|und|und dem|und der|bis am)\s*"
_ANY = ("date", "time", "datetime", "daterange", "number")

JOINS = [
    joins.beside(r"\s*,?\s*(?:im|des|in)?\s*", ("date", "daterange"), ("daterange",), pairs.in_year),
    joins.beside(r"\s*(?:im)\s*", ("daterange",), ("daterange",), pairs.year_and_inner),
    joins.beside(r"\s*,?\s*(?:am\s+)?", ("daterange",), ("date",), pairs.week_and_day),
    joins.beside(r"\s+(?:in\s+)?(?:der\s+)?", ("date",), ("daterange",), pairs.within_week),
    *joins.edge_of({"early": "(?:anfang|zu beginn)", "mid": "mitte", "late": "ende"}, gap=r" (?:des |der |vom )?"),
    joins.beside(r"\s*,?\s*(?:um|gegen)?\s*", ("datetimerange", "timerange"), ("time",), pairs.part_and_time),
    joins.beside(_DAY_TIME, ("date",), ("time",), pairs.day_and_time),
    joins.beside(_TIME_DAY, ("time",), ("date",), pairs.time_and_day),
    joins.beside(r"\s*,?\s*(?:am|in der|zur)?\s*", ("date",), ("timerange",), pairs.day_and_time),
    joins.span_of(_TO, r"(?:zwischen|von|vom|ab)(?: dem| der| den)? ", types=_ANY),
    joins.span_of(r"\s*(?:-|bis|bis zum)\s*", types=("date", "time", "datetime")),
    joins.span_of(r"\s*\.?\s*-\s*", types=("date", "time", "number")),
    joins.beside(r"\s*,?\s*", ("date", "daterange"), ("timerange",), pairs.day_and_time),
    joins.beside(r"\s*,?\s*", ("daterange",), ("daterange",), pairs.span_in_month),
    joins.beside(r"\s*,?\s*", ("timerange",), ("timerange",), pairs.part_and_hours),
    joins.prefixed(r"(?:seit|ab|von)(?: dem| der)? $", _ANY, pairs.tied("since")),
    joins.prefixed(r"nach(?: dem| der)? $", _ANY, pairs.tied("after")),
    joins.prefixed(r"bis(?: zum| zu| um| in)? $", ("time", "daterange"), pairs.tied("until")),
    joins.prefixed(r"vor(?: dem| der)? $", _ANY, pairs.tied("before")),
    joins.prefixed(r"(?:gegen|um etwa|ungefahr um|circa um|ca\. um) $", ("time",), pairs.same_words),
    joins.beside(r"\s+vor\s+(?:dem |der )?", ("duration",), ("date",), pairs.length_from(-1)),
    joins.beside(r"\s+nach\s+(?:dem |der )?", ("duration",), ("date",), pairs.length_from(1)),
    joins.beside(_DAY_TIME, ("set",), ("time",), pairs.recurring_time),
    joins.beside(r"\s+", ("time",), ("set",), pairs.recurring_time),
]

READER = Language(NAMES, RULES, JOINS)
find_spans = READER.find_spans
