"""The store in one file: who else may write it, what is refused, and what stays of a removed row."""

from __future__ import annotations

import multiprocessing
import re
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from strandline import HashEmbedder, Memory
from strandline.errors import (
    DimensionError,
    InputError,
    NotAStoreError,
    SchemaError,
    StoreBusyError,
    StoreClosedError,
    StoreReadOnlyError,
)
from strandline.sqlite.cells import paddings
from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.vector_stores.sqlite import SQLiteVectorStore
from strandline.vector_stores.sqlite_file import SQLiteFile

from .processes import write

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "vectors.db"


@pytest.fixture
def open_store(path):
    """Opens the store, and closes what a test leaves open."""
    opened = []

    def open_one(**options):
        opened.append(SQLiteVectorStore(path, **options))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


def rows(count, *, seed=0, width=8):
    return np.random.default_rng(seed).standard_normal((count, width))


def child(*arguments):
    """What another process says."""
    command = [sys.executable, "-m", "tests.vector_stores.processes", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60).stdout.strip()


def on_disk(path):
    """All bytes of the file and its log, read by another process: closing the file here would drop SQLite's locks."""
    code = "import pathlib, sys; [sys.stdout.buffer.write(p.read_bytes()) for p in map(pathlib.Path, sys.argv[1:])]"
    files = [file for file in (path, path.with_name(f"{path.name}-wal")) if file.exists()]
    return subprocess.run([sys.executable, "-c", code, *files], check=True, capture_output=True).stdout


class TestSQLiteVectorStore(VectorStoreContract, PersistentVectorStoreContract):
    """The contract, in a file."""

    @pytest.fixture
    def store(self, open_store):
        return open_store(dimensions=8)


class TestSQLiteVectorStoreInMemory(VectorStoreContract):
    """The contract, without a file, without an index, and without a width."""

    @pytest.fixture
    def store(self):
        with SQLiteVectorStore(":memory:", indexed=()) as store:
            yield store


class TestWhatIsInRam:
    """A search reads what changed since the last one, and nothing else decides what it finds."""

    def test_a_thread_is_searched_without_reading_the_others(self, open_store):
        """The rows of an indexed key are found through the file's index, also those written by another store."""
        store, other = open_store(), open_store()
        for number in range(5):
            notes = [{"thread_id": f"t{number}"}] * 3
            other.add([f"{number}-{n}" for n in range(3)], rows(3, seed=number), metadata=notes)
        wanted = {"thread_id": "t2"}
        assert {match.id for match in store.search(rows(1)[0], 9, filters=wanted)} == {"2-0", "2-1", "2-2"}
        other.add(["2-1"], rows(1), metadata=[{"thread_id": "t3"}])
        other.delete(["2-2"])
        other.add(["2-9"], rows(1), metadata=[wanted])
        assert {match.id for match in store.search(rows(1)[0], 9, filters=wanted)} == {"2-0", "2-9"}
        assert len(store.search(rows(1)[0], 99)) == 15
        assert {match.id for match in store.search(rows(1)[0], 9, filters=wanted)} == {"2-0", "2-9"}

    def test_a_key_that_is_indexed_later_finds_the_rows_from_before(self, open_store):
        """Opening with further keys lists the rows that are there; who does not know of them lists theirs too."""
        old = open_store(indexed=())
        old.add(["a"], rows(1), metadata=[{"user": "ana"}])
        new = open_store(indexed=("user",))
        old.add(["b"], rows(1), metadata=[{"user": "ana"}])
        assert {match.id for match in new.search(rows(1)[0], 9, filters={"user": "ana"})} == {"a", "b"}
        assert new.values("user") == ["ana"]
        assert new.delete(filters={"user": "ana"}) == 2

    def test_a_row_that_is_removed_and_stored_anew_is_the_new_one(self, open_store):
        """Also where it is cleared, and where another store holds the old one in RAM."""
        store, other = open_store(), open_store()
        store.add(["a"], rows(1), texts=["old"])
        assert other.search(rows(1)[0], 1)[0].text == "old"
        store.clear()
        store.add(["a"], rows(1), texts=["new"])
        assert [match.text for match in other.search(rows(1)[0], 5)] == ["new"]

    def test_of_very_many_threads_those_used_last_are_held(self, open_store, monkeypatch):
        """What was let go is read again."""
        monkeypatch.setattr("strandline.vector_stores.sqlite._MOST_HELD", 4)
        store = open_store()
        for number in range(9):
            store.add([f"r{number}"], rows(1), metadata=[{"thread_id": f"t{number}"}])
        for number in (*range(9), *range(9)):
            found = store.search(rows(1)[0], 5, filters={"thread_id": f"t{number}"})
            assert [match.id for match in found] == [f"r{number}"]


class TestOthers:
    """Threads and processes that use the same file."""

    def test_two_processes_that_write_at_once_lose_nothing(self, path):
        """Rows of both, those removed gone, and the file whole."""
        context = multiprocessing.get_context("spawn")
        writers = [context.Process(target=write, args=(str(path), number, 40)) for number in range(2)]
        for writer in writers:
            writer.start()
        for writer in writers:
            writer.join(60)
        assert [writer.exitcode for writer in writers] == [0, 0]
        with SQLiteVectorStore(path) as store:
            assert store.count() == 64
            assert {match.id for match in store.search(rows(1)[0], 99)} == {
                f"{writer}-{number}" for writer in range(2) for number in range(40) if number % 5
            }
        with sqlite3.connect(path) as look:
            assert look.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        look.close()

    def test_a_store_goes_on_in_a_child_after_a_fork(self, path):
        """And in the parent; what the child writes after the parent has closed the file is kept too."""
        assert child("forks", path) == "0 3 ['before', 'child', 'late child', 'parent']"

    def test_a_child_forked_inside_a_write_refuses_the_file(self, path):
        """SQLite believes there to hold locks that the process does not have. The parent goes on."""
        assert child("busy_fork", path) == "0 1"

    def test_a_writer_waits_for_another_no_longer_than_the_timeout(self, open_store, path):
        """Then says who to wait for."""
        store, other = open_store(timeout=0.05), SQLiteFile(path, part="notes", tables=())
        with ThreadPoolExecutor(1) as pool, other.writing():
            with pytest.raises(StoreBusyError):
                pool.submit(store.add, ["a"], rows(1)).result()
            assert pool.submit(store.count).result() == 0
        other.close()


class TestAllOrNothing:
    """A write that fails leaves the file as it was."""

    def test_a_failed_add_stores_no_row(self, open_store, monkeypatch):
        """An error in the middle of the transaction, whatever raised it."""
        store = open_store()
        store.add(["a"], rows(1), texts=["before"])

        def fail(sizes, page_size):
            if fail.calls == 2:
                raise KeyboardInterrupt
            fail.calls += 1
            return paddings(sizes, page_size)

        fail.calls = 0
        with monkeypatch.context() as patch:
            patch.setattr("strandline.vector_stores.sqlite_rows.paddings", fail)
            with pytest.raises(KeyboardInterrupt):
                store.add(["a", "b", "c"], rows(3, seed=1), texts=["x", "y", "z"])
        assert [row.text for row in store.get(["a", "b", "c"])] == ["before"]
        assert [match.text for match in store.search(rows(1)[0], 5)] == ["before"]
        store.add(["b"], rows(1))
        assert store.count() == 2

    def test_a_write_inside_a_read_is_refused(self, path):
        """It would be undone with the read."""
        file = SQLiteFile(path, part="notes", tables=("CREATE TABLE IF NOT EXISTS note(text TEXT) STRICT",))
        with pytest.raises(Exception, match="inside a read"), file.reading(), file.writing():
            pass
        file.close()


class TestDeletedMeansGone:
    """Nothing of a removed row stays in the file or its log."""

    def test_no_byte_of_a_removed_row_stays(self, open_store, path):
        """Ids, texts, metadata and vectors; in any order, replaced or removed, among rows of all sizes."""
        store, random = open_store(indexed=("thread_id", "user")), np.random.default_rng(5)
        live, replaced = [], []
        for start in range(0, 500, 100):
            ids = [f"{start + n}-{random.integers(10**9):09}" for n in range(100)]
            texts = [f"<text {id}>" * int(random.integers(1, 31)) for id in ids]
            notes = [{"user": f"<user {id}>", "thread_id": "a"} for id in ids]
            store.add([f"<id {id}>" for id in ids], rows(100, seed=start), texts=texts, metadata=notes)
            live += ids
        for step in range(4):
            doomed = [live.pop(int(random.integers(len(live)))) for _ in range(90)]
            gone = [f"<id {id}>" for id in doomed]
            vectors = [row.vector.tobytes() for row in store.get(gone)]
            if step % 2:
                store.add(gone, rows(90, seed=10_000 + step), metadata=[{"thread_id": "replaced"}] * 90)
                replaced += doomed
            else:
                store.delete(gone)
            kept = on_disk(path)
            for what, ids in (("text", live), ("user", live), ("id", live + replaced)):
                found = re.findall(rf"<{what} ([-0-9]+)>".encode(), kept)
                assert {id.decode() for id in found} == set(ids)
            assert not any(vector in kept for vector in vectors)
        store.clear()
        assert re.findall(rb"<(?:text|user|id) ", on_disk(path)) == []

    def test_removing_the_last_of_an_id_that_others_begin_with_leaves_them(self, open_store, path):
        """Rows are told apart by the whole id."""
        store = open_store()
        store.add(["note", "note 2"], rows(2), texts=["first", "second"])
        store.delete(["note"])
        kept = on_disk(path)
        assert (b"first" in kept, b"second" in kept) == (False, True)

    def test_a_reader_of_old_rows_delays_it_to_the_next_write(self, open_store, path):
        """The call returns; what it could not do is done when the reader is gone."""
        store = open_store(timeout=0.2)
        store.add(["a"], rows(1), texts=["the removed words"])
        command = [sys.executable, "-m", "tests.vector_stores.processes", "hold_reader", str(path)]
        with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as reader:
            assert reader.stdout.readline() == "reading\n"
            assert store.delete(["a"]) == 1
            assert b"the removed words" in on_disk(path)
            reader.communicate("done\n")
        store.add(["b"], rows(1))
        assert b"the removed words" not in on_disk(path)

    def test_a_crash_delays_it_to_the_next_opening(self, open_store, path):
        """The removal is kept, and then its bytes go."""
        with open_store() as store:
            store.add(["doomed"], rows(1), texts=["the removed words"])
        command = [sys.executable, "-m", "tests.vector_stores.processes", "crash_after_commit", str(path)]
        assert subprocess.run(command, cwd=ROOT, check=False, timeout=60).returncode == 7
        assert b"the removed words" in on_disk(path)
        assert open_store().count() == 0
        assert b"the removed words" not in on_disk(path)

    def test_rows_of_other_tables_leave_no_copies_either(self, path):
        """Where a part moves rows between pages, the file is rebuilt."""
        table = "CREATE TABLE IF NOT EXISTS note(word TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID"
        file, random = SQLiteFile(path, part="notes", tables=(table,)), np.random.default_rng(0)
        live, dead = [f"<{number:09}>" for number in random.permutation(3_000)], []
        for start in range(0, 3_000, 100):
            with file.writing() as db:
                new = [(word, word * int(random.integers(1, 31))) for word in live[start : start + 100]]
                db.executemany("INSERT INTO note VALUES (?, ?)", new)
        for _ in range(5):
            doomed = [live.pop(int(random.integers(len(live)))) for _ in range(300)]
            with file.writing() as db:
                db.executemany("DELETE FROM note WHERE word = ?", [(word,) for word in doomed])
                file.erased()
            dead += doomed
            assert not {word.encode() for word in dead} & set(re.findall(rb"<\d{9}>", on_disk(path)))
        file.close()

    @pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
    def test_padded_rows_keep_nothing_but_zeros_in_the_pages_of_a_table(self, tmp_path, page_size):
        """For rows of every length: SQLite itself says how many overflow pages they have."""
        path = tmp_path / "padded.db"
        db = sqlite3.connect(path)
        db.execute(f"PRAGMA page_size = {page_size}")
        db.execute("CREATE TABLE row(number INTEGER PRIMARY KEY, lead BLOB, text TEXT, more BLOB, tail BLOB) STRICT")
        for size in (*range(130), *range(page_size - 600, page_size + 60, 7), 16_000, 16_384, 100_000, 2_200_000):
            lead, tail = paddings([size, size // 2], page_size)
            db.execute(
                "INSERT INTO row(lead, text, more, tail) VALUES (?, ?, ?, ?)",
                (bytes(lead), "x" * size, b"x" * (size // 2), bytes(tail)),
            )
        db.commit()
        db.close()
        data = path.read_bytes()
        pages = [data[start : start + page_size] for start in range(page_size, len(data), page_size)]
        assert not any(b"xxx" in page for page in pages if page[0] in (5, 13))
        assert any(b"xxx" in page for page in pages)


class TestWrongFiles:
    """What is refused, with a typed error, and left as it was."""

    def test_a_folder_and_a_missing_folder_are_refused(self, tmp_path):
        """The error names it."""
        with pytest.raises(NotAStoreError, match="folder"):
            SQLiteVectorStore(tmp_path)
        with pytest.raises(NotAStoreError, match="nowhere"):
            SQLiteVectorStore(tmp_path / "nowhere" / "vectors.db")

    def test_files_of_other_programs_are_refused(self, path):
        """A text, and another database."""
        path.write_text("my notes, not yours" * 100)
        with pytest.raises(NotAStoreError, match="another program"):
            SQLiteVectorStore(path)
        assert path.read_text() == "my notes, not yours" * 100
        path.unlink()
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE theirs(x)")
        other.close()
        before = path.read_bytes()
        with pytest.raises(NotAStoreError, match="another program"):
            SQLiteVectorStore(path)
        assert path.read_bytes() == before

    def test_the_file_of_a_memory_is_refused_and_the_other_way_round(self, tmp_path):
        """Each keeps a file of its own."""
        with Memory(tmp_path / "m.db", embedder=HashEmbedder(dimensions=32)) as memory:
            memory.add("hello", user_id="ana")
            with pytest.raises(NotAStoreError, match="kept by a Memory"):
                SQLiteVectorStore(tmp_path / "m.db")
            assert memory.messages(user_id="ana").items[0].content == "hello"
        SQLiteVectorStore(tmp_path / "v.db").close()
        with pytest.raises(NotAStoreError):
            Memory(tmp_path / "v.db", embedder=HashEmbedder(dimensions=32))

    def test_a_newer_file_is_refused_with_both_versions(self, open_store, path):
        """A newer layout of the file, and newer tables."""
        open_store().close()
        for change in ("PRAGMA user_version = 9", "UPDATE strandline_part SET version = 9"):
            with sqlite3.connect(path) as future:
                future.execute(change)
            future.close()
            with pytest.raises(SchemaError, match="9") as caught:
                SQLiteVectorStore(path)
            assert (caught.value.got, caught.value.want) == (9, 1)
            with sqlite3.connect(path) as back:
                back.execute("PRAGMA user_version = 1")
            back.close()

    def test_a_file_that_cannot_be_written_is_refused(self, open_store, path, monkeypatch):
        """By its rights, as the system tells them."""
        open_store().close()
        monkeypatch.setattr("os.access", lambda *_: False)
        with pytest.raises(StoreReadOnlyError):
            SQLiteVectorStore(path)

    def test_another_width_is_refused(self, open_store):
        """At opening and at adding, also where another store has set it."""
        first, second = open_store(), open_store()
        first.add(["a"], rows(1))
        with pytest.raises(DimensionError):
            second.add(["b"], rows(1, width=9))
        with pytest.raises(DimensionError):
            open_store(dimensions=9)
        assert second.dimensions == 8

    def test_wrong_arguments_are_refused(self, path):
        """Before a file is made."""
        for wrong in ({"timeout": -1}, {"timeout": "1"}, {"timeout": float("nan")}, {"indexed": "thread_id"}):
            with pytest.raises(InputError):
                SQLiteVectorStore(path, **wrong)
        with pytest.raises(InputError):
            SQLiteVectorStore(None)
        assert not path.exists()


class TestTheFile:
    """Where it is, who shares it, and how it is left."""

    def test_it_may_have_any_name(self, tmp_path):
        """As a str or a path, with letters of any script."""
        folder = tmp_path / "vectors of Ana's é 東京 %20?#"
        folder.mkdir()
        with SQLiteVectorStore(folder / "ü.db") as store:
            store.add(["a"], rows(1))
        with SQLiteVectorStore(str(folder / "ü.db")) as store:
            assert store.count() == 1
            assert store.describe()["path"].endswith("ü.db")

    def test_tables_of_others_in_it_are_left_alone(self, open_store, path):
        """Each part keeps tables and a version of its own."""
        table = "CREATE TABLE IF NOT EXISTS turn(text TEXT NOT NULL) STRICT"
        other = SQLiteFile(path, part="transcripts", tables=(table,), version=3)
        with other.writing() as db:
            db.execute("INSERT INTO turn VALUES ('said')")
        store = open_store()
        store.add(["a"], rows(1))
        store.clear()
        with other.reading() as db:
            assert db.execute("SELECT text FROM turn").fetchall() == [("said",)]
        other.close()
        with pytest.raises(SchemaError):
            SQLiteFile(path, part="transcripts", tables=(table,), version=2)
        assert store.count() == 0

    def test_closing_leaves_one_file_without_a_log(self, open_store, path):
        """What is copied then is whole."""
        store = open_store()
        store.add(["a"], rows(1))
        store.close()
        assert not path.with_name("vectors.db-wal").exists()
        with pytest.raises(StoreClosedError):
            store.search(rows(1)[0])

    def test_rows_stored_again_as_they_are_write_nothing(self, open_store, path):
        """Adding is idempotent, at the cost of a look."""
        store = open_store()
        for _ in range(2):
            store.add(["a", "b"], rows(2), texts=["one", "two"], metadata=[{"n": 1}, {}])
        before = on_disk(path)
        store.add(["a", "b"], rows(2), texts=["one", "two"], metadata=[{"n": 1}, {}])
        assert on_disk(path) == before
