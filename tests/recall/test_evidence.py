"""The named features that ranking weighs, reckoned by hand for small cases, and the laws that hold for all."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.recall import Ranking, UserIndex, rank, understand
from strandline.recall.evidence import FEATURES, RISING
from strandline.recall.maxsim import piece_matches
from strandline.recall.model import Profile
from strandline.recall.ranking import compared
from strandline.text import TRAITS, passages

from .rows import EMBEDDER, NOW, TABLE, Said, ask, rows, view
from .test_facts import Row
from .test_facts import rows as fact_rows

WORDS = ["kettle", "lamp", "harbour", "violin", "garden", "parser"]
NEUTRAL = [
    "orchid",
    "anchor",
    "bicycle",
    "copper",
    "meadow",
    "puppet",
    "saddle",
    "turnip",
    "walnut",
    "basket",
    "candle",
    "lantern",
]
BY_WORDS = Ranking(profiles={"words": Profile(weights={"coverage": 4.0, "length": 2.0}, calibration={"evidence": 1.0})})


def plain(text):
    """A question without vectors: only its words count."""
    return understand(text, now=NOW)


def table(messages, question, **options):
    """What is known of each message, by feature."""
    seen = view(messages)
    query = plain(question) if isinstance(question, str) else question
    given = compared(seen, query, options.get("visible"), TABLE, options.get("asks"))[2]
    assert given.units.tolist() == list(range(len(seen.first))) or "visible" in options
    return given


def column(name, messages, question, **options):
    return table(messages, question, **options).column(name).tolist()


def apart(*texts):
    """Messages of a session each."""
    return [Said(text=text, session=place) for place, text in enumerate(texts, 1)]


def test_there_is_a_column_for_each_name():
    given = table(["The kettle is new", "The lamp is old"], ask("kettle"))
    assert given.table.shape == (2, len(FEATURES))
    assert np.isfinite(given.table).all()
    assert all(given.column(name).tolist() == given.table[:, place].tolist() for place, name in enumerate(FEATURES))


def test_coverage_is_the_share_of_the_weight_of_the_words_that_a_message_has():
    rare, common = math.log1p(3.5 / 1.5), math.log1p(2.5 / 2.5)
    said = apart("kettle and lamp", "lamp", "orchid", "anchor")
    expected = [1.0, common / (rare + common), 0.0, 0.0]
    assert column("coverage", said, "kettle lamp") == pytest.approx(expected)
    assert column("rarest", said, "kettle lamp") == pytest.approx([1.0, common / rare, 0.0, 0.0])
    assert column("best:coverage", said, "kettle lamp") == pytest.approx(expected)


def test_a_word_that_only_frames_the_question_weighs_less_than_one_of_its_subject():
    first, kettle = column("coverage", apart("first", "kettle", "orchid"), "first kettle")[:2]
    assert first == pytest.approx(0.3 / 1.3)
    assert kettle == pytest.approx(1 / 1.3)


def test_the_best_of_the_candidates_has_a_share_of_one():
    said = apart("kettle orchid anchor", "lamp", "saddle")
    for name in ("words", "coverage"):
        own, shares = (column(prefix + name, said, "kettle lamp violin") for prefix in ("", "best:"))
        assert shares == pytest.approx([value / max(own) for value in own])
        assert max(shares) == 1.0


def test_a_share_of_nothing_is_nothing():
    assert column("best:words", apart("kettle", "lamp"), "orchid") == [0.0, 0.0]


TALK = ["kettle", "orchid", "lamp", "anchor", "violin"]
"""Of one session; each of the three words of the question is in one message, so that each weighs a third."""


def test_coverage_so_far_adds_the_two_messages_before_and_around_that_before_and_after():
    given = table(TALK, "kettle lamp violin")
    assert given.column("coverage_so_far") * 3 == pytest.approx([1, 1, 2, 1, 2])
    assert given.column("coverage_around") * 3 == pytest.approx([1, 2, 1, 2, 1])


def test_words_of_the_messages_around_are_those_of_its_own_session():
    given = table([*TALK, Said(text="kettle lamp", session=2)], "kettle lamp violin")
    words = given.column("words").tolist()
    assert given.column("words_before").tolist() == [0.0, *words[:4], 0.0]
    assert given.column("words_before_that").tolist() == [0.0, 0.0, *words[:3], 0.0]
    assert given.column("words_after").tolist() == [*words[1:5], 0.0, 0.0]
    assert given.column("coverage_so_far")[5] == given.column("coverage")[5]


def test_a_message_that_is_not_visible_stands_between_no_others():
    shown = np.array([True, False, True, True, True])
    given = table(TALK, "kettle lamp violin", visible=shown)
    assert given.units.tolist() == [0, 2, 3, 4]
    assert given.column("words_before").tolist()[1] == given.column("words").tolist()[0] > 0.0


def test_a_session_counts_as_one_text():
    said = [
        Said(text=text, session=place) for place, text in ((1, "kettle"), (1, "lamp"), (2, "orchid"), (2, "anchor"))
    ]
    given = table(said, "kettle lamp")
    assert given.column("session_coverage").tolist() == [1.0, 1.0, 0.0, 0.0]
    assert given.column("session_words") == pytest.approx([1.0, 1.0, 0.0, 0.0]), "of average length, all words once"
    best = max(given.column("words"))
    assert given.column("words_of_session_best").tolist() == [best, best, 0.0, 0.0]


def test_a_fact_has_no_session_but_itself():
    given = table(["kettle", "orchid", Said(text="lamp", fact=True)], "kettle lamp")
    for of_session, own in (("session_words", "words"), ("session_coverage", "coverage")):
        assert given.column(of_session)[2] == given.column(own)[2] > 0.0
    assert given.column("words_before")[2] == given.column("words_after")[1] == 0.0
    assert given.column("fact").tolist() == [0, 0, 1]


def test_pieces_are_the_mean_of_the_matches_by_what_the_words_weigh():
    """A word that is there is met; of another one the message has what comes near it."""
    seen, question = view(apart("The kettle is new", "A kettle and a lamp", "It rains")), ask("kettle lamp")
    found, _, given = compared(seen, question, None, TABLE, None)
    weights = question.weighed(found.lexical).weights
    near = piece_matches(seen, np.arange(3), question.pieces.ids, TABLE) * question.trust
    matches = np.maximum(near, [[1, 0], [1, 1], [0, 0]])
    assert given.column("pieces") == pytest.approx(matches @ weights / weights.sum())
    assert weights[1] > weights[0] > 0.0


def test_words_that_weigh_nothing_match_nothing():
    given = table(TALK, replace(ask("kettle lamp"), terms=()))
    assert not any(given.column(name).any() for name in FEATURES if "pieces" in name)


def test_one_part_of_a_comparison_is_enough_for_pieces_of_a_part():
    question = ask("which did I buy first, the kettle or the lamp")
    given = table(apart("The kettle is new", "The lamp is old", "It rains"), question)
    assert given.column("pieces_of_a_part")[:2] == pytest.approx([question.trust] * 2)
    assert np.all(given.column("pieces")[:2] < 0.5)
    assert given.column("pieces_of_a_part")[2] < 0.5


def test_a_question_of_one_part_has_the_pieces_of_that_part():
    given = table(apart("The kettle is new", "It rains"), ask("the kettle of copper"))
    assert given.column("pieces_of_a_part") == pytest.approx(given.column("pieces"))


def test_pieces_around_are_at_least_those_of_the_message_itself():
    given = table(TALK, ask("kettle lamp violin"))
    for name in ("pieces_so_far", "pieces_around", "pieces_of_session", "pieces_of_session_best", "pieces_of_a_part"):
        assert np.all(given.column(name) >= given.column("pieces") - 1e-12)
    assert given.column("pieces_before")[1:] == pytest.approx(given.column("pieces")[:-1])
    assert given.column("pieces_after")[:-1] == pytest.approx(given.column("pieces")[1:])


def test_without_vectors_there_is_no_meaning_and_there_are_no_pieces():
    given = table(TALK, "kettle lamp")
    assert not any(given.column(name).any() for name in FEATURES if "meaning" in name or "pieces" in name)


PEOPLE = [
    Said(text="kettle", name="Ana"),
    Said(text="lamp", name="Ben"),
    Said(text="orchid"),
]


def test_the_one_person_whom_the_question_names_speaks_and_others_do_not():
    given = table(PEOPLE, "what did Ana say")
    assert given.column("speaker").tolist() == [1, 0, 0]
    assert given.column("other_speaker").tolist() == [0, 1, 0]


@pytest.mark.parametrize("question", ["what did Ana say to Ben", "what did they say", "what did Carl say"])
def test_where_nobody_or_several_are_named_nobody_is_preferred(question):
    given = table(PEOPLE, question)
    assert not given.column("speaker").any() and not given.column("other_speaker").any()


def test_named_columns_are_those_of_messages_of_a_named_person():
    given = table(PEOPLE, "kettle lamp")
    for name in (name for name in FEATURES if name.startswith("named:")):
        assert given.column(name) == pytest.approx(given.column(name.removeprefix("named:")) * [1, 1, 0])
    assert given.column("named:length").tolist()[0] > 0


def test_roles_are_told_and_a_named_person_is_no_assistant():
    said = [Said(text="kettle"), Said(text="lamp", role=3), Said(text="violin", role=3, name="Ben")]
    given = table(said, "what did you recommend")
    assert given.column("user").tolist() == [1, 0, 0]
    assert given.column("assistant").tolist() == given.column("assistant_asked").tolist() == [0, 1, 0]
    assert not table(said, "kettle").column("assistant_asked").any()


def test_length_grows_with_the_logarithm_of_the_words():
    lengths = column("length", apart("kettle", "kettle lamp violin"), "kettle")
    assert lengths == pytest.approx([math.log(2) / 5, math.log(4) / 5])


LONG = "Did I tell you of my 12 lamps? " + "The garden is green and quiet. " * 60 + "What do you think of it?"


def test_a_message_of_several_passages_has_the_strongest_of_each_trait_and_the_ending_of_its_last():
    assert len(passages(LONG)) > 1
    turned = LONG.replace("What do you think of it?", "It is fine.")
    given = table([LONG, "Good.", turned, "Good."], "lamps")
    assert given.column("number").tolist() == [1, 0, 1, 0]
    assert given.column("asking").tolist() == [1, 0, 1, 0]
    assert given.column("question").tolist() == [1, 0, 0, 0]
    assert given.column("follows_question").tolist() == [0, 1, 0, 0]


@pytest.mark.parametrize(
    ("crossed", "trait", "kind", "other", "text"),
    [
        ("number_of_how_many", "number", "how many lamps", "who lamps", "It had 12 lamps"),
        ("number_of_when", "number", "when lamps", "who lamps", "It had 12 lamps"),
        ("time_of_when", "time", "when lamps", "who lamps", "It rained yesterday"),
        ("name_of_who", "name", "who lamps", "when lamps", "it was with Ana"),
        ("name_of_who", "name", "where lamps", "when lamps", "it was with Ana"),
        ("first_person_of_own", "first_person", "my lamps", "when lamps", "It was for us"),
        ("statement_of_own", "statement", "my lamps", "when lamps", "I bought it"),
    ],
)
def test_a_trait_counts_double_where_the_question_is_of_its_kind(crossed, trait, kind, other, text):
    given = table([text], kind)
    assert given.column(crossed)[0] == given.column(trait)[0] > 0
    assert table([text], other).column(crossed)[0] == 0


def test_facts_that_were_read_from_a_message_answer_for_it():
    index = UserIndex(EMBEDDER.identity.dimensions)
    index.append(rows(["I live in Oslo", "It rains", Said(text="User lives in Oslo", fact=True)]))
    index.learn(fact_rows(Row(seq=3, sources=(1,))), 3)
    seen, asks = index.view(), np.array([0.0, 0.0, 0.75])
    given = compared(seen, plain("where do I live"), None, None, asks)[2]
    assert given.column("answered").tolist() == [0.75, 0.0, 0.0]
    assert given.column("asks").tolist() == [0.0, 0.0, 0.75]


TEXT = st.lists(st.sampled_from([*WORDS, *NEUTRAL]), min_size=1, max_size=4).map(" ".join)
SAID = st.builds(Said, text=TEXT, session=st.integers(1, 3), role=st.sampled_from([2, 3]))
QUESTION = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4, unique=True).map(" ".join)
WEIGHTS = st.dictionaries(st.sampled_from(sorted(RISING)), st.sampled_from([0.25, 1.0, 3.0]), min_size=1, max_size=12)


@settings(max_examples=60)
@given(data=st.data(), others=st.lists(TEXT, max_size=5), question=QUESTION, weights=WEIGHTS)
def test_a_message_with_one_more_word_of_the_question_in_place_of_a_neutral_one_never_scores_lower(
    data, others, question, weights
):
    """It stands in a session of its own: what a session or a neighbour has of a word counts less when more have it."""
    asked = question.split()
    has = data.draw(st.lists(st.sampled_from(asked), max_size=len(asked) - 1, unique=True))
    more = data.draw(st.sampled_from([word for word in asked if word not in has]))
    place = data.draw(st.integers(0, len(others)))
    vector = Profile(weights=weights, calibration={}).vector()

    def scored(word):
        given = table(apart(*others[:place], " ".join([*has, word]), *others[place:]), question)
        return (given.table @ vector)[place]

    assert scored(more) >= scored("zebra") - 1e-9


@settings(max_examples=40)
@given(data=st.data(), said=st.lists(SAID, min_size=1, max_size=6), question=QUESTION)
def test_rows_that_are_not_visible_change_nothing(data, said, question):
    hidden = data.draw(st.lists(st.builds(Said, text=TEXT, session=st.integers(1, 4), agent=st.just(3)), max_size=5))
    places = data.draw(st.lists(st.integers(0, len(said)), min_size=len(hidden), max_size=len(hidden)))
    mixed = list(said)
    for place, one in sorted(zip(places, hidden, strict=True), key=lambda pair: -pair[0]):
        mixed.insert(place, one)
    visible = np.array([one.agent == 0 for one in mixed])
    alone = table(said, question)
    assert table(mixed, question, visible=visible).table.tobytes() == alone.table.tobytes()


@settings(max_examples=40)
@given(data=st.data(), said=st.lists(SAID, min_size=1, max_size=8), question=QUESTION, broad=st.booleans())
def test_filters_and_boosts_change_no_score(data, said, question, broad):
    seen, query = view(said), ask(f"how many {question}" if broad else question)
    allowed = np.array(data.draw(st.lists(st.booleans(), min_size=len(said), max_size=len(said))))
    lift = np.array(data.draw(st.lists(st.sampled_from([0.5, 1.0, 9.0]), min_size=len(said), max_size=len(said))))
    every = rank(seen, query, table=TABLE)
    known = dict(zip(every.rows.tolist(), every.scores.tolist(), strict=True))
    for options in ({"allowed": allowed}, {"lift": lift}, {"allowed": allowed, "lift": lift, "limit": 3}):
        some = rank(seen, query, table=TABLE, **options)
        both = {row: score for row, score in zip(some.rows.tolist(), some.scores.tolist(), strict=True) if row in known}
        assert both.items() <= known.items()


@settings(max_examples=30)
@given(said=st.lists(SAID, min_size=1, max_size=6), question=QUESTION)
def test_features_are_in_their_range(said, question):
    given = table(said, ask(question))
    for name in ("coverage", "rarest", "session_coverage", "coverage_so_far", "coverage_around", "pieces", *TRAITS):
        assert np.all((given.column(name) >= 0.0) & (given.column(name) <= 1.0 + 1e-9))
    for name in (name for name in FEATURES if name.startswith("best:")):
        assert np.all(np.abs(given.column(name)) <= 1.0)
    assert np.all(given.column("coverage_so_far") >= given.column("coverage") - 1e-9)


def test_filters_change_no_score_where_more_is_stored_than_is_compared():
    said = [Said(text=f"kettle {NEUTRAL[i % 12]} {i}", session=i + 1) for i in range(320)]
    said.append(Said(text=" ".join(NEUTRAL), session=1))
    seen, query = view(said), plain("is the kettle 7 there")
    allowed = np.zeros(len(seen), np.bool_)
    allowed[[0, 7, 320]] = True
    every, some = (rank(seen, query, ranking=BY_WORDS, allowed=mask) for mask in (None, allowed))
    scores = dict(zip(every.rows.tolist(), every.scores.tolist(), strict=True))
    assert set(some.rows.tolist()) == {0, 7, 320}
    assert all(scores[row] == score for row, score in zip(some.rows.tolist(), some.scores.tolist(), strict=True))
