"""Facts told in languages other than English."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.extract.languages import CODES, detect, parts, read
from strandline.extract.relations import relations
from strandline.extract.turn import Turn
from strandline.types.claims import Act, Claim, Since

AT = datetime(2026, 8, 14, 13, 17, tzinfo=UTC)
TOLD = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("languages_told.tsv").read_text(encoding="utf-8").splitlines()
]
"""Language, sentence, what it tells: "subject relation value (qualifier) since day", parted by "; "."""
USUAL = (
    "name age lives_in born_in origin works_at role allergic_to likes dislikes avoids diet partner child parent "
    "sibling pet speaks learning drives birthday plays hobby favourite"
)
SENTENCES = st.sampled_from([sentence for _, sentence, _ in TOLD])


def told(content: str, code: str, *, role: str = "user") -> list[Claim]:
    return read(Turn(role=role, content=content, at=AT), code)


def shown(claim: Claim) -> str:
    """A claim as the table of sentences writes it."""
    text = f"{claim.subject} {claim.relation} {claim.value}"
    text = f"no longer {text}" if claim.act is Act.END else text
    text = f"{text} ({claim.qualifier})" if claim.qualifier else text
    return f"{text} since {claim.valid_from.date()}" if claim.valid_from and claim.since is Since.WORDS else text


@pytest.mark.parametrize(("code", "sentence", "facts"), TOLD, ids=[sentence for _, sentence, _ in TOLD])
def test_a_sentence_tells_what_it_says_and_nothing_else(code: str, sentence: str, facts: str) -> None:
    assert "; ".join(map(shown, told(sentence, code))) == facts


def test_each_language_covers_the_usual_relations() -> None:
    found = defaultdict(set)
    for code, _, facts in TOLD:
        found[code] |= {fact.removeprefix("no longer ").split()[1] for fact in facts.split("; ") if fact}
    assert {code: set(USUAL.split()) - found[code] for code in CODES} == {code: set() for code in CODES}


def test_sentences_that_tell_something_are_known_for_their_language() -> None:
    missed = [sentence for code, sentence, facts in TOLD if facts and detect(sentence) != code]
    assert len(missed) <= len(TOLD) // 50, missed


def test_a_value_is_whole_and_stands_in_the_words_of_its_claim() -> None:
    for code, sentence, _ in TOLD:
        for claim in told(sentence, code):
            assert claim.value in sentence[claim.start : claim.stop]
            before, after = sentence.partition(claim.value)[::2]
            compound = code == "de" and after.startswith(("allergie", "studium"))
            assert code in ("zh", "ja", "ar") or compound or not (before[-1:].isalpha() or after[:1].isalpha())


def test_a_name_is_not_cut_at_a_vowel_sign() -> None:
    assert [claim.value for claim in told("मेरा नाम मीनाक्षी है।", "hi")] == ["मीनाक्षी"]
    assert [claim.value for claim in told("Je m'appelle Zoë-Maëlle O’Reilly.", "fr")] == ["Zoë-Maëlle O’Reilly"]


def test_old_forms_of_devanagari_letters_are_read_alike() -> None:
    assert [claim.relation for claim in told("मैं अं\u095bल ब\u095cोदा में रहता हूँ।", "hi")] == ["lives_in"]


def test_vowel_marks_do_not_hide_arabic_words_and_stay_in_the_value() -> None:
    assert [(claim.relation, claim.value) for claim in told("أَسْكُنُ في عَمّان.", "ar")] == [("lives_in", "عَمّان")]


def test_every_claim_reads_as_a_sentence_and_is_marked_as_read_by_rules() -> None:
    (claim,) = told("Vivo en Zaragoza.", "es")
    assert claim.text == "The user lives in Zaragoza."
    assert (claim.extractor, claim.confidence, claim.at) == ("rules/1", 0.7, AT)
    assert (claim.valid_from, claim.since) == (AT, Since.SAID)


def test_a_timeless_relation_has_no_start_even_when_time_words_are_near() -> None:
    (claim,) = told("Nací en Quito en 1990.", "es")
    assert (claim.value, claim.valid_from, claim.since) == ("Quito", None, Since.ALWAYS)


@pytest.mark.parametrize(
    ("code", "sentence", "start"),
    [
        ("fr", "J'habite à Nantes depuis cinq ans.", "2021-08-14"),
        ("fr", "J'ai déménagé à Lyon il y a deux mois.", "2026-06-14"),
        ("es", "Desde marzo vivo en Lugo.", "2026-03-01"),
        ("es", "Desde octubre vivo en Lugo.", "2025-10-01"),
        ("de", "Ich lebe seit 2019 in Jena.", "2019-01-01"),
        ("de", "Letzten Monat bin ich nach Jena gezogen.", "2026-07-01"),
        ("it", "Due anni fa mi sono trasferita a Pisa.", "2024-08-14"),
        ("pt", "Moro em Braga há três semanas.", "2026-07-24"),
        ("zh", "我从2020年3月起住在北京。", "2020-03-01"),
        ("ja", "3年前から京都に住んでいます。", "2023-08-14"),
        ("hi", "मैं 2015 से पुणे में रहता हूँ।", "2015-01-01"),
        ("ar", "أعيش في حلب منذ سنتين.", "2024-08-14"),
    ],
)
def test_time_words_date_a_fact(code: str, sentence: str, start: str) -> None:
    (claim,) = told(sentence, code)
    assert claim.valid_from is not None
    assert (claim.since, claim.valid_from.date().isoformat()) == (Since.WORDS, start)
    assert claim.relation == "lives_in"


def test_a_month_is_counted_back_to_a_day_that_exists() -> None:
    turn = Turn(role="user", content="J'habite à Nantes depuis six mois.", at=datetime(2026, 8, 31, tzinfo=UTC))
    assert read(turn, "fr")[0].valid_from == datetime(2026, 2, 28, tzinfo=UTC)


def test_an_end_closes_loosely_on_the_day_that_is_told() -> None:
    claims = told("J'ai quitté la boulangerie le mois dernier.", "fr")
    assert {(claim.act, claim.value, claim.loose, claim.valid_to) for claim in claims} == {
        (Act.END, "boulangerie", True, datetime(2026, 7, 1, tzinfo=UTC))
    }


def test_a_named_animal_takes_the_place_of_one_without_a_name() -> None:
    assert [(c.value, c.qualifier, c.generic) for c in told("J'ai un chat.", "fr")] == [("chat", "chat", True)]
    assert [(c.value, c.qualifier, c.generic) for c in told("J'ai un chat. Il s'appelle Félix.", "fr")] == [
        ("Félix", "chat", False)
    ]


def test_a_pronoun_after_several_names_is_nobody_in_particular() -> None:
    claims = told("J'ai deux frères, Paul et Luc. Il habite à Rome.", "fr")
    assert [(claim.relation, claim.value) for claim in claims] == [("sibling", "Paul"), ("sibling", "Luc")]


def test_somebody_unknown_in_between_is_not_taken_for_the_speaker_or_the_sister() -> None:
    assert [c.subject for c in told("Ma sœur habite à Rome. Paul arrive. Elle travaille chez Fiat.", "fr")] == ["sœur"]
    assert told("Paul arrive et habite à Rome.", "fr") == []


def test_quotations_and_code_are_not_read() -> None:
    assert told("« J'habite à Paris »\n> J'habite à Lyon\n```\nj'habite à Nice\n```\n`je suis dentiste`", "fr") == []


def test_only_the_user_is_read() -> None:
    assert told("J'habite à Nantes.", "fr", role="assistant") == []
    assert told("J'habite à Nantes.", "fr") != []


def test_the_same_fact_told_twice_in_one_message_is_one_claim() -> None:
    assert len(told("J'habite à Nantes. Oui, j'habite à Nantes.", "fr")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I live in Bremen and work as a nurse.",
        "my husband राज makes the best dal",
        "My name is 林小雨 and I love it.",
        "I'm Zoë O'Shaughnessy-Đorđević, friends call me Zozo.",
        "We went to El Paso, then La Jolla and Los Angeles.",
        "Typo! o.valle@example.com with two l's.",
        "میں لاہور میں رہتا ہوں۔",
        "12345 !!!",
    ],
)
def test_english_and_languages_that_are_not_read_are_not_detected(text: str) -> None:
    assert detect(text) is None


def test_a_message_in_two_languages_is_parted() -> None:
    text = "I live in Bremen, aber meine Familie ist in Wien. 我住在成都。"
    assert [(text[part.start : part.stop].strip(), part.language) for part in parts(text)] == [
        ("I live in Bremen,", None),
        ("aber meine Familie ist in Wien.", "de"),
        ("我住在成都。", "zh"),
    ]
    assert detect(text) == "de"


def test_a_sentence_of_no_known_language_goes_with_its_neighbour() -> None:
    assert [part.language for part in parts("¡Buenas! Me llamo Ana. Genial.")] == ["es"]
    assert [part.language for part in parts("Great. 我住在成都。 Thanks for that!")] == ["zh", None]


def test_parts_of_a_message_follow_each_other() -> None:
    for _, sentence, _ in TOLD:
        found = parts(sentence)
        assert [part.start for part in found[1:]] == [part.stop for part in found[:-1]]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(SENTENCES, st.text(max_size=20)), max_size=4), st.sampled_from(CODES))
def test_any_text_can_be_read_in_any_language(texts: list[str], code: str) -> None:
    content = " ".join(texts)
    detect(content)
    for claim in told(content, code):
        assert claim.relation in relations()
        assert 0 <= claim.start < claim.stop <= len(content)
        assert claim.value and claim.value in content[claim.start : claim.stop]


@pytest.mark.parametrize("mark", ["?", "？", "؟"])
def test_a_question_mark_takes_every_fact_away(mark: str) -> None:
    single = [(code, sentence.rstrip(".。।")) for code, sentence, _ in TOLD]
    single = [(code, sentence) for code, sentence in single if not set(sentence) & set(".。!！?¿？؟")]
    assert [sentence for code, sentence in single if told(sentence + mark, code)] == []


@pytest.mark.parametrize(
    ("code", "before", "after"),
    [
        ("fr", "Si ", ""),
        ("fr", "Paul dit : ", ""),
        ("fr", "Paul pense que ", ""),
        ("es", "Ojalá ", ""),
        ("es", "Mi jefe dice que ", ""),
        ("de", "Wenn ", ""),
        ("de", "Er sagt, ", ""),
        ("it", "Se ", ""),
        ("it", "Paolo dice che ", ""),
        ("pt", "Se ", ""),
        ("pt", "Ele disse que ", ""),
        ("zh", "如果", "的话"),
        ("zh", "他说", ""),
        ("ja", "もし", "ら"),
        ("ja", "彼は", "と言った"),
        ("hi", "अगर ", ""),
        ("hi", "राम ने कहा कि ", ""),
        ("ar", "لو ", ""),
        ("ar", "قال أخي إن ", ""),
    ],
)
def test_nothing_is_told_by_what_is_imagined_or_said_by_others(code: str, before: str, after: str) -> None:
    single = [sentence.rstrip(".。।") for told_in, sentence, _ in TOLD if told_in == code]
    single = [sentence for sentence in single if not set(sentence) & set(".。!！;：?¿？؟")]
    assert [sentence for sentence in single if told(f"{before}{sentence}{after}", code)] == []
