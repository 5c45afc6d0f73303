"""Who people are, whom they have, where they live, what they do: as people say it."""

from __future__ import annotations

from pathlib import Path

import pytest

from strandline.extract.relations import relations
from tests.extract.reading import AT, said
from tests.extract.reading import claims as claims_of
from tests.extract.told import parted

HERE = Path(__file__).parent
TOLD = [line.split("\t") for line in (HERE / "told_people_work.tsv").read_text(encoding="utf-8").splitlines()]
NOT_TOLD = (HERE / "not_told.txt").read_text(encoding="utf-8").splitlines()
GROUPS = ("identity", "place", "work", "people")


@pytest.mark.parametrize(("text", "claims"), TOLD, ids=[text for text, _ in TOLD])
def test_what_is_told_is_read(text, claims):
    assert said(text) == parted(claims)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_what_is_not_told_is_not_read(text):
    found = [claim for claim in said(text) if not claim.startswith(("not ", "end ", "once "))]
    of = {name for name, row in relations().items() if row.group in GROUPS and row.kind == "state"}
    assert [claim for claim in found if claim.split("=")[0].split("[")[0].split(".")[-1] in of] == []


def test_a_duration_of_what_went_before_does_not_date_what_came():
    (claim,) = claims_of("After six years at Bosch I work at Volvo.")
    assert (claim.value, claim.valid_from) == ("Volvo", AT)
    (claim,) = claims_of("For six years I have worked at Volvo.")
    assert claim.valid_from.year == AT.year - 6


def test_what_is_felt_is_no_trade_in_the_place_of_one():
    assert said("I'm a baker.", "The tea actually made me feel a lot warmer.") == []
