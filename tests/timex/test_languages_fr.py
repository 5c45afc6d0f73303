"""Time expressions in French."""

from __future__ import annotations

import pytest

from tests.timex.phrases import NOTHING, reads


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("Je suis arrivé hier.", "hier 2023-07-19"),
        ("C'était avant-hier.", "avant-hier 2023-07-18"),
        ("Je pars après-demain.", "après-demain 2023-07-22"),
        ("Je suis né le 3 mai 1990.", "3 mai 1990 1990-05-03"),
        ("C'est le 1er janvier 2024.", "1er janvier 2024 2024-01-01"),
        ("C'était le 21/04/2016.", "21/04/2016 2016-04-21"),
        ("On s'est vus vendredi dernier.", "vendredi dernier 2023-07-14"),
        ("On se voit mardi prochain.", "mardi prochain 2023-07-25"),
        ("Il a déménagé il y a deux ans.", "il y a deux ans 2021-07-20"),
        ("Je reviens dans trois semaines.", "dans trois semaines 2023-08-10"),
        ("J'ai commencé la semaine dernière.", "semaine dernière 2023-07-10 2023-07-17"),
        ("Je pars le mois prochain.", "mois prochain 2023-08-01 2023-09-01"),
        ("Je me suis marié en mars 2019.", "mars 2019 2019-03-01 2019-04-01"),
        ("C'était en 2019.", "2019 2019-01-01 2020-01-01"),
        ("Je travaille ici depuis 2014.", "depuis 2014 2014-01-01 ..."),
        ("Absent du 4 au 22 janvier 2024.", "du 4 au 22 janvier 2024 2024-01-04 2024-01-22"),
        ("C'était l'été dernier.", "l'été dernier 2022-06-01 2022-09-01"),
        ("C'était à Noël 2020.", "Noël 2020 2020-12-25"),
    ],
)
def test_words_name_days(phrase, found):
    assert reads("fr", phrase) == [found]


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("tous les mardis", "XXXX-WXX-2"),
        ("toutes les deux semaines", "P2W"),
        ("chaque mois", "P1M"),
        ("à 17h30", "T17:30"),
        ("à sept heures du soir", "T19"),
        ("pendant trois heures", "PT3H"),
    ],
)
def test_words_name_times_of_day_lengths_and_recurrences(phrase, code):
    assert reads("fr", phrase, code=True) == [code]


def test_a_day_and_its_part_are_one_expression():
    assert reads("fr", "Rendez-vous demain matin.") == ["demain matin 2023-07-21T08:00 2023-07-21T12:00"]


@pytest.mark.parametrize("phrase", ["J'ai été malade.", "sept personnes", "une nuit de rêve", *NOTHING])
def test_numbers_and_other_words_are_no_times(phrase):
    assert reads("fr", phrase) == []
