"""What every store must do when statements are taken back, corrected, merged or forgotten."""

from __future__ import annotations

import pytest

from strandline.errors import InputError, NotFoundError
from strandline.stores import Batch, NewClaim, NewNote, Selection, Store
from strandline.stores.ids import note_id
from strandline.testing.facts import FactContract, claim, day, indexed, passage
from strandline.text import digest64
from strandline.types import Act, ChangeKind, Since


class RevisionContract(FactContract):
    """Inherit with ``StoreContract``, which needs a ``store`` fixture: an empty store."""

    # --- Taking back

    def test_undoing_a_change_opens_what_it_closed_and_undoing_that_closes_it_again(self, store: Store) -> None:
        """Each is a change of its own."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        written = self.say(store, "I live in Bergen", claim("lives_in", "Bergen", 10))
        before = self.state(store)
        undone = store.undo("ana", written.changes[0].id)
        assert (undone.kind, undone.undoes) == (ChangeKind.UNDO, written.changes[0].id)
        assert [(f.value, f.valid_to) for f in self.facts(store)] == [("Oslo", None)]
        assert [one.undone for one in self.changes(store)] == [False, True, False]
        with pytest.raises(InputError, match="undone already"):
            store.undo("ana", written.changes[0].id)
        store.undo("ana", undone.id)
        assert self.state(store) == before
        assert [one.undone for one in self.changes(store)] == [False, False, True, False]
        assert len({one.id for one in self.changes(store)}) == 4

    def test_undoing_everything_leaves_nothing_believed(self, store: Store) -> None:
        """In any order."""
        for number, value in enumerate(["Oslo", "Bergen", "Oslo", "Lyon"]):
            self.say(store, f"I live in {value}", claim("lives_in", value, number), claim("likes", value, number))
        store.merge("ana", None, "Robert", "Bob")
        for change in sorted(self.changes(store), key=lambda one: one.id):
            store.undo("ana", change.id)
        assert self.facts(store, include_ended=True) == []
        assert store.check() == []

    def test_an_unknown_change_cannot_be_undone(self, store: Store) -> None:
        """Nor that of another user."""
        written = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0), user="bob")
        self.say(store, "hello")
        with pytest.raises(NotFoundError):
            store.undo("ana", written.changes[0].id)

    # --- Correcting

    def test_an_edited_fact_keeps_its_id_and_gets_a_version(self, store: Store) -> None:
        """The edit can be undone."""
        (fact,) = self.say(store, "I live in Olso", claim("lives_in", "Olso", 0)).facts
        new = NewClaim(
            claim=claim("lives_in", "Oslo", 5, extractor="edit"), passages=passage("The user lives_in Oslo.")
        )
        written = store.edit("ana", fact.id, new, generation=1)
        (edited,) = written.facts
        assert (edited.id, edited.value, edited.valid_from) == (fact.id, "Oslo", day(0))
        assert [one.kind for one in written.changes] == [ChangeKind.EDIT]
        assert [one.fact and one.fact.value for one in self.history(store, fact.id)] == ["Olso", "Oslo"]
        store.undo("ana", written.changes[0].id)
        assert self.values(store) == ["Olso"]
        with pytest.raises(NotFoundError):
            store.edit("ana", "nothing", new, generation=1)

    def test_a_fact_can_be_edited_into_one_about_something_else(self, store: Store) -> None:
        """What it said before is believed no more."""
        (fact,) = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0)).facts
        store.edit("ana", fact.id, NewClaim(claim=claim("works_at", "Oslo Inc", 5)), generation=1)
        assert [(f.relation, f.value) for f in self.facts(store, include_ended=True)] == [("works_at", "Oslo Inc")]
        assert store.check() == []

    def test_an_edited_note_keeps_its_id_and_gets_a_version(self, store: Store) -> None:
        """The edit can be undone, and goes when the note is forgotten."""
        new = NewNote(id=note_id("ana", None, "tee"), text="tee", at=day(0), digest=digest64("tee"))
        store.apply([Batch(user_id="ana", agent_id=None, session_id=None, notes=(new,))])
        words = NewClaim(claim=claim("note", "tea", 5), passages=passage("tea"))
        change = store.edit("ana", new.id, words, generation=1).changes[0]
        assert [(fact.id, fact.value, fact.text) for fact in self.facts(store)] == [(new.id, "tea", "tea")]
        assert [one.fact and one.fact.text for one in self.history(store, new.id)] == ["tee", "tea"]
        undone = store.undo("ana", change.id)
        assert self.values(store) == ["tee"]
        store.undo("ana", undone.id)
        assert (self.values(store), store.check()[1:]) == (["tea"], [])
        receipt = store.forget("ana", Selection(phrase="tea"), dry_run=False, salt="s")
        assert (receipt.facts, self.facts(store, include_ended=True), self.changes(store)) == (1, [], [])
        assert store.leftovers(receipt) == []

    def test_a_text_is_remembered_once_whether_it_was_edited_or_not(self, store: Store) -> None:
        """The note that says it now is the same; one that says it no more is another."""

        def remember(text: str) -> tuple[str, bool]:
            new = NewNote(id=note_id("ana", None, text), text=text, at=day(0), digest=digest64(text))
            (placed,) = store.apply([Batch(user_id="ana", agent_id=None, session_id=None, notes=(new,))])[0].placed
            assert placed.fact is not None and placed.fact.text == text
            return placed.id, placed.created

        first, _ = remember("tee")
        store.edit("ana", first, NewClaim(claim=claim("note", "tea", 5)), generation=1)
        assert remember("tea") == (first, False)
        again, created = remember("tee")
        assert created and again != first
        assert remember("tee") == (again, False)
        with pytest.raises(InputError, match=again):
            store.edit("ana", first, NewClaim(claim=claim("note", "tee", 6)), generation=1)
        assert self.values(store) == ["tea", "tee"]

    # --- Merging

    def test_merged_subjects_are_one_and_can_be_parted(self, store: Store) -> None:
        """What is said of either later is said of both."""
        self.say(store, "Bob lives in Oslo", claim("lives_in", "Oslo", 0, subject="Bob"))
        self.say(store, "Robert lives in Bergen", claim("lives_in", "Bergen", 5, subject="Robert"))
        before = self.state(store)
        change = store.merge("ana", None, "Robert", "Bob")
        assert change.kind is ChangeKind.MERGE
        found = sorted(self.facts(store, subject_key="bob", include_ended=True), key=lambda fact: fact.at)
        assert [(fact.subject, fact.value, fact.valid_to) for fact in found] == [
            ("Robert", "Oslo", day(5)),
            ("Robert", "Bergen", None),
        ]
        with store.read() as snapshot:
            scope = snapshot.scope("ana", None)
            assert scope is not None
            assert snapshot.aliases(scope.uid, 0) == {"bob": "robert"}
        with pytest.raises(InputError, match="one subject already"):
            store.merge("ana", None, "Bob", "Robert")
        self.say(store, "Bob likes tea", claim("likes", "tea", 6, subject="Bob"))
        assert self.values(store, subject_key="robert") == ["Bergen", "tea"]
        store.undo("ana", change.id)
        assert self.values(store, subject_key="bob") == ["Oslo", "tea"]
        assert [row for row in self.state(store) if row[2] != "tea"] == before
        assert store.check() == []

    # --- Reading anew

    def test_reading_anew_replaces_what_was_read_and_leaves_equal_claims(self, store: Store) -> None:
        """As one change, which can be undone."""
        written = self.say(store, "Oslo, tea", claim("lives_in", "Oslo", 0), claim("likes", "te", 0, start=6, stop=9))
        message = written.placed[0].id
        before = self.state(store)
        better = [
            indexed(claim("lives_in", "Oslo", 0, extractor="rules/2")),
            indexed(claim("likes", "tea", 0, start=6, stop=9, extractor="rules/2")),
        ]
        anew = store.reextract("ana", message, better, extractor="rules/2", generation=1)
        assert [one.kind for one in anew.changes] == [ChangeKind.REEXTRACT]
        assert self.values(store) == ["Oslo", "tea"]
        again = store.reextract("ana", message, better, extractor="rules/2", generation=1)
        assert (again.changes, again.facts) == ((), ())
        store.undo("ana", anew.changes[0].id)
        assert self.state(store) == before
        with pytest.raises(NotFoundError):
            store.reextract("ana", "nothing", better, extractor="rules/2", generation=1)

    def test_reading_anew_leaves_what_a_person_took_back_and_brings_back_what_a_reader_dropped(
        self, store: Store
    ) -> None:
        """An undone statement stays undone."""
        oslo, tea = claim("lives_in", "Oslo", 0), claim("likes", "tea", 0, start=6, stop=9)
        written = self.say(store, "Oslo, tea", oslo, tea)
        message = written.placed[0].id
        store.undo("ana", written.changes[0].id)
        store.reextract("ana", message, [], extractor="rules/2", generation=1)
        assert self.values(store) == []
        store.reextract("ana", message, [indexed(oslo), indexed(tea)], extractor="rules/1", generation=1)
        assert self.values(store) == ["tea"]

    # --- Forgetting

    def test_forgetting_a_message_is_as_if_it_had_never_been_said(self, store: Store) -> None:
        """What it closed is open again, on both axes."""
        self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        (oslo,) = self.facts(store)
        later = self.say(store, "I live in Bergen", claim("lives_in", "Bergen", 10))
        self.say(store, "Oslo, as I said", claim("lives_in", "Oslo", 5))
        receipt = store.forget("ana", Selection(id=later.placed[0].id), dry_run=False, salt="s")
        assert (receipt.messages, receipt.facts) == (1, 1)
        assert [(f.id, f.value, f.valid_to, len(f.sources)) for f in self.facts(store, include_ended=True)] == [
            (oslo.id, "Oslo", None, 2)
        ]
        assert [(one.number, one.fact and one.fact.valid_to) for one in self.history(store, oslo.id)] == [(1, None)]
        assert [one.kind for one in self.changes(store)] == [ChangeKind.ADD, ChangeKind.CONFIRM]
        assert store.leftovers(receipt) == []
        assert store.check() == []

    def test_forgetting_a_source_drops_it_from_the_fact(self, store: Store) -> None:
        """The fact stays while another message says it."""
        first = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        again = self.say(store, "It is Oslo", claim("lives_in", "OSLO", 3))
        receipt = store.forget("ana", Selection(id=first.placed[0].id), dry_run=False, salt="s")
        assert [(f.value, f.sources, f.valid_from) for f in self.facts(store)] == [
            ("OSLO", (again.placed[0].id,), day(3))
        ]
        assert store.leftovers(receipt) == []
        assert store.check() == []

    def test_forgetting_a_fact_keeps_its_message_and_blocks_its_words(self, store: Store) -> None:
        """Neither its end nor a newer reader brings it back."""
        written = self.say(store, "I live in Oslo", claim("lives_in", "Oslo", 0))
        self.say(store, "I left Oslo", claim("lives_in", "Oslo", 9, act=Act.END, valid_to=day(9), since=Since.UNKNOWN))
        self.say(store, "I like tea", claim("likes", "tea", 1))
        dry = store.forget("ana", Selection(id=written.facts[0].id), dry_run=True, salt="s")
        real = store.forget("ana", Selection(id=written.facts[0].id), dry_run=False, salt="s")
        assert (real.messages, dry.ids) == (0, real.ids)
        assert self.values(store, include_ended=True) == ["tea"]
        assert [one.relation for one in self.changes(store)] == ["likes"]
        with store.read() as snapshot:
            assert snapshot.counts(None).messages == 3
        message = written.placed[0].id
        again = [indexed(claim("lives_in", "Oslo", 0, extractor="rules/2"))]
        assert store.reextract("ana", message, again, extractor="rules/2", generation=1).facts == ()
        assert self.values(store, include_ended=True) == ["tea"]
        assert store.check() == []

    @pytest.mark.parametrize(
        "selection",
        [
            Selection(phrase="Zebrafish"), Selection(session_id="s1"), Selection(before=day(50)),
            Selection(everything=True),
        ],
        ids=lambda value: next(iter(value.to_dict())) if isinstance(value, Selection) else "",
    )  # fmt: skip
    def test_each_selector_removes_beliefs_with_their_words(self, store: Store, selection: Selection) -> None:
        """From facts, change log, merges and indexes alike."""
        self.say(store, "Zebrafish lives in Oslo", claim("lives_in", "Oslo", 0, subject="Zebrafish"))
        self.say(store, "Ze lives in Bergen", claim("lives_in", "Bergen", 3, subject="Ze"))
        store.merge("ana", None, "Zebrafish", "Ze")
        receipt = store.forget("ana", selection, dry_run=False, salt="s")
        assert "Zebrafish" not in {fact.subject for fact in self.facts(store, include_ended=True)}
        left = ["Bergen"] if selection.phrase is not None else []
        assert self.values(store) == left
        assert store.leftovers(receipt) == []
        assert store.check() == []

    def test_forgetting_a_message_forgets_what_was_edited_of_it(self, store: Store) -> None:
        """The corrected words go with it."""
        written = self.say(store, "I live in Olso", claim("lives_in", "Olso", 0))
        new = NewClaim(claim=claim("lives_in", "Oslo", 5, extractor="edit"))
        store.edit("ana", written.facts[0].id, new, generation=1)
        receipt = store.forget("ana", Selection(id=written.placed[0].id), dry_run=False, salt="s")
        assert self.facts(store, include_ended=True) == []
        assert store.leftovers(receipt) == []
        assert store.check() == []

    def test_what_is_believed_follows_from_what_was_said(self, store: Store) -> None:
        """A whole store has no problems."""
        said = [claim("lives_in", value, on) for value, on in (("Oslo", 8), ("Bergen", 2), ("Lyon", 5), ("Oslo", 1))]
        for number, one in enumerate(said):
            self.say(store, f"I live in {one.value}", one, claim("likes", one.value, number))
        assert store.check() == []
