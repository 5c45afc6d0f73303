"""Time expressions in Chinese."""

from __future__ import annotations

import pytest

from tests.timex.phrases import NOTHING, reads


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("我昨天去了", "昨天 2023-07-19"),
        ("前天下雨", "前天 2023-07-18"),
        ("我大后天走", "大后天 2023-07-23"),
        ("我1990年5月3日出生", "1990年5月3日 1990-05-03"),
        ("二零一九年十二月二十五日", "二零一九年十二月二十五日 2019-12-25"),
        ("2016-04-21开会", "2016-04-21 2016-04-21"),
        ("上周五见面", "上周五 2023-07-14"),
        ("下周二见", "下周二 2023-07-25"),
        ("任務是上個週三完成的", "上個週三 2023-07-12"),
        ("他两年前搬家了", "两年前 2021-07-20"),
        ("三周后回来", "三周后 2023-08-10"),
        ("上周开始", "上周 2023-07-10 2023-07-17"),
        ("我下个月旅行", "下个月 2023-08-01 2023-09-01"),
        ("2019年3月结婚", "2019年3月 2019-03-01 2019-04-01"),
        ("从2014年起", "从2014年起 2014-01-01 ..."),
        ("2019年以前", "2019年以前 ... 2019-01-01"),
        ("去年夏天", "去年夏天 2022-06-01 2022-09-01"),
        ("明年下半年", "明年下半年 2024-07-01 2025-01-01"),
        ("二十世纪八十年代", "二十世纪八十年代 1980-01-01 1990-01-01"),
        ("今年圣诞节", "今年圣诞节 2023-12-25"),
    ],
)
def test_words_name_days(phrase, found):
    assert reads("zh", phrase) == [found]


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("每周二", "XXXX-WXX-2"),
        ("每天", "P1D"),
        ("下午五点半", "T17:30"),
        ("早上8点十五分", "T08:15"),
        ("三天半", "P3.5D"),
    ],
)
def test_words_name_times_of_day_lengths_and_recurrences(phrase, code):
    assert reads("zh", phrase, code=True) == [code]


def test_a_day_and_its_time_are_one_expression():
    assert reads("zh", "明天下午五点见") == ["明天下午五点 2023-07-21T17:00"]


@pytest.mark.parametrize("phrase", ["有一点累", "我住3号楼", "十万年前", "他考了90分", *NOTHING])
def test_numbers_and_other_words_are_no_times(phrase):
    assert reads("zh", phrase) == []
