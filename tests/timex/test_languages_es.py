"""Time expressions in Spanish."""

from __future__ import annotations

import pytest

from tests.timex.phrases import NOTHING, reads


@pytest.mark.parametrize(
    ("phrase", "found"),
    [
        ("Llegué ayer.", "ayer 2023-07-19"),
        ("Lo vi anteayer.", "anteayer 2023-07-18"),
        ("Nací el 3 de mayo de 1990.", "3 de mayo de 1990 1990-05-03"),
        ("Será el primero de enero de 2024.", "primero de enero de 2024 2024-01-01"),
        ("Fue el 21/04/2016.", "21/04/2016 2016-04-21"),
        ("Nos vimos el viernes pasado.", "viernes pasado 2023-07-14"),
        ("Nos vemos el próximo martes.", "próximo martes 2023-07-25"),
        ("Se mudó hace dos años.", "hace dos años 2021-07-20"),
        ("Vuelvo en tres semanas.", "en tres semanas 2023-08-10"),
        ("Empecé la semana pasada.", "la semana pasada 2023-07-10 2023-07-17"),
        ("Viajo el mes que viene.", "el mes que viene 2023-08-01 2023-09-01"),
        ("Me casé en marzo de 2019.", "marzo de 2019 2019-03-01 2019-04-01"),
        ("Fue en 2019.", "2019 2019-01-01 2020-01-01"),
        ("Trabajo aquí desde 2014.", "desde 2014 2014-01-01 ..."),
        ("Estaré fuera del 4 al 22 de enero de 2024.", "del 4 al 22 de enero de 2024 2024-01-04 2024-01-22"),
        ("Llovió durante los últimos 3 días.", "últimos 3 días 2023-07-17 2023-07-20"),
        ("Fue a finales de marzo de 2019.", "finales de marzo de 2019 2019-03-16 2019-04-01"),
        ("Fue el verano pasado.", "verano pasado 2022-06-01 2022-09-01"),
        ("Fue en la Navidad de 2020.", "Navidad de 2020 2020-12-25"),
    ],
)
def test_words_name_days(phrase, found):
    assert reads("es", phrase) == [found]


@pytest.mark.parametrize(
    ("phrase", "code"),
    [
        ("todos los martes", "XXXX-WXX-2"),
        ("cada dos semanas", "P2W"),
        ("a diario", "P1D"),
        ("las 5 de la tarde", "T17"),
        ("las ocho menos cuarto de la mañana", "T07:45"),
        ("dos horas y media", "PT2.5H"),
    ],
)
def test_words_name_times_of_day_lengths_and_recurrences(phrase, code):
    assert reads("es", phrase, code=True) == [code]


def test_a_day_and_its_time_are_one_expression():
    assert reads("es", "Nos vemos mañana a las 8 de la noche.") == ["mañana a las 8 de la noche 2023-07-21T20:00"]


@pytest.mark.parametrize("phrase", ["Corre en el puerto 9077.", "de 3 a 5 personas", "tarde o temprano", *NOTHING])
def test_numbers_and_other_words_are_no_times(phrase):
    assert reads("es", phrase) == []
