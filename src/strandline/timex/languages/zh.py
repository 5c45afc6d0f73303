"""Time expressions in Chinese, in simplified and common traditional characters.

Festivals of the lunar calendar are read only where the reading is not strict, and then by their number as a month and
a day: this package has no lunar calendar.
"""

from __future__ import annotations

from strandline.timex.languages import joins, pairs
from strandline.timex.languages.base import Language, Names
from strandline.timex.languages.feasts import nth, on, table
from strandline.timex.languages.rules import load

_DIGITS = "零一二三四五六七八九"
_SMALL = {word: value for value, word in enumerate(_DIGITS)} | {"两": 2, "〇": 0, "十": 10}
_SMALL |= {f"{tens}十{unit}": (ten or 1) * 10 + one
           for ten, tens in enumerate(["", *_DIGITS[1:]]) for one, unit in enumerate(["", *_DIGITS[1:]])
           }  # fmt: skip
_NUMBERS: dict[str, float] = {**_SMALL, "半": 0.5, "几": 3, "一百": 100, "百": 100}
_YEARS = {
    "".join(zero if digit == "0" else _DIGITS[int(digit)] for digit in str(year)): year
    for year in range(1900, 2100)
    for zero in "零〇"
}
_YEARS |= {f"两千零{_DIGITS[one]}": 2000 + one for one in range(1, 10)} | {"两千": 2000, "二零零零": 2000}
_YEARS |= {
    f"两千{zero}{word}": 2000 + value for word, value in _SMALL.items() if 10 <= value < 100 for zero in ("", "零")
}
_ORDINALS = {f"第{word}": value for word, value in _SMALL.items() if 0 < value < 60} | {
    "最后一": -1,
    "最后一个": -1,
    "最后": -1,
}
_ORDINALS |= {f"第{value}": value for value in range(1, 54)} | {
    f"第{word}个": value for word, value in _SMALL.items() if 0 < value < 13
}
_ORDINALS |= {f"初{word}": value for word, value in _SMALL.items() if 0 < value <= 10}

_ERAS = {
    "神龙": 704, "贞观": 626, "开元": 712, "洪武": 1367, "永乐": 1402, "万历": 1572, "崇祯": 1627, "顺治": 1643,
    "康熙": 1661, "雍正": 1722, "乾隆": 1735, "嘉庆": 1795, "道光": 1820, "咸丰": 1850, "同治": 1861, "光绪": 1874,
    "宣统": 1908, "民国": 1911,
}  # fmt: skip
_YEARS |= {
    f"{era}{word}": first + value for era, first in _ERAS.items() for word, value in _SMALL.items() if 0 < value < 70
}
_YEARS |= {f"{era}元": first + 1 for era, first in _ERAS.items()}

_FEASTS = table(
    ("元旦|元旦节|新年|新年快乐", on(1, 1)), ("情人节", on(2, 14)), ("女生节", on(3, 7)),
    ("妇女节|三八妇女节", on(3, 8)),
    ("植树节", on(3, 12)), ("白色情人节", on(3, 14)), ("愚人节", on(4, 1)), ("清明|清明节", on(4, 4)),
    ("五一|劳动节|五一劳动节|国际劳动节", on(5, 1)), ("青年节|五四青年节", on(5, 4)),
    ("儿童节|六一儿童节|六一", on(6, 1)),
    ("建党节", on(7, 1)), ("建军节|八一建军节", on(8, 1)), ("教师节", on(9, 10)), ("国庆|国庆节|十一国庆", on(10, 1)),
    ("万圣节", on(10, 31)), ("光棍节|双十一", on(11, 11)), ("平安夜", on(12, 24)), ("圣诞|圣诞节", on(12, 25)),
    ("母亲节", nth(5, 6, 2)), ("父亲节", nth(6, 6, 3)), ("感恩节", nth(11, 3, 4)),
    ("黑色星期五", nth(11, 3, 4, plus=1)),
)  # fmt: skip
_LUNAR = table(
    ("春节|大年初一", on(1, 1)), ("元宵|元宵节", on(1, 15)), ("大年三十", on(1, 30)), ("端午|端午节", on(5, 5)),
    ("七夕|七夕节", on(7, 7)), ("中元节", on(7, 15)), ("中秋|中秋节", on(8, 15)), ("重阳|重阳节", on(9, 9)),
    ("腊八|腊八节", on(12, 8)), ("除夕", on(12, 31)),
)  # fmt: skip

_PARTS = {
    "凌晨": ("TDA", 4, 8), "清晨": ("TDA", 4, 8), "早晨": ("TMO", 8, 12), "早上": ("TMO", 8, 12),
    "早间": ("TMO", 8, 12),
    "一早": ("TMO", 8, 12), "早": ("TMO", 8, 12), "上午": ("TMO", 8, 12), "中午": ("TMI", 11, 13),
    "正午": ("TMI", 11, 13),
    "午间": ("TMI", 11, 13), "下午": ("TAF", 12, 16), "午后": ("TAF", 12, 16), "傍晚": ("TEV", 16, 20),
    "晚上": ("TEV", 16, 20), "晚间": ("TEV", 16, 20), "晚": ("TEV", 16, 20), "夜晚": ("TNI", 20, 24),
    "夜里": ("TNI", 20, 24),
    "夜间": ("TNI", 20, 24), "深夜": ("TNI", 20, 24), "半夜": ("TNI", 20, 24), "夜": ("TNI", 20, 24),
    "午夜": ("TNI", 20, 24),
}  # fmt: skip

NAMES = Names(
    months={f"{word}月": value for word, value in _SMALL.items() if 1 <= value <= 12}
    | {f"{value}月": value for value in range(1, 13)}
    | {f"0{value}月": value for value in range(1, 10)}
    | {f"{word}月份": value for word, value in _SMALL.items() if 1 <= value <= 12}
    | {f"{value}月份": value for value in range(1, 13)}
    | {"正月": 1, "元月": 1, "腊月": 12, "农历正月": 1},
    weekdays={
        f"{week}{day}": number
        for week in ("周", "星期", "礼拜")
        for day, number in zip("一二三四五六日天末"[:8], (0, 1, 2, 3, 4, 5, 6, 6), strict=True)
    },
    units={
        "秒": "S", "秒钟": "S", "分钟": "TM", "小时": "H", "个小时": "H", "钟头": "H", "个钟头": "H",
        "天": "D",
        "日": "D", "个晚上": "D", "周": "W", "个周": "W", "星期": "W", "个星期": "W", "礼拜": "W", "个礼拜": "W",
        "周末": "WE",
        "个周末": "WE", "月": "M", "个月": "M", "季度": "3M", "个季度": "3M", "年": "Y", "个年头": "Y", "年代": "10Y",
        "世纪": "100Y", "个世纪": "100Y",
    },
    numbers=_NUMBERS,
    ordinals=_ORDINALS,
    shifts={
        "上": -1, "上个": -1, "上一": -1, "上一个": -1, "上上": -2, "上上个": -2, "前": -1, "过去": -1, "过去的": -1,
        "最近": -1,
        "下": 1, "下个": 1, "下一": 1, "下一个": 1, "下下": 2, "下下个": 2, "后": 1, "未来": 1, "未来的": 1,
        "接下来": 1,
        "接下来的": 1, "这": 0, "这个": 0, "本": 0, "今": 0, "这一": 0, "今年": 0, "明年": 1, "后年": 2, "去年": -1,
        "前年": -2,
        "本年": 0, "上年": -1, "下年": 1, "本年度": 0, "今年的": 0, "明年的": 1, "去年的": -1, "还剩": 1, "剩下": 1,
    },
    days={
        "今天": 0, "今日": 0, "当天": 0, "明天": 1, "明日": 1, "后天": 2, "大后天": 3, "昨天": -1, "昨日": -1,
        "前天": -2,
        "大前天": -3, "前日": -2, "后日": 2, "次日": 1, "今": 0, "明": 1, "昨": -1,
    },
    parts=_PARTS,
    seasons={
        "春天": "SP", "春季": "SP", "夏天": "SU", "夏季": "SU", "秋天": "FA", "秋季": "FA", "冬天": "WI", "冬季": "WI",
    },
    holidays={**_FEASTS, **_LUNAR},
    years=_YEARS,
    year_words=rf"(?:[一二][零〇一二三四五六七八九]{{3}}|两千零?[一二三四五六七八九十]{{0,3}}|(?:{'|'.join(_ERAS)})[元一二三四五六七八九十]{{1,3}})",
    fractions={"半": 30, "一刻": 15, "三刻": 45, "一刻钟": 15},
)  # fmt: skip

RULES = load("zh")

_TO = r" ?(?:到|至|-|和|与|跟) ?"
_ANY = ("date", "time", "datetime", "daterange")
_WITH = r"(?:,|的| )*"

JOINS = [
    joins.beside(_WITH, ("daterange",), ("date", "daterange"), pairs.year_and_inner),
    joins.beside(_WITH, ("timerange", "datetimerange"), ("time",), pairs.part_and_time),
    joins.beside(_WITH, ("date",), ("time",), pairs.day_and_time),
    joins.beside(_WITH, ("date",), ("timerange", "part"), pairs.day_and_time),
    joins.span_of(r" ?(?:到|至|-) ?", types=_ANY),
    joins.span_of(_TO, r"(?:从|自|由)", types=_ANY),
    joins.beside(_WITH, ("date",), ("timerange",), pairs.day_and_time),
    joins.between(_TO, r" ?(?:之间|间)", types=("daterange", "date", "time")),
    joins.suffixed(r"之间", ("timerange", "daterange"), pairs.same_words),
    joins.suffixed(r" ?(?:及|或|和)?(?:之后|以后)", ("daterange", "time", "datetime"), pairs.tied("after")),
    joins.suffixed(r" ?(?:之后|以后)", ("date",), pairs.tied("after")),
    joins.suffixed(r" ?(?:及|或|和)(?:之后|以后)", ("date",), pairs.tied("since")),
    joins.suffixed(r" ?(?:及|或|和)?(?:之前|以前|前)", ("date", "daterange", "time", "datetime"), pairs.tied("before")),
    joins.suffixed(r"(?:起|以来)", ("date", "daterange", "datetime"), pairs.tied("since")),
    joins.around_pair(r"(?:从|自)$", r"(?:起|以来|开始)", ("date", "daterange", "datetime"), pairs.tied("since")),
    joins.prefixed(r"(?:自从|自)$", ("date", "daterange", "datetime"), pairs.tied("since")),
    joins.beside(_WITH, ("set",), ("time",), pairs.recurring_time),
]

READER = Language(NAMES, RULES, JOINS, spaced=False)
find_spans = READER.find_spans
