"""From claims to beliefs: one story a test, told by day."""

from __future__ import annotations

from itertools import permutations

import pytest

from strandline.extract.reconcile import beliefs
from strandline.types.claims import Since
from tests.extract.telling import at, corrected, ended, retracted, said, shown


def test_a_place_is_left_and_returned_to():
    """A, B, A are three facts with three intervals."""
    told = [said("01-05", "lives_in", "Oslo"), said("02-05", "lives_in", "Rome"), said("03-05", "lives_in", "Oslo")]
    found = beliefs(told)
    assert shown(found) == ["lives_in Oslo 01-05..02-05", "lives_in Rome 02-05..03-05", "lives_in Oslo 03-05.."]
    assert len({belief.root for belief in found}) == 3


def test_late_arrivals_fall_into_their_place():
    told = [said(f"0{month}-01", "works_at", name) for month, name in enumerate(["IBM", "Shell", "Ikea", "Saab"], 1)]
    expected = ["IBM 01-01..02-01", "Shell 02-01..03-01", "Ikea 03-01..04-01", "Saab 04-01.."]
    for order in permutations(told):
        assert shown(beliefs(order)) == [f"works_at {line}" for line in expected]


def test_learning_of_an_earlier_home_does_not_end_the_present_one():
    told = [
        said("03-01", "lives_in", "Oslo", start="2022-05-01"),
        said("03-08", "lives_in", "Lyon", start="2019-01-01", end="2020-01-01", over=True),
    ]
    assert shown(beliefs(told)) == ["lives_in Lyon 2019-01-01..2020-01-01", "lives_in Oslo 2022-05-01.."]


def test_a_past_told_by_the_year_ends_where_the_present_began():
    """In 2019 is not all of 2019: what holds today keeps its start."""
    told = [
        said("03-01", "lives_in", "Oslo", start="2019-06-01"),
        said("03-08", "lives_in", "Lyon", start="2019-01-01", end="2020-01-01", over=True),
    ]
    assert shown(beliefs(told)) == ["lives_in Lyon 2019-01-01..2019-06-01", "lives_in Oslo 2019-06-01.."]


def test_a_move_told_later_closes_at_the_day_of_the_move():
    told = [said("01-12", "lives_in", "Malmö"), said("02-20", "lives_in", "Lund", start="02-01")]
    assert shown(beliefs(told)) == ["lives_in Malmö 01-12..02-01", "lives_in Lund 02-01.."]


def test_what_later_words_leave_no_time_for_is_over():
    """ "I moved last month" starts on the first of it, before the other home was told of: that was no lie."""
    told = [said("01-12", "lives_in", "Malmö"), said("02-20", "lives_in", "Lund", start="01-01")]
    assert shown(beliefs(told)) == ["lives_in Malmö ..01-01 (covers nothing)", "lives_in Lund 01-01.."]


def test_a_change_within_one_moment_is_a_change():
    """Messages of one session may all have the same time."""
    told = [said("01-12", "lives_in", "Malmö", step=1), said("01-12", "lives_in", "Lund", step=2)]
    assert shown(beliefs(told)) == ["lives_in Malmö ..01-12 (covers nothing)", "lives_in Lund 01-12.."]


def test_love_turns_to_hate_and_back():
    told = [said("01-01", "likes", "jazz"), said("02-01", "dislikes", "Jazz"), said("03-01", "likes", "jazz")]
    found = beliefs(told)
    assert shown(found) == ["likes jazz 01-01..02-01", "dislikes Jazz 02-01..03-01", "likes jazz 03-01.."]
    assert all(belief.polarity for belief in found)


def test_not_liking_is_disliking():
    told = [said("01-01", "likes", "olives"), said("02-01", "likes", "olives", polarity=False)]
    assert shown(beliefs(told)) == ["likes olives 01-01..02-01", "dislikes olives 02-01.."]


def test_a_past_dislike_is_kept_as_over():
    """ "I used to hate olives" ends nothing and starts nothing."""
    told = [said("02-01", "dislikes", "olives", over=True, since=Since.UNKNOWN)]
    assert shown(beliefs(told)) == ["dislikes olives ..02-01 (covers nothing)"]


def test_a_birthday_put_right_is_one_fact():
    told = [said("01-01", "birthday", "March 14"), corrected("01-01", "birthday", "March 15", start=None, step=1)]
    (found,) = beliefs(told)
    assert shown([found]) == ["birthday March 15 .."]
    assert found.root == told[0].id
    assert found.claims == (told[1].id,)


def test_another_birthday_corrects_without_a_word_of_correction():
    told = [said("01-01", "birthday", "March 14"), said("02-01", "birthday", "March 15")]
    (found,) = beliefs(told)
    assert (found.value, found.root) == ("March 15", told[0].id)


def test_not_a_but_b_takes_the_start_of_a():
    told = [
        said("02-20", "lives_in", "Malmö", start="02-01"),
        corrected("02-21", "lives_in", "Lund", replaces="Malmö"),
    ]
    (found,) = beliefs(told)
    assert shown([found]) == ["lives_in Lund 02-01.."]
    assert (found.root, found.claims) == (told[0].id, (told[1].id,))


def test_a_correction_of_an_earlier_value_does_not_end_what_came_after():
    told = [
        said("01-01", "lives_in", "Malmö"),
        said("02-01", "lives_in", "Oslo"),
        corrected("03-01", "lives_in", "Lund", replaces="Malmö"),
    ]
    assert shown(beliefs(told)) == ["lives_in Lund 01-01..02-01", "lives_in Oslo 02-01.."]


def test_a_correction_takes_the_end_along():
    told = [
        said("01-01", "works_at", "Saab"),
        ended("02-01", "works_at", "Saab"),
        corrected("02-02", "works_at", "Scania", replaces="Saab"),
    ]
    assert shown(beliefs(told)) == ["works_at Scania 01-01..02-01"]


def test_a_correction_with_dates_of_its_own_has_these():
    told = [
        said("02-20", "works_at", "Saab", start="2014-01-01"),
        corrected("02-20", "works_at", "Saab", step=1, start="2015-01-01"),
    ]
    (found,) = beliefs(told)
    assert shown([found]) == ["works_at Saab 2015-01-01.."]
    assert found.root == told[0].id


def test_of_two_spells_a_correction_means_the_last():
    told = [
        said("01-01", "lives_in", "Oslo"),
        said("02-01", "lives_in", "Rome"),
        said("03-01", "lives_in", "Oslo"),
        corrected("03-02", "lives_in", "Bergen", replaces="Oslo"),
    ]
    assert shown(beliefs(told)) == [
        "lives_in Oslo 01-01..02-01",
        "lives_in Rome 02-01..03-01",
        "lives_in Bergen 03-01..",
    ]


def test_a_correction_without_a_wrong_value_is_a_statement():
    assert shown(beliefs([corrected("01-01", "likes", "tea", replaces="coffee")])) == ["likes tea 01-01.."]


def test_a_correction_of_a_correction():
    told = [
        said("01-01", "lives_in", "Malmö"),
        corrected("01-02", "lives_in", "Lund"),
        corrected("01-03", "lives_in", "Ystad"),
    ]
    (found,) = beliefs(told)
    assert (shown([found]), found.root) == (["lives_in Ystad 01-01.."], told[0].id)


def test_a_correction_in_a_set_leaves_the_others():
    told = [
        said("01-01", "sibling", "Anna"),
        said("01-02", "sibling", "Tim"),
        corrected("01-03", "sibling", "Tom", replaces="Tim"),
    ]
    assert sorted(shown(beliefs(told))) == ["sibling Anna ..", "sibling Tom .."]


def test_an_end_told_long_after_closes_at_its_own_day():
    """ "I left at the end of May", said in July."""
    told = [said("01-01", "works_at", "IBM"), ended("07-10", "works_at", "IBM", end="06-01")]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..06-01"]


def test_an_end_of_something_never_heard_of_is_known_as_an_end():
    found = beliefs([ended("07-10", "works_at", "IBM", end="06-01")])
    assert shown(found) == ["works_at IBM ..06-01 (covers nothing)"]


def test_an_end_before_what_was_said_to_hold_leaves_the_end_alone():
    told = [said("06-15", "works_at", "IBM"), ended("07-10", "works_at", "IBM", end="06-01")]
    assert shown(beliefs(told)) == ["works_at IBM ..06-01 (covers nothing)"]


def test_a_loose_end_that_matches_nothing_is_nothing():
    assert beliefs([ended("07-10", "works_at", "the hospital", loose=True)]) == ()


def test_a_loose_end_closes_what_has_its_words():
    told = [said("01-01", "works_at", "Karolinska Hospital"), ended("02-01", "works_at", "the hospital", loose=True)]
    assert shown(beliefs(told)) == ["works_at Karolinska Hospital 01-01..02-01"]


def test_an_end_of_another_value_leaves_what_holds():
    told = [said("01-01", "works_at", "IBM"), ended("02-01", "works_at", "Google")]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..", "works_at Google ..02-01 (covers nothing)"]


def test_an_end_said_again_with_its_day_moves_the_end():
    told = [
        said("01-01", "works_at", "IBM"),
        ended("03-01", "works_at", "IBM", end="02-01"),
        ended("04-01", "works_at", "IBM", end="02-20"),
    ]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..02-20"]


def test_an_end_said_again_without_a_day_does_not():
    told = [said("01-01", "works_at", "IBM"), ended("02-01", "works_at", "IBM"), ended("04-01", "works_at", "IBM")]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..02-01"]


def test_an_end_to_come_keeps_it_until_then():
    told = [said("01-01", "works_at", "IBM"), ended("02-10", "works_at", "IBM", end="04-01")]
    found = beliefs(told)
    assert shown(found) == ["works_at IBM 01-01..04-01"]
    assert (at(found, "03-01"), at(found, "04-01")) == (["IBM"], [])


def test_an_end_to_come_of_something_never_heard_of_means_that_it_holds():
    found = beliefs([ended("02-10", "works_at", "IBM", end="04-01")])
    assert shown(found) == ["works_at IBM ..04-01"]
    assert (at(found, "02-09"), at(found, "02-10"), at(found, "04-01")) == ([], ["IBM"], [])


def test_an_end_to_come_survives_that_it_still_holds():
    told = [
        said("01-01", "works_at", "IBM"),
        ended("02-10", "works_at", "IBM", end="04-01"),
        said("03-01", "works_at", "IBM"),
    ]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..04-01"]


def test_an_end_to_come_can_be_put_off():
    told = [
        said("01-01", "works_at", "IBM", end="04-01"),
        said("02-01", "works_at", "IBM", end="05-01"),
        said("02-02", "works_at", "IBM", end="03-01"),
    ]
    assert shown(beliefs(told[:2])) == ["works_at IBM ..05-01"]
    assert shown(beliefs(told)) == ["works_at IBM ..03-01"]


def test_what_is_announced_survives_words_about_now():
    told = [
        said("01-01", "lives_in", "Oslo"),
        said("02-01", "lives_in", "Berlin", start="04-01"),
        said("03-01", "lives_in", "Oslo"),
        said("03-02", "lives_in", "Drammen"),
    ]
    assert shown(beliefs(told)) == [
        "lives_in Oslo 01-01..03-02",
        "lives_in Drammen 03-02..04-01",
        "lives_in Berlin 04-01..",
    ]


def test_a_stay_with_an_end_gives_way_to_home():
    told = [said("01-01", "lives_in", "Oslo"), said("02-01", "lives_in", "Berlin", start="02-01", end="03-01")]
    assert shown(beliefs(told)) == [
        "lives_in Oslo 01-01..02-01",
        "lives_in Berlin 02-01..03-01",
        "lives_in Oslo 03-01..",
    ]
    before, _, after = beliefs(told)
    assert after.root == told[0].id != before.root


def test_a_denial_then_the_affirmation():
    told = [said("01-01", "allergic_to", "nuts", polarity=False), said("02-01", "allergic_to", "nuts")]
    assert shown(beliefs(told)) == ["allergic_to not nuts 01-01..02-01", "allergic_to nuts 02-01.."]


def test_no_longer_allergic():
    stated = said("01-01", "allergic_to", "nuts")
    by_end = beliefs([stated, ended("02-01", "allergic_to", "nuts")])
    by_denial = beliefs([stated, said("02-01", "allergic_to", "nuts", polarity=False)])
    assert shown(by_end) == ["allergic_to nuts 01-01..02-01"]
    assert shown(by_denial) == ["allergic_to nuts 01-01..02-01", "allergic_to not nuts 02-01.."]


def test_a_denial_of_another_value_ends_nothing():
    told = [said("01-01", "lives_in", "Malmö"), said("02-01", "lives_in", "Lund", polarity=False)]
    assert shown(beliefs(told)) == ["lives_in Malmö 01-01..", "lives_in not Lund 02-01.."]


def test_what_is_true_always_is_denied_altogether():
    told = [said("01-01", "sibling", "Bob"), said("02-01", "sibling", "Bob", polarity=False)]
    assert shown(beliefs(told)) == ["sibling not Bob .."]


def test_a_denial_of_everything_ends_everything():
    told = [said("01-01", "allergic_to", "nuts"), said("01-02", "allergic_to", "soy")]
    told.append(said("02-01", "allergic_to", "", polarity=False))
    assert shown(beliefs(told)) == ["allergic_to nuts 01-01..02-01", "allergic_to soy 01-02..02-01"]


def test_made_up_is_as_if_never_said():
    told = [
        said("01-01", "lives_in", "Oslo"),
        said("02-01", "lives_in", "Mars"),
        retracted("02-01", "lives_in", "", step=1),
    ]
    assert shown(beliefs(told)) == ["lives_in Oslo 01-01.."]


def test_a_retraction_takes_the_ends_of_its_value_along():
    told = [
        said("01-01", "works_at", "Google"),
        ended("02-01", "works_at", "Google"),
        retracted("03-01", "works_at", "Google"),
    ]
    assert beliefs(told) == ()


def test_a_retraction_right_after_an_end_takes_back_the_end():
    told = [said("01-01", "works_at", "Google"), ended("02-01", "works_at"), retracted("02-02", "works_at")]
    assert shown(beliefs(told)) == ["works_at Google 01-01.."]


def test_a_retraction_bears_only_on_what_was_said_before():
    told = [retracted("01-01", "likes", "jazz"), said("02-01", "likes", "jazz")]
    assert shown(beliefs(told)) == ["likes jazz 02-01.."]


def test_a_second_job_stands_beside_and_either_can_be_quit():
    told = [said("01-01", "works_at", "IBM"), said("02-01", "works_at", "Café Nord", beside=True)]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..", "works_at Café Nord 02-01.."]
    quit_one = beliefs([*told, ended("03-01", "works_at", "IBM")])
    assert shown(quit_one) == ["works_at IBM 01-01..03-01", "works_at Café Nord 02-01.."]
    quit_other = beliefs([*told, ended("03-01", "works_at", "the café", loose=True)])
    assert at(quit_other, "03-01") == ["IBM"]


def test_naming_the_first_of_two_jobs_again_ends_neither():
    told = [
        said("01-01", "works_at", "IBM"),
        said("02-01", "works_at", "Café Nord", beside=True),
        said("03-01", "works_at", "IBM"),
    ]
    assert at(beliefs(told), "03-02") == ["Café Nord", "IBM"]


def test_quitting_my_job_with_two_held_ends_both():
    """A wrong belief costs more than a missed one."""
    told = [
        said("01-01", "works_at", "IBM"),
        said("02-01", "works_at", "Café Nord", beside=True),
        ended("03-01", "works_at"),
    ]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..03-01", "works_at Café Nord 02-01..03-01"]


def test_quitting_my_job_in_may_ends_the_job_held_in_may():
    told = [
        said("01-01", "works_at", "IBM"),
        said("06-01", "works_at", "Saab"),
        ended("07-01", "works_at", end="05-15"),
    ]
    assert shown(beliefs(told)) == ["works_at IBM 01-01..05-15", "works_at Saab 06-01.."]


def test_a_sister_gets_a_name():
    told = [said("01-01", "sibling", "sister", generic=True), said("02-01", "sibling", "Anna")]
    (found,) = beliefs(told)
    assert (shown([found]), found.root) == (["sibling Anna .."], told[0].id)
    assert found.claims == (told[1].id,)


def test_a_kind_after_a_name_says_nothing_new():
    told = [said("01-01", "sibling", "Anna"), said("02-01", "sibling", "sister", generic=True)]
    assert shown(beliefs(told)) == ["sibling Anna .."]


def test_a_wife_and_her_name_are_one():
    told = [said("01-01", "partner", "wife", generic=True, start="2015-06-01"), said("02-01", "partner", "Anna")]
    assert shown(beliefs(told)) == ["partner Anna 2015-06-01.."]
    told.append(said("03-01", "partner", "my wife", generic=True))
    assert shown(beliefs(told)) == ["partner Anna 2015-06-01.."]


def test_a_name_returns_to_the_kind_when_it_is_taken_back():
    told = [said("01-01", "sibling", "sister", generic=True), said("02-01", "sibling", "Anna")]
    assert shown(beliefs([*told, retracted("03-01", "sibling", "Anna")])) == ["sibling sister .."]


def test_a_new_kind_after_the_named_one_is_gone():
    told = [
        said("01-01", "pet", "Tom", qualifier="cat"),
        ended("02-01", "pet", "cat", qualifier="cat", generic=True),
        said("05-01", "pet", "cat", qualifier="cat", generic=True),
    ]
    assert shown(beliefs(told)) == ["pet Tom 01-01..02-01", "pet cat 05-01.."]


def test_the_end_of_a_kind_told_twice_ends_the_named_one_once():
    gone = [ended(f"0{month}-01", "pet", "cat", qualifier="cat", generic=True) for month in (2, 3)]
    assert shown(beliefs([said("01-01", "pet", "Tom", qualifier="cat"), *gone])) == ["pet Tom 01-01..02-01"]


def test_the_end_of_a_kind_with_two_names_ends_neither():
    told = [said("01-01", "pet", "Tom", qualifier="cat"), said("01-02", "pet", "Kit", qualifier="cat")]
    found = beliefs([*told, ended("02-01", "pet", "cat", qualifier="cat", generic=True)])
    assert at(found, "03-01") == ["Kit", "Tom"]


def test_no_cat_at_all_ends_the_named_ones():
    told = [said("01-01", "pet", "Tom", qualifier="cat"), said("01-02", "pet", "Kit", qualifier="cat")]
    found = beliefs([*told, said("02-01", "pet", "cat", qualifier="cat", generic=True, polarity=False)])
    assert at(found, "03-01") == []


def test_an_earlier_start_told_later_extends():
    told = [said("01-12", "works_at", "IBM"), said("02-01", "works_at", "IBM", start="2019-03-01", confidence=0.9)]
    (found,) = beliefs(told)
    assert shown([found]) == ["works_at IBM 2019-03-01.."]
    assert (found.root, found.claims, found.confidence) == (told[0].id, (told[0].id, told[1].id), 0.9)


def test_a_later_start_told_later_leaves_the_earlier():
    told = [said("01-12", "works_at", "IBM"), said("02-01", "works_at", "IBM", start="01-20")]
    assert shown(beliefs(told)) == ["works_at IBM 01-12.."]


def test_said_three_times_is_one_belief_with_three_claims():
    told = [said(f"0{month}-01", "likes", value) for month, value in enumerate(["coffee", "Coffee.", "the coffee"], 1)]
    (found,) = beliefs(told)
    assert found.claims == tuple(filed.id for filed in told)
    assert (found.value, found.text, found.at) == ("coffee", "likes coffee", told[-1].claim.at)


@pytest.mark.parametrize("value", ["port 8091", "Benthe", "no meat"])
def test_values_that_differ_in_what_they_say_never_merge(value):
    other = {"port 8091": "port 8090", "Benthe": "Bente", "no meat": "meat"}[value]
    assert len(beliefs([said("01-01", "likes", value), said("02-01", "likes", other)])) == 2


def test_a_past_job_never_ends_the_present_one():
    held = said("01-01", "works_at", "IBM", start="2020-01-01")
    for past in (
        said("02-01", "works_at", "Shell", over=True, since=Since.UNKNOWN),
        said("02-01", "works_at", "Shell", over=True, start="2010-01-01"),
        said("02-01", "works_at", "Shell", over=True, end="2019-01-01"),
        said("02-01", "works_at", "Shell", over=True, start="2010-01-01", end="2021-01-01"),
    ):
        found = beliefs([held, past])
        assert at(found, "03-01") == ["IBM"]
        assert [belief.value for belief in found if belief.valid_to is not None] == ["Shell"]


def test_a_past_without_dates_confirms_an_end_and_does_not_make_a_second():
    told = [
        said("01-01", "works_at", "Shell"),
        said("02-01", "works_at", "IBM"),
        said("03-01", "works_at", "Shell", over=True, since=Since.UNKNOWN),
    ]
    found = beliefs(told)
    assert shown(found) == ["works_at Shell 01-01..02-01", "works_at IBM 02-01.."]
    assert found[0].claims == (told[0].id, told[2].id)


def test_a_past_told_until_a_day_ends_what_was_believed():
    """ "I worked at IBM until March", said of a job that was believed to go on."""
    told = [said("01-01", "works_at", "IBM"), said("04-01", "works_at", "IBM", over=True, end="03-01")]
    (found,) = beliefs(told)
    assert shown([found]) == ["works_at IBM 01-01..03-01"]
    assert found.claims == (told[0].id, told[1].id)


def test_a_start_that_is_not_told_covers_from_when_it_was_said():
    found = beliefs([said("02-01", "lives_in", "Oslo", since=Since.UNKNOWN)])
    assert shown(found) == ["lives_in Oslo .."]
    assert (at(found, "01-31"), at(found, "02-01")) == ([], ["Oslo"])


def test_what_is_timeless_covers_all_time():
    found = beliefs([said("02-01", "born_in", "Lund")])
    assert (shown(found), at(found, "1950-01-01")) == (["born_in Lund .."], ["Lund"])


def test_an_event_is_believed_once_on_the_day_told_last():
    told = [
        said("02-01", "appointment", "dentist", start="03-05"),
        said("02-02", "appointment", "dentist"),
        said("02-03", "appointment", "the dentist", start="03-12", text="the new date"),
    ]
    assert shown(beliefs(told[:2])) == ["appointment dentist 03-05.."]
    (found,) = beliefs(told)
    assert (shown([found]), found.text) == (["appointment the dentist 03-12.."], "the new date")


def test_nothing_follows_from_a_statement_without_a_value():
    assert beliefs([said("01-01", "works_at", "")]) == ()


def test_the_offset_of_the_words_stays_with_the_bound():
    told = said("01-01", "lives_in", "Oslo")
    assert beliefs([told])[0].valid_from == told.claim.at
