"""The sentence of a fact calls the user by name, and changes nothing else."""

from __future__ import annotations

import pytest

from strandline.memory.naming import shown


@pytest.mark.parametrize(
    ("stored", "said"),
    [
        ("The user lives in Oslo.", "Ana lives in Oslo."),
        ("The user's birthday is 12 May.", "Ana's birthday is 12 May."),
        ("It is not true that The user works at Google.", "It is not true that Ana works at Google."),
        ("The user's name is Ana.", "The user's name is Ana."),
        ("The user goes by Ana Banana.", "The user goes by Ana Banana."),
        ("The user lives in Anaheim.", "Ana lives in Anaheim."),
        ("Lea likes The user manual.", "Lea likes The user manual."),
        ("The users are happy.", "The users are happy."),
        ("", ""),
    ],
)
def test_the_name_stands_where_the_user_is_the_subject(stored: str, said: str) -> None:
    assert shown(stored, "Ana") == said


def test_without_a_name_only_the_case_inside_a_sentence_changes() -> None:
    assert shown("The user lives in Oslo.", None) == "The user lives in Oslo."
    assert (
        shown("It is not true that The user works at Google.", None) == "It is not true that the user works at Google."
    )


@pytest.mark.parametrize("name", ["小明", "अनीता", "O'Brien", "J. R. R."])
def test_a_name_is_put_in_whole(name: str) -> None:
    assert shown("The user likes tea.", name) == f"{name} likes tea."
