"""What a question asks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from strandline.extract.relations import relations
from strandline.recall.asked import asked

ASKS = {
    "name": ("What's my full name again?", "Can you tell me what Marek's surname is?"),
    "nickname": ("What do my friends call me? What should you call me?", "whats my nickname"),
    "age": ("how old is Pavel", "What is Ines's age?"),
    "birthday": ("whens my bday", "Do you remember when my birthday is?", "When was Pavel born?"),
    "pronouns": ("Which pronouns do I use?", "What are Robin's pronouns?"),
    "born_in": ("In which city was I born?", "Where was Ines born?"),
    "origin": ("Where do I come from?", "Which country is Marek from?", "where did i grow up"),
    "native_language": ("What's my native language?", "What is Pavel's mother tongue?"),
    "lives_in": (
        "wheres Marek living now",
        "Remind me where I live.",
        "In which city do I live? Which city do I live in?",
        "Did I say where I live?",
        "Where am I based?",
    ),
    "address": ("What's my home address?", "What street do I live on?"),
    "timezone": ("what timezone am i in", "Which time zone does Marek live in?"),
    "visited": ("Have I ever been to Lisbon?", "Which countries have I visited?"),
    "works_at": ("Who do I work for?", "which company does Ines work at", "Where does Marek work these days?"),
    "role": ("What does Ines do for a living?", "what's my job", "What do I do?"),
    "team": ("Which team is Marek on?", "What department do I work in?"),
    "manager": ("Who manages Alice?", "Who is Alice's boss?", "who do i report to"),
    "works_on": ("What am I working on at the moment?", "Which project is Ines working on?"),
    "studies_at": ("Which university do I go to?", "Where does Ines study?"),
    "studies": ("What is Ines majoring in?", "what am i studying"),
    "degree": ("What degree do I have?", "What did Marek graduate in?"),
    "partner": ("What is my wife called?", "whats my girlfriends name", "Who is Ines married to?", "who's my husband"),
    "relationship_status": ("Is Marek married?", "Am I single?"),
    "child": ("What are my kids called?", "how many children does Ines have", "Do I have a daughter?"),
    "parent": ("What is my mum's name?", "Who is Marek's dad?"),
    "sibling": ("whats my sis called", "Do I have any siblings?"),
    "relative": ("What's my grandmother's name?", "Who is Marek's cousin?"),
    "friend": ("Who is my best friend?", "Who are Ines's friends?"),
    "colleague": ("Who does Ines work with?", "What are my colleagues called?"),
    "pet": ("What's the name of my dog?", "Do I have a cat?", "what pets does Marek have"),
    "owns": ("What does Marek own?", "Do I own a boat?"),
    "drives": ("Which car does Ines drive?", "What do I drive?"),
    "bought": ("What did I buy?", "When did Marek buy the drill?"),
    "likes": ("What does Ines enjoy?", "Does Marek like tea?"),
    "dislikes": ("What do I not like?", "What does Marek hate?"),
    "prefers": ("Do I prefer tea or coffee?", "What does Ines prefer?"),
    "favourite": ("What is my favourite colour?", "whats ines's fav book", "Which dish do I like best?"),
    "diet": ("Am I vegan?", "What diet does Marek follow?"),
    "allergic_to": ("What am I allergic to?", "Does Ines have any allergies?", "is Marek allergic to nuts"),
    "avoids": ("What do I not eat?", "Does Ines drink alcohol?", "What does Marek avoid?"),
    "condition": ("What illness does Ines have?", "Do I have any health problems?"),
    "medication": ("Which pills am I on?", "What medicine does Marek take?"),
    "speaks": ("Which languages does Ines speak?", "Do I speak Dutch?"),
    "learning": ("What am I learning?", "Which instrument is Marek learning?"),
    "skill": ("What can Ines do?", "Do I know Rust?"),
    "plays": ("Which instrument do I play?", "Does Marek play chess?"),
    "hobby": ("What are Ines's hobbies?", "What do I do for fun?"),
    "uses": ("Which editor do I use?", "What does Marek use for backups?"),
    "routine": ("What do I do on Tuesdays?", "What does Ines do every morning?"),
    "member_of": ("Which clubs am I in?", "What band is Marek in?"),
    "plans": ("What are my plans?", "What is Ines planning to do?"),
    "appointment": ("When is my appointment?", "What do I have on Thursday?", "When is my dentist appointment?"),
    "deadline": ("When is the report due?", "What deadlines do I have?"),
    "event": ("When is the wedding?", "When was my exam?"),
    "email": ("What is Ines's email address?", "whats my e-mail"),
    "phone": ("What's Marek's phone number?", "What is my number?"),
    "instruction": ("How should you answer me?", "What did I ask you always to do?"),
    "attribute": ("Which port does staging run on?", "How many replicas does the api have?"),
}


def test_there_is_a_question_for_each_relation():
    assert set(ASKS) == set(relations())


@pytest.mark.parametrize("name", list(ASKS))
def test_questions_are_understood_however_they_are_put(name: str) -> None:
    for question in ASKS[name]:
        assert name in asked(question).relations, question


@pytest.mark.parametrize("name", list(ASKS))
@pytest.mark.parametrize("subject", ["Alice", "my sister"])
def test_the_forms_of_the_table_are_understood(name: str, subject: str) -> None:
    for form in relations()[name].questions:
        question = form.format(subject=subject, value="blue cheese", qualifier="colour")
        assert name in asked(question).relations, question


@pytest.mark.parametrize(
    ("question", "relation", "asks", "subject"),
    [
        ("Where do I live?", "lives_in", "value", "user"),
        ("Where does the user live?", "lives_in", "value", "user"),
        ("Where do we live?", "lives_in", "value", "user"),
        ("Where does Marek Dvořák live?", "lives_in", "value", "marek dvořák"),
        ("Where does she live?", "lives_in", "value", None),
        ("Who manages Alice?", "manager", "value", "alice"),
        ("Who does Alice manage?", "manager", "subject", None),
        ("Who is Alice managed by?", "manager", "value", "alice"),
        ("Whose boss is Alice?", "manager", "subject", None),
        ("Who works at Initech?", "works_at", "subject", None),
        ("Does Alice work at Initech?", "works_at", "whether", "alice"),
        ("Who owns Rex?", "owns", "subject", None),
        ("What is my brother's job?", "role", "value", "brother"),
    ],
)
def test_who_did_what_to_whom_is_read_from_the_order(
    question: str, relation: str, asks: str, subject: str | None
) -> None:
    want = next(want for want in asked(question).wants if want.relation == relation)
    assert want.asks == asks
    assert (None if want.subject is None else want.subject.key) == subject


def test_what_is_given_of_the_value_is_kept():
    want = asked("Who does Alice manage?").wants[0]
    assert want.value is not None
    assert (want.value.key, want.words) == ("alice", frozenset({"alic"}))
    tea = asked("Does Marek like green tea?").wants[0]
    assert tea.words == frozenset({"green", "tea"})
    assert asked("Do I prefer tea or coffee?").wants[0].either


def test_a_qualifier_is_read_from_its_blank_and_from_the_noun():
    assert asked("What is my favourite colour?").qualifier == "colour"
    assert asked("What is my dog called?").qualifier == "dog"
    assert asked("What's my aunt's name?").qualifier == "aunt"
    port = next(want for want in asked("Which port does staging run on?").wants if want.relation == "attribute")
    assert port.qualifier == "port"
    assert port.subject is not None and port.subject.key == "staging"


def test_a_question_of_taste_asks_for_its_opposite_too():
    assert set(asked("Does Ines like tea?").relations) >= {"likes", "dislikes"}


def test_kinship_can_be_told_from_both_sides():
    told = {(want.relation, want.asks) for want in asked("Who are Ana's children?").wants}
    assert {("child", "value"), ("parent", "subject")} <= told


@pytest.mark.parametrize(
    ("question", "about"),
    [
        ("Where do I live?", "now"),
        ("Where am I living now?", "now"),
        ("Where did I live before?", "past"),
        ("Where did I live in 2019?", "past"),
        ("Where did I use to live?", "past"),
        ("Where was I living back then?", "past"),
        ("What was my previous job?", "past"),
        ("Who is my ex-wife?", "past"),
        ("Have I ever been to Rome?", "ever"),
        ("What was my dog called?", "ever"),
        ("What was my address again?", "now"),
        ("Did I say where I work?", "now"),
    ],
)
def test_the_time_a_question_is_about(question: str, about: str) -> None:
    assert asked(question).wants, question
    assert asked(question).about == about


NOTHING = [
    "", " ", "?", "???", "Oslo", "tides and boats", "I live in Oslo.", "I moved to Oslo last month.",
    "What do you think about Rust?", "Write me a poem about the sea.", "Why is the sky blue?", "How does TCP work?",
    "Thanks, that was helpful!", "Where do you live?", "What is your name?", "Who are you?",
    "Can you summarise this article?", "What did you recommend?", "Is it raining?", "Should we go?",
    "What time is it?", "Explain how to live in a tent.", "My sister likes tea.", "port 8090", "the of and",
    "What happened?", "How come?", "who knows", "What if I lived in Oslo?", "你住在哪里？", "Où est-ce que j'habite ?",
]  # fmt: skip


@pytest.mark.parametrize("text", NOTHING)
def test_what_asks_no_relation_gives_nothing(text: str) -> None:
    assert asked(text).relations == ()


def test_two_questions_in_one_text_are_both_read():
    assert {"lives_in", "pet"} <= set(asked("Where do I live and what is my dog called?").relations)
    assert {"lives_in", "works_at"} <= set(asked("Hi! Where does Ines live? Where do I work?").relations)


@given(st.text(max_size=400))
def test_any_text_is_safe_and_read_the_same_again(text: str) -> None:
    assert asked(text) == asked(text)


@given(
    st.lists(
        st.sampled_from(
            [
                "who",
                "what",
                "where",
                "i",
                "my",
                "wife",
                "'s",
                "do",
                "does",
                "is",
                "live",
                "manage",
                "Alice",
                "of",
                "the",
                "called",
                "tea",
                "not",
            ]
        )
    )
)
def test_any_order_of_words_is_safe(words: list[str]) -> None:
    found = asked(" ".join(words) + "?")
    assert all(0.0 < want.strength <= 1.0 for want in found.wants)
