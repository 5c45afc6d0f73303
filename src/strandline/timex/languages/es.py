"""Time expressions in Spanish."""

from __future__ import annotations

from strandline.timex.languages import joins, pairs
from strandline.timex.languages.base import Language, Names, listed
from strandline.timex.languages.feasts import from_easter, nth, on, table
from strandline.timex.languages.rules import load

_UNITS = listed(
    "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciseis "
    "diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres veinticuatro veinticinco "
    "veintiseis veintisiete veintiocho veintinueve treinta"
)
_TENS = {"treinta": 30, "cuarenta": 40, "cincuenta": 50, "sesenta": 60, "setenta": 70, "ochenta": 80, "noventa": 90}
_SMALL = {word: value for value, word in enumerate(_UNITS)} | _TENS
_SMALL |= {f"{ten} y {_UNITS[unit]}": value + unit for ten, value in _TENS.items() for unit in range(1, 10)}
_SMALL |= {"un": 1, "una": 1, "veintiun": 21, "veintiuna": 21, "cien": 100}
_NUMBERS: dict[str, float] = {**_SMALL, "medio": 0.5, "media": 0.5, "un par de": 2, "par de": 2, "dos y medio": 2.5}
_NUMBERS |= {"uno y medio": 1.5, "una y media": 1.5, "doscientos": 200, "doscientas": 200, "quinientos": 500}
_YEARS = {f"mil novecientos {word}": 1900 + value for word, value in _SMALL.items() if 0 < value < 100}
_YEARS |= {f"dos mil {word}": 2000 + value for word, value in _SMALL.items() if 0 < value < 100} | {"dos mil": 2000}

_ORDINALS = {
    "primer": 1, "primero": 1, "primera": 1, "1er": 1, "1ro": 1, "1ra": 1, "segundo": 2, "segunda": 2, "2do": 2,
    "2da": 2,
    "tercer": 3, "tercero": 3, "tercera": 3, "3er": 3, "3ro": 3, "3ra": 3, "cuarto": 4, "cuarta": 4, "4to": 4, "4ta": 4,
    "quinto": 5, "quinta": 5, "5to": 5, "5ta": 5, "sexto": 6, "septimo": 7, "octavo": 8, "noveno": 9, "decimo": 10,
    "undecimo": 11, "duodecimo": 12, "ultimo": -1, "ultima": -1, "vigesimo": 20, "vigesimo primero": 21,
    "vigesimo segundo": 22, "vigesimo tercero": 23, "vigesimo cuarto": 24, "vigesimo quinto": 25, "trigesimo": 30,
    "trigesimo primero": 31,
}  # fmt: skip

_FEASTS = table(
    ("navidad|dia de navidad", on(12, 25)),
    ("nochebuena|noche buena|vispera de navidad", on(12, 24)),
    ("nochevieja|noche vieja|fin de año|fin de ano|vispera de año nuevo|vispera de ano nuevo", on(12, 31)),
    ("ano nuevo|dia de ano nuevo|yuandan", on(1, 1)),
    ("dia de reyes|reyes magos|epifania|dia de los reyes", on(1, 6)),
    ("dia de san valentin|san valentin|dia de los enamorados", on(2, 14)),
    ("dia blanco", on(3, 14)),
    ("dia de la mujer|dia internacional de la mujer", on(3, 8)),
    ("dia del trabajo|dia del trabajador|dia de los trabajadores|dia internacional del trabajador", on(5, 1)),
    ("dia de san patricio|san patricio", on(3, 17)),
    ("cinco de mayo", on(5, 5)),
    ("dia de la independencia|dia de independencia", on(7, 4)),
    ("dia de la hispanidad|dia de la raza", on(10, 12)),
    ("halloween|noche de brujas", on(10, 31)),
    ("todos los santos|dia de todos los santos", on(11, 1)),
    ("dia de los muertos|dia de muertos|dia de los difuntos", on(11, 2)),
    ("dia de la constitucion", on(12, 6)),
    ("dia de los inocentes|dia de los santos inocentes", on(12, 28)),
    ("dia de la madre|dia de las madres", nth(5, 6, 2)),
    ("dia del padre|dia de los padres", nth(6, 6, 3)),
    ("dia de accion de gracias|accion de gracias", nth(11, 3, 4)),
    ("viernes negro|black friday", nth(11, 3, 4, plus=1)),
    ("dia de martin luther king|martin luther king", nth(1, 0, 3)),
    ("dia de los presidentes", nth(2, 0, 3)),
    ("pascua|pascuas|domingo de pascua|domingo de resurreccion", from_easter(0)),
    ("lunes de pascua", from_easter(1)),
    ("domingo de ramos", from_easter(-7)),
    ("jueves santo", from_easter(-3)),
    ("viernes santo", from_easter(-2)),
    ("sabado santo", from_easter(-1)),
    ("miercoles de ceniza", from_easter(-46)),
    ("martes de carnaval|carnaval", from_easter(-47)),
    ("corpus christi|corpus", from_easter(60)),
)

NAMES = Names(
    months={
        "enero": 1, "ene": 1, "febrero": 2, "feb": 2, "marzo": 3, "mar": 3, "abril": 4, "abr": 4, "mayo": 5, "may": 5,
        "junio": 6, "jun": 6, "julio": 7, "jul": 7, "agosto": 8, "ago": 8, "septiembre": 9, "setiembre": 9, "sept": 9,
        "sep": 9, "set": 9, "octubre": 10, "oct": 10, "noviembre": 11, "nov": 11, "diciembre": 12, "dic": 12,
    },
    weekdays={
        "lunes": 0, "lun": 0, "martes": 1, "miercoles": 2, "mier": 2, "mie": 2, "mi": 2, "jueves": 3, "jue": 3,
        "viernes": 4, "vie": 4, "sabado": 5, "sabados": 5, "sab": 5, "domingo": 6, "domingos": 6, "dom": 6,
    },
    units={
        "segundo": "S", "segundos": "S", "seg": "S", "segs": "S", "minuto": "TM", "minutos": "TM", "min": "TM",
        "mins": "TM", "hora": "H", "horas": "H", "hr": "H", "hrs": "H", "h": "H", "dia": "D", "dias": "D",
        "noches": "D",
        "semana": "W", "semanas": "W", "fin de semana": "WE", "fines de semana": "WE", "mes": "M", "meses": "M",
        "trimestre": "3M", "trimestres": "3M", "ano": "Y", "anos": "Y", "decada": "10Y", "decadas": "10Y",
        "siglo": "100Y", "siglos": "100Y",
    },
    numbers=_NUMBERS,
    ordinals=_ORDINALS,
    shifts={
        "este": 0, "esta": 0, "estos": 0, "estas": 0, "actual": 0, "presente": 0, "en curso": 0, "mismo": 0, "misma": 0,
        "aquel": 0, "aquella": 0, "ese": 0, "esa": 0, "proximo": 1, "proxima": 1, "proximos": 1, "proximas": 1,
        "siguiente": 1, "siguientes": 1, "que viene": 1, "que vienen": 1, "entrante": 1, "pasado": -1, "pasada": -1,
        "pasados": -1, "pasadas": -1, "ultimo": -1, "ultima": -1, "ultimos": -1, "ultimas": -1, "anterior": -1,
        "anteriores": -1, "previo": -1, "previa": -1, "previos": -1, "previas": -1,
    },
    days={
        "hoy": 0, "manana": 1, "ayer": -1, "anteayer": -2, "antier": -2, "antes de ayer": -2, "pasado manana": 2,
        "hoy dia": 0, "el dia de hoy": 0, "el dia de manana": 1, "el dia de ayer": -1,
    },
    parts={
        "manana": ("TMO", 8, 12), "mananas": ("TMO", 8, 12), "madrugada": ("TDA", 4, 8), "tarde": ("TAF", 12, 20),
        "tardes": ("TAF", 12, 20), "noche": ("TNI", 20, 24), "noches": ("TNI", 20, 24), "mediodia": ("TMI", 11, 13),
        "medio dia": ("TMI", 11, 13), "anoche": ("TNI", 20, 24),
        "desayuno": ("TMEB", 8, 12), "almuerzo": ("TMEL", 11, 13), "cena": ("TMED", 16, 20),
    },
    seasons={"primavera": "SP", "verano": "SU", "otono": "FA", "invierno": "WI"},
    holidays=_FEASTS,
    edges={
        "primeras horas de": "early", "primera hora de": "early", "principios de": "early", "comienzos de": "early",
        "temprano en": "early", "temprano por": "early", "altas horas de": "late", "ultimas horas de": "late",
        "ultima hora de": "late", "finales de": "late", "fines de": "late", "tarde en": "late", "tarde por": "late",
    },
    years=_YEARS,
    year_words=r"(?:mil\s+novecientos|dos\s+mil)(?:\s+{spelled})?",
    dotted=frozenset(listed(
        "ene feb mar abr jun jul ago sep sept set oct nov dic lun mier mie jue vie sab dom seg segs min "
        "mins hr hrs"
    )),
    fractions={"media": 30, "cuarto": 15, "un cuarto": 15, "tres cuartos": 45, "medio": 30},
)  # fmt: skip

RULES = load("es")

_DAY_TIME = r"\s*,?\s*(?:a las?|a eso de las?|cerca de las?|alrededor de las?|sobre las?|las)?\s*"
_TIME_DAY = r"\s*,?\s*(?:de|del|el|en|de este|del dia)?\s*(?:el|dia)?\s*"
_DAY_PART = r"\s*,?\s*(?:por la|en la|a la|de la|a|por|en)?\s*(?:la\s+)?"
_TO = r"\s*(?:-|a|al|hasta|hasta el|hasta la|hasta las|a las|a la|a el|y)\s*(?:el\s+|las?\s+)?(?:dia\s+)?"
_ANY = ("date", "time", "datetime", "daterange", "number")
_TIED = ("date", "time", "datetime", "daterange", "timerange")

JOINS = [
    joins.beside(r"\s*,?\s*(?:de|del)\s+(?:la\s+|el\s+)?", ("date", "daterange"), ("daterange",), pairs.in_year),
    joins.beside(r"\s+(?:de|del)\s+(?:la\s+|el\s+)?", ("date",), ("daterange",), pairs.within_week),
    *joins.edge_of(
        {
            "early": "(?:comienzos?|principios?|inicios?)",
            "mid": "mediados?",
            "late": "(?:finales?|fines|fin)",
        },
        gap=r" (?:de|del) (?:la |el )?",
    ),
    joins.beside(r"\s*,?\s*(?:a las?)?\s*", ("datetimerange", "timerange"), ("time",), pairs.part_and_time),
    joins.beside(r"\s*(?:de)?\s*", ("time",), ("datetimerange",), pairs.time_and_part),
    joins.beside(_DAY_TIME, ("date",), ("time",), pairs.day_and_time),
    joins.beside(_TIME_DAY, ("time",), ("date",), pairs.time_and_day),
    joins.beside(_DAY_PART, ("date",), ("timerange",), pairs.day_and_time),
    joins.beside(_TIME_DAY, ("timerange",), ("date",), pairs.time_and_day),
    joins.span_of(_TO, r"(?:entre|desde|de|del)(?: el| las?| la)?(?: dia)? ", types=_ANY),
    joins.span_of(r"\s*(?:-|a|hasta|al)\s*(?:las? )?", types=("date", "time", "datetime")),
    joins.span_of(r"\s*-\s*", types=("date", "time", "number", "daterange")),
    joins.span_of(r"\s*(?:a|al|hasta)\s*", types=("date", "number")),
    joins.beside(_DAY_PART, ("date",), ("timerange",), pairs.day_and_time),
    joins.beside(_TIME_DAY, ("timerange",), ("date",), pairs.time_and_day),
    joins.prefixed(
        r"(?:desde|a partir de|a partir del|desde el|desde la|desde las|a partir de las) $", _TIED, pairs.tied("since")
    ),
    joins.prefixed(r"(?:despues de|despues del|tras)(?: el| la| las)? $", _TIED, pairs.tied("after")),
    joins.prefixed(r"hasta(?: el| la| las)? $", _TIED, pairs.tied("until")),
    joins.prefixed(r"(?:antes de|antes del)(?: el| la| las)? $", _TIED, pairs.tied("before")),
    joins.beside(r"\s*,?\s*(?:el\s+|del\s+)?", ("daterange",), ("date",), pairs.week_and_day),
    joins.beside(r"\s*,?\s*", ("daterange",), ("daterange",), pairs.week_and_span),
    *joins.clipping({"early": "mas temprano", "late": "mas tarde"}, gap=r" (?:de |en )?"),
    joins.suffixed(r"\s+y\s+(?:despues|posteriores?)", ("date", "daterange"), pairs.tied("since")),
    joins.prefixed(
        r"(?:alrededor de|cerca de|a eso de|aproximadamente a|aproximadamente)(?: las?)? $", ("time",), pairs.around
    ),
    joins.prefixed(r"(?:mas de|menos de|al menos|como maximo) $", ("duration",), pairs.around),
    joins.prefixed(
        r"al? (?:finalizar|final de|final del|fin de|fin del|acabar|terminar) (?:el |la )?$",
        ("date",),
        pairs.end_of_day,
    ),
    joins.beside(r"\s*", ("date",), ("timerange",), pairs.day_and_time),
    joins.beside(r"\s+antes (?:de|del) (?:el |la )?", ("duration",), ("date",), pairs.length_from(-1)),
    joins.beside(r"\s+despues (?:de|del) (?:el |la )?", ("duration",), ("date",), pairs.length_from(1)),
    joins.beside(_DAY_TIME, ("set",), ("time",), pairs.recurring_time),
    joins.beside(r"\s+", ("time",), ("set",), pairs.recurring_time),
    joins.prefixed(r"(?:todos los|cada|los) $", ("date",), pairs.recurring_day),
]

READER = Language(NAMES, RULES, JOINS)
find_spans = READER.find_spans
