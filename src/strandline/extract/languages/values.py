"""What may stand as a value of each kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from strandline.extract.languages.clauses import HIDDEN

if TYPE_CHECKING:
    from strandline.extract.languages.grammar import Grammar

_WORDS = {"name": 4, "self": 3, "place": 5, "tongue": 3}
_MOST_WORDS = 5
_CHARACTERS = {"name": 8, "self": 6, "place": 10, "tongue": 6, "nation": 8}
_MOST_CHARACTERS = 12
_MOST_FOREIGN = 20
"""For scripts without spaces between words."""
_CAPITAL = re.compile(r"[^\W\d_]")
_UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
_TOWNS = (
    "amsterdam athen bangkok barcelona barcelone berlin bern bogotá bonn brasília "
    "bremen brüssel bruxelles buenos caracas dresden düsseldorf firenze frankfurt "
    "genf genova graz hamburg hannover köln leipzig lima lille lisboa lisbonne london "
    "londres londra luxemburg lyon madrid mailand marseille méxico milano monterrey "
    "montréal münchen nancy nantes napoli nice nürnberg paris parís parigi porto "
    "praga québec quito rio rom roma rome salvador santiago sevilla strasbourg "
    "stuttgart torino toulouse valencia venezia viena wien zaragoza zürich alemania "
    "argentina australien belgien belgique brasil brasile canada canadá chile china "
    "colombia deutschland england españa espagne france francia frankreich germania "
    "allemagne inglaterra angleterre italia italie italien perú portugal schweiz "
    "spanien suisse suiza svizzera usa österreich autriche austria 北京 上海 广州 "
    "深圳 成都 杭州 南京 武汉 重庆 天津 西安 苏州 香港 台北 台湾 中国 美国 日本 英国 "
    "法国 德国 東京 大阪 京都 札幌 仙台 名古屋 神戸 福岡 横浜 広島 アメリカ イギリス "
    "दिल्ली मुंबई कोलकाता बेंगलुरु चेन्नई पुणे जयपुर लखनऊ भारत अमेरिका القاهرة دبي "
    "الرياض بيروت عمان دمشق بغداد باريس لندن طنطا جدة الإسكندرية مصر السعودية ألمانيا "
    "فرنسا"
)
TOWNS = frozenset(_TOWNS.split())
"""Places that are large enough to be taken for one where an employer could stand as well."""


def valid(known: Grammar, kind: str, value: str) -> bool:
    """Whether a value is of the kind, and nothing in it speaks against it."""
    if not value or HIDDEN in value or known.words["block"].search(value):
        return False
    if not _short(kind, value) or known.words["articles"].fullmatch(f"{value} "):
        return False
    if kind in ("name", "self"):
        return not re.search(r"\d", value) and _named(known, value) and (kind == "name" or not _known(known, value))
    if kind == "place":
        return _capital(value) and not known.words["not_places"].fullmatch(value) and not value[0].isdigit()
    if kind == "org":
        is_work = known.words["workplaces"].fullmatch(value) or not known.words["not_places"].fullmatch(value)
        return bool(is_work) and value.split()[0].casefold() not in TOWNS
    if kind in ("job", "tongue"):
        return known.words[f"{kind}s"].fullmatch(value) is not None
    if kind == "role":
        return not value[0].isdigit()
    return True


def _short(kind: str, value: str) -> bool:
    if _UNSPACED.search(value):
        full = kind == "name" and re.search("[・·]", value)  # a foreign name, its parts tied by a dot
        return len(value) <= (_MOST_FOREIGN if full else _CHARACTERS.get(kind, _MOST_CHARACTERS))
    return len(value.split()) <= _WORDS.get(kind, _MOST_WORDS)


def _capital(value: str) -> bool:
    """Begins as a proper name does, in scripts that tell."""
    match = _CAPITAL.search(value)
    return match is not None and not match[0].islower()


def _named(known: Grammar, value: str) -> bool:
    words = value.split()
    return all(_capital(word) for word in (words[0], words[-1])) and not known.words["not_names"].search(value)


def _known(known: Grammar, value: str) -> bool:
    return any(known.words[kind].fullmatch(value) for kind in ("jobs", "nations", "tongues"))
