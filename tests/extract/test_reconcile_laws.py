"""What holds of any claims: order of arrival, one at a time or at once, taking away, replay."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from strandline.extract.reconcile import (
    KnownRow,
    beliefs,
    line_of,
    said_order,
    settle,
    slot_of,
    slot_tail_from,
    span_stop,
    tail,
    tail_from,
)
from strandline.extract.reconcile_shapes import single_valued
from strandline.types.claims import Act
from strandline.types.times import micros
from tests.extract.telling import Rows, claims_of_one_slot


@given(claims_of_one_slot(), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_any_order_of_arrival_gives_the_same_beliefs(claims, random):
    shuffled = list(claims)
    random.shuffle(shuffled)
    assert beliefs(shuffled) == beliefs(claims)


@given(claims_of_one_slot())
@settings(max_examples=200)
def test_claims_that_arrive_one_by_one_leave_the_rows_that_they_give_at_once(claims):
    rows = Rows()
    for count in range(1, len(claims) + 1):
        rows.write(settle(rows.believed(), beliefs(claims[:count])))
    assert rows.beliefs() == beliefs(claims)


@given(claims_of_one_slot())
@settings(max_examples=200)
def test_what_was_known_at_any_time_is_what_the_claims_of_that_time_give(claims):
    rows = Rows()
    for count in range(1, len(claims) + 1):
        rows.write(settle(rows.believed(), beliefs(claims[:count])))

    def story(found):
        return [(b.relation, b.value, b.polarity, b.covers_from, b.covers_to, b.valid_from, b.valid_to) for b in found]

    for count in range(1, len(claims) + 1):
        assert story(rows.beliefs(known_at=count)) == story(beliefs(claims[:count]))


@given(claims_of_one_slot(), st.data())
@settings(max_examples=300)
def test_a_claim_taken_away_is_as_if_it_had_never_been(claims, data):
    gone = data.draw(st.sampled_from(claims))
    rest = [filed for filed in claims if filed is not gone]
    rows = Rows()
    rows.write(settle([], beliefs(claims)))
    rows.write(settle(rows.believed(), beliefs(rest)))
    assert rows.beliefs() == beliefs(rest)
    assert all(gone.id not in belief.claims for belief in rows.beliefs())


@given(claims_of_one_slot())
def test_without_claims_nothing_is_believed(claims):
    rows = Rows()
    rows.write(settle([], beliefs(claims)))
    rows.write(settle(rows.believed(), beliefs([])))
    assert rows.beliefs() == ()


@given(claims_of_one_slot())
@settings(max_examples=200)
def test_settling_what_is_settled_changes_nothing(claims):
    wanted = beliefs(claims)
    rows = [KnownRow(key=key, fact=belief.root, belief=belief) for key, belief in enumerate(wanted)]
    settlement = settle(rows, wanted)
    assert settlement.kept == tuple(range(len(wanted)))
    assert not (settlement.resourced or settlement.superseded or settlement.inserted)


@given(claims_of_one_slot(size=12))
@settings(max_examples=250)
def test_beliefs_are_sound(claims):
    """Bounds in order, each its own root, each on claims there are, no two that cannot hold at one time."""
    found = beliefs(claims)
    assert all(belief.covers_from <= belief.covers_to for belief in found)
    assert len({belief.root for belief in found}) == len(found)
    ids = {filed.id for filed in claims}
    assert all(belief.claims and set(belief.claims) <= ids for belief in found)
    beside = any(filed.claim.beside for filed in claims)
    for one, other in combinations(found, 2):
        meet = max(one.covers_from, other.covers_from) < min(one.covers_to, other.covers_to)
        same = one.value == other.value
        if meet and same:
            raise AssertionError((one, other))
        if meet and one.polarity and other.polarity and single_valued(one.relation) and not beside:
            raise AssertionError((one, other))


@given(claims_of_one_slot(size=12))
@settings(max_examples=250)
def test_a_bound_that_is_shown_is_the_bound_that_decides(claims):
    """Of what is not timeless, a start that is shown is where it begins to cover, and an end where it stops."""
    for belief in beliefs(claims):
        if belief.relation in ("birthday",):
            continue
        if belief.covers_from < belief.covers_to and belief.valid_from is not None:
            assert micros(belief.valid_from) == belief.covers_from
        if belief.valid_to is not None:
            assert micros(belief.valid_to) == belief.covers_to
        else:
            assert belief.covers_to == 2**63 - 1


@given(claims_of_one_slot(size=12))
@settings(max_examples=250)
def test_the_end_of_a_line_is_enough_for_what_is_said_last(claims):
    """``tail`` on the rows it asks for gives what the fold of everything gives."""
    *before, last = sorted(claims, key=said_order)
    start = tail_from(last.claim)
    if start is None or any(filed.claim.generic for filed in claims):
        return
    line = line_of(last.claim)
    everything = [row for row in beliefs(before) if line_of(row) == line]
    rows = [row for row in everything if row.covers_to > start or row.covers_from == row.covers_to]
    kept = [row for row in everything if row not in rows]
    whole = [row for row in beliefs(claims) if line_of(row) == line]
    assert sorted([*kept, *tail(rows, last)], key=lambda b: (b.covers_from, b.covers_to, b.root)) == whole


@given(claims_of_one_slot(size=12))
@settings(max_examples=400)
def test_the_ends_of_lines_are_enough_where_kinds_are_spoken_of(claims):
    """``tail`` on the rows that the module names gives what the fold of everything gives."""
    *before, last = sorted(claims, key=said_order)
    start = slot_tail_from(last.claim)
    if start is None:
        return
    everything = beliefs(before)
    kinds_of = {filed.id: filed.claim.generic for filed in before}
    kinds = [
        row
        for row in everything
        if all(kinds_of[id] for id in row.claims) and row.covers_to > start and row.covers_from < row.covers_to
    ]
    first = min([start, *(row.covers_from for row in kinds)])
    line = line_of(replace(last.claim, generic=False))
    rows = [
        row
        for row in everything
        if row in kinds or (line_of(row) == line and (row.covers_to > first or row.covers_from == row.covers_to))
    ]
    if last.claim.generic:
        stop = span_stop(last.claim)
        some = [row for row in everything if row.covers_to > start and row.covers_from < min(stop, row.covers_to)]
        affirmed = [row for row in some if row.polarity and row.relation == slot_of(last.claim).relation]
        rows += [row for row in affirmed if row not in kinds and row not in rows][-1:]
    kept = [row for row in everything if row not in rows]
    found = tail(rows, last, [place for place, row in enumerate(rows) if row in kinds])
    both = [[replace(b, claims=tuple(sorted(b.claims))) for b in one] for one in ([*kept, *found], beliefs(claims))]
    assert sorted(both[0], key=lambda b: (b.covers_from, b.covers_to, b.root)) == both[1]


@given(claims_of_one_slot(relations=("likes", "pet"), size=10))
@settings(max_examples=300)
def test_lines_of_a_slot_fold_each_for_itself_unless_a_claim_concerns_the_whole_slot(claims):
    claims = [filed for filed in claims if line_of(filed.claim) is not None]
    apart = [
        row
        for key in {line_of(f.claim) for f in claims}
        for row in beliefs([f for f in claims if line_of(f.claim) == key])
    ]
    assert sorted(apart, key=lambda b: (b.covers_from, b.covers_to, b.root)) == list(beliefs(claims))


@given(claims_of_one_slot(relations=("lives_in", "likes"), size=6), st.integers(1, 3))
@settings(max_examples=200)
def test_saying_the_same_again_changes_no_belief_but_adds_its_source(claims, times):
    """A statement repeated word for word at the same moment is one belief with more claims."""
    plain = [filed for filed in claims if filed.claim.act is Act.STATE and not filed.claim.over]
    if not plain:
        return
    last = max(plain, key=said_order)
    again = [type(last)(id=f"{last.id}+{n}", step=last.step, claim=last.claim) for n in range(times)]
    found, more = beliefs(plain), beliefs([*plain, *again])
    bounds = [(b.value, b.polarity, b.covers_from, b.covers_to, b.root) for b in found]
    assert [(b.value, b.polarity, b.covers_from, b.covers_to, b.root) for b in more] == bounds
