"""Vectors in PostgreSQL, on a real server with pgvector."""

from __future__ import annotations

import json
import select
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from enum import StrEnum
from pathlib import Path
from urllib.parse import quote

import numpy as np
import psycopg
import pytest
from psycopg_pool import ConnectionPool

from strandline.errors import DimensionError, InputError, UnsupportedError, VectorStoreError
from strandline.testing import PersistentVectorStoreContract, VectorStoreContract
from strandline.testing.vector_stores import NOTES, vectors
from strandline.vector_stores import vector_store
from strandline.vector_stores.pgvector import PgVectorStore


@pytest.fixture
def open_store(postgres, schema):
    """Opens stores in the test's schema, and closes them."""
    opened = []

    def open_store(**options):
        place = {} if {"url", "pool", "connection"} & set(options) else {"url": postgres.url}
        store = PgVectorStore(**place, **({"schema": schema} | options))
        opened.append(store)
        return store

    yield open_store
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store):
    """An empty store for vectors of 8 dimensions."""
    return open_store(dimensions=8)


class TestPgVectorStore(VectorStoreContract, PersistentVectorStoreContract):
    """The contract."""


@pytest.fixture
def eager(postgres):
    """A URL whose sessions use an HNSW index wherever they can: with few rows, comparing all is quicker."""
    settings = " ".join(f"-c enable_{way}=off" for way in ("seqscan", "bitmapscan", "sort"))
    return f"{postgres.url}&options={quote(settings)}"


class TestPgVectorStoreWithAnIndex(VectorStoreContract):
    """The contract with an HNSW index: filters stay exact, and never starve."""

    @pytest.fixture
    def store(self, open_store, eager):
        return open_store(dimensions=8, index="hnsw", url=eager)


class TestPgVectorStoreOnAConnection(VectorStoreContract):
    """The contract on one connection of the caller, which begins transactions by itself and has a row factory."""

    @pytest.fixture
    def store(self, postgres, open_store):
        with closing(psycopg.connect(postgres.url, row_factory=psycopg.rows.dict_row)) as connection:
            yield open_store(dimensions=8, connection=connection)


class TestPgVectorStoreOnAPool(VectorStoreContract):
    """The contract on a pool of the caller."""

    @pytest.fixture
    def store(self, postgres, open_store):
        with ConnectionPool(postgres.url, min_size=1, max_size=3, open=True) as pool:
            yield open_store(dimensions=8, pool=pool)


def rows_of(postgres, schema):
    """How many rows the table has, asked without the store."""
    return postgres.run(f"SELECT count(*) FROM {schema}.strandline_vectors")[0][0]


# --- values ----------------------------------------------------------------------------------------------------------


def test_the_name_makes_it(postgres, schema):
    """By the table of stores."""
    with vector_store("pgvector", url=postgres.url, schema=schema, dimensions=8) as store:
        assert store.count() == 0


def test_vectors_come_back_to_the_last_bit(store):
    """They are stored as float32, and are written with enough digits."""
    store.add([f"r{number}" for number in range(50)], vectors(50))
    rows = store.get([f"r{number}" for number in range(50)])
    assert np.stack([row.vector for row in rows]).tobytes() == vectors(50).tobytes()


def test_a_vector_of_zeros_is_kept_and_near_to_nothing(store):
    """Its score is 0, not NaN."""
    store.add(["zero", "one"], np.stack([np.zeros(8, np.float32), vectors(1)[0]]))
    best = store.search(-vectors(1)[0], 2)[0]
    assert (best.id, best.score) == ("zero", 0.0)
    assert not store.get(["zero"])[0].vector.any()


@pytest.mark.parametrize("text", ["\0", "a\0b", "\x01", "\x010", "\x011\0", "0\x01\x00\x01"])
def test_characters_that_postgresql_cannot_store_come_back(open_store, text):
    """In a text, an id, a key and a value of the metadata, in a filter and in the collection's name."""
    store = open_store(collection=f"c{text}")
    store.add([text, "other"], vectors(2), texts=[text, ""], metadata=[{text: text, "n": 10**400}, {text: "other"}])
    (row,) = store.get([text])
    assert (row.id, row.text, row.metadata) == (text, text, {text: text, "n": 10**400})
    assert [match.id for match in store.search(vectors(1)[0], 5, filters={text: text})] == [text]
    assert store.values(text) == sorted([text, "other"])
    assert store.delete([text]) == 1


class Kind(StrEnum):
    """A str with a name of its own."""

    DIARY = "a diary"


def test_a_member_of_a_str_enum_is_its_value(store):
    """As text, in the metadata and in a filter."""
    store.add(["a", "b"], vectors(2), texts=[Kind.DIARY, ""], metadata=[{"kind": Kind.DIARY}, {}])
    assert [match.text for match in store.search(vectors(1)[0], 5, filters={"kind": "a diary"})] == ["a diary"]
    assert store.count(filters={"kind": Kind.DIARY}) == 1


def test_names_of_tables_are_quoted(postgres, schema, open_store):
    """Nothing of a name is read as SQL, and a schema that is not there is made."""
    odd = 'Odd "name"; DROP SCHEMA public; --'
    for id, collection in enumerate(["%s", "'; --", "{x}"]):
        store = open_store(schema=odd, table="a.b%s {x}", collection=collection, index="hnsw")
        store.add([str(id)], vectors(1))
        assert [match.id for match in store.search(vectors(1)[0])] == [str(id)]
    tables = postgres.run("SELECT tablename FROM pg_tables WHERE schemaname = %s ORDER BY 1", odd)
    assert tables == [("a.b%s {x}",), ("a.b%s {x}_widths",)]
    postgres.run('DROP SCHEMA "Odd ""name""; DROP SCHEMA public; --" CASCADE')


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"url": "postgresql://h/d", "connection": object()},
        {"url": 7},
        {"url": "postgresql+psycopg://u:secret-word@h/d"},
        {"url": "postgresql://u:secret-word%zz@h/d"},
        {"url": "postgresql://h/d", "index": "ivfflat"},
        {"url": "postgresql://h/d", "timeout": 0},
        {"url": "postgresql://h/d", "timeout": True},
        {"url": "postgresql://h/d", "table": ""},
        {"url": "postgresql://h/d", "schema": "x" * 60},
    ],
)
def test_options_that_mean_nothing_are_refused(options):
    """At the call, without a connection, and without a word of the URL."""
    with pytest.raises(InputError) as caught:
        PgVectorStore(**options)
    assert "secret-word" not in f"{caught.value!r} {caught.value.__cause__!r} {caught.value.__context__!r}"


# --- width -----------------------------------------------------------------------------------------------------------


def test_another_width_than_the_stored_one_is_refused(open_store):
    """At the first use of a store that was told another."""
    open_store(dimensions=8).add(["a"], vectors(1))
    with pytest.raises(DimensionError):
        open_store(dimensions=9).count()


def test_a_store_that_was_not_told_the_width_finds_what_another_adds(open_store):
    """Also when it was opened, and used, before."""
    reader, writer = open_store(), open_store()
    assert reader.search(vectors(1)[0]) == []
    writer.add(["a"], vectors(1))
    assert [match.id for match in reader.search(vectors(1)[0])] == ["a"]
    assert reader.dimensions == 8


def test_two_that_give_the_first_rows_agree_on_a_width(postgres, schema, open_store):
    """One of them wins, and the other stores nothing."""
    one, other = open_store(), open_store()
    assert (one.count(), other.count()) == (0, 0)
    one.add(["a"], vectors(1))
    with pytest.raises(DimensionError):
        other.add(["b"], np.ones((1, 9)))
    assert rows_of(postgres, schema) == 1


def test_vectors_too_wide_for_pgvector_are_refused(open_store):
    """16,000 dimensions at most, and 2,000 in an index."""
    with pytest.raises(UnsupportedError, match="16,000"):
        open_store(dimensions=16_001)
    with pytest.raises(UnsupportedError, match="2,000"):
        open_store(dimensions=2_001, index="hnsw")
    store = open_store()
    with pytest.raises(UnsupportedError, match="16,000"):
        store.add(["a"], np.ones((1, 16_001)))
    store.add(["a"], np.ones((1, 16_000)))
    assert store.search(np.ones(16_000))[0].id == "a"


# --- filters and indexes ---------------------------------------------------------------------------------------------


def test_a_thread_is_found_through_the_index(postgres, schema, store):
    """The server does not look at the rows of other threads."""
    store.add(
        [f"r{number}" for number in range(3000)], vectors(3000), metadata=[{"thread_id": f"t{n}"} for n in range(3000)]
    )
    postgres.run(f"ANALYZE {schema}.strandline_vectors")
    label = json.dumps({"strandline": {"thread_id": "t7"}})
    plan = postgres.run(
        f"EXPLAIN SELECT id FROM {schema}.strandline_vectors WHERE collection = 'strandline' AND labels @> %s::jsonb",
        label,
    )
    assert any("Bitmap Index Scan" in line for (line,) in plan)
    assert [match.id for match in store.search(vectors(1)[0], 5, filters={"thread_id": "t7"})] == ["r7"]
    assert store.count(filters={"thread_id": {"in": ["t7", "t8", "nobody"]}}) == 2


def test_many_values_of_a_key_are_checked_here(store):
    """A filter of a thousand values is not sent to the server."""
    store.add(["a", "b"], vectors(2), metadata=[{"thread_id": "t7"}, {"thread_id": "no"}])
    spec = {"thread_id": {"in": [f"t{number}" for number in range(1000)]}}
    assert [match.id for match in store.search(vectors(1)[0], 5, filters=spec)] == ["a"]


def test_an_index_finds_what_an_exact_search_finds(postgres, schema, open_store, eager):
    """Nearly all of it, and with exact scores; another collection in the table may have another width."""
    exact, indexed = open_store(), open_store(index="hnsw", url=eager)
    open_store(collection="other").add([f"o{number}" for number in range(300)], np.ones((300, 9)))
    indexed.add([f"r{number:03}" for number in range(600)], vectors(600, seed=5))
    for query in vectors(10, seed=6):
        wanted = {match.id: match.score for match in exact.search(query, 20)}
        found = {match.id: match.score for match in indexed.search(query, 20)}
        assert len(found) == 20
        assert len(wanted.keys() & found.keys()) >= 18
        assert all(found[id] == wanted[id] for id in wanted.keys() & found.keys())
    assert len(indexed.search(vectors(1)[0], 1000)) == 600
    indexed.close()  # a session says what it has read when it ends
    used = "SELECT idx_scan FROM pg_stat_user_indexes JOIN pg_indexes ON indexname = indexrelname"
    assert postgres.run(f"{used} WHERE pg_indexes.schemaname = %s AND indexdef LIKE '%%hnsw%%'", schema)[0][0] >= 10


def test_rows_that_were_deleted_do_not_starve_an_index(open_store, eager):
    """They are in the index until the next vacuum: where it has too few others, every row is compared."""
    store = open_store(index="hnsw", url=f"{eager}%20-c%20hnsw.max_scan_tuples%3D1")
    near = vectors(1)[0]
    store.add([f"d{number}" for number in range(1000)], near + 0.01 * vectors(1000, seed=1))
    store.add([f"r{number}" for number in range(400)], vectors(400, seed=2))
    store.delete([f"d{number}" for number in range(1000)])
    assert len(store.search(near, 300)) == 300


def test_an_index_is_made_over_rows_that_are_there(postgres, schema, open_store):
    """With the next row that is added; asking twice makes one."""
    open_store().add(["a"], vectors(1))
    for id in "bc":
        open_store(index="hnsw").add([id], vectors(1))
    found = postgres.run("SELECT count(*) FROM pg_indexes WHERE schemaname = %s AND indexdef LIKE '%%hnsw%%'", schema)
    assert found == [(1,)]


# --- many at once ----------------------------------------------------------------------------------------------------


def test_many_may_make_the_tables_at_once(fresh_postgres):
    """The extension too: they take turns."""
    stores = [PgVectorStore(fresh_postgres.url, schema="new") for _ in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: stores[number].add([f"r{number}"], vectors(1)), range(8)))
    assert stores[0].count() == 8
    for store in stores:
        store.close()


@pytest.mark.parametrize("call", ["add", "delete", "clear"])
def test_rows_are_locked_in_the_order_of_their_ids(postgres, schema, store, call):
    """So that two calls at once wait for each other, and not both for ever."""
    for id in "zma":
        store.add([id], vectors(1))
    arguments = {"add": [["z", "a"], vectors(2)], "delete": [["z", "a"]], "clear": []}[call]
    rows, waiting = f"{schema}.strandline_vectors", "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with closing(postgres.connect()) as other, ThreadPoolExecutor(1) as pool:
        with other.transaction():
            other.execute(f"SELECT 1 FROM {rows} WHERE id = 'z' FOR UPDATE")
            made = pool.submit(getattr(store, call), *arguments)
            while not postgres.run(waiting):
                assert not made.done()
            with pytest.raises(psycopg.errors.LockNotAvailable), other.transaction():
                other.execute(f"SELECT 1 FROM {rows} WHERE id = 'a' FOR UPDATE NOWAIT")
        made.result()


@pytest.mark.parametrize("filters", [{"thread_id": "ana"}, {"n": {"gte": 1}}])
def test_a_row_that_is_changed_while_a_filter_deletes_stays(postgres, schema, open_store, store, filters):
    """It was found by the filter, and passes no longer when its turn comes."""
    store.add(["a", "b"], vectors(2), metadata=[{"thread_id": "ana", "n": 1}] * 2)
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    with closing(postgres.connect()) as connection, ThreadPoolExecutor(1) as pool:
        with connection.transaction():
            open_store(connection=connection).add(["a"], vectors(1), metadata=[{"thread_id": "bob", "n": 0}])
            deleted = pool.submit(store.delete, filters=filters)
            while not postgres.run(waiting):
                assert not deleted.done()
        assert deleted.result() == 1
    assert [row.metadata["thread_id"] for row in store.get(["a", "b"])] == ["bob"]


def test_a_store_opens_at_most_eight_connections(postgres, open_store):
    """Twenty threads share them."""
    store = open_store(dimensions=8)
    with ThreadPoolExecutor(20) as pool:
        list(pool.map(lambda number: store.add([f"r{number}"], vectors(1)), range(100)))
    assert store.count() == 100
    assert postgres.run("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'strandline'")[0][0] <= 8


def test_an_add_is_all_or_nothing(postgres, schema, open_store):
    """Also one of many batches, where the server refuses a row of the last."""
    store = open_store()
    store.add(["a"], vectors(1))
    postgres.run(f"ALTER TABLE {schema}.strandline_vectors ADD CHECK (body <> 'refused')")
    texts = ["fine"] * 999 + ["refused"]
    with pytest.raises(VectorStoreError, match="check constraint") as caught:
        store.add([f"r{number:04}" for number in range(1000)], vectors(1000), texts=texts)
    assert isinstance(caught.value.__cause__, psycopg.Error)
    assert store.count() == 1


@pytest.mark.parametrize("index", [None, "hnsw"])
def test_a_first_add_that_fails_settles_no_width(postgres, schema, open_store, index):
    """The next one may have another."""
    store = open_store(index=index)
    assert store.count() == 0
    postgres.run(f"ALTER TABLE {schema}.strandline_vectors ADD CHECK (body <> 'refused')")
    with pytest.raises(VectorStoreError, match="check constraint"):
        store.add(["a"], vectors(1), texts=["refused"])
    assert store.dimensions is None
    store.add(["a"], np.ones((1, 3)))
    assert open_store(dimensions=3).count() == 1


def test_making_an_index_takes_no_limit_of_time_off_the_rest(postgres, schema, open_store):
    """An add that makes it is ended as any other."""
    assert open_store().count() == 0
    store = open_store(index="hnsw", timeout=1.0)
    postgres.run(
        f"CREATE FUNCTION {schema}.slow() RETURNS trigger LANGUAGE plpgsql AS "
        "'BEGIN PERFORM pg_sleep(30); RETURN new; END'"
    )
    postgres.run(f"CREATE TRIGGER slow BEFORE INSERT ON {schema}.strandline_vectors EXECUTE FUNCTION {schema}.slow()")
    with pytest.raises(VectorStoreError, match="statement timeout"):
        store.add(["a"], vectors(1))


def test_writes_are_part_of_a_transaction_that_the_caller_has_begun(postgres, open_store):
    """They are kept when the caller commits."""
    with closing(postgres.connect()) as connection:
        store = open_store(dimensions=8, connection=connection)
        store.add(["a"], vectors(1))
        with pytest.raises(ZeroDivisionError), connection.transaction():
            store.add(["b"], vectors(1))
            raise ZeroDivisionError
        assert [row.id for row in store.get(["a", "b"])] == ["a"]
        store.close()
        assert not connection.closed


# --- lost connections ------------------------------------------------------------------------------------------------


def test_a_connection_that_the_server_ended_is_replaced(postgres, store):
    """The next call works."""
    store.add(["a"], vectors(1))
    postgres.run("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'strandline'")
    assert store.count() == 1


def test_a_connection_that_ends_in_the_middle_leaves_nothing_half_written(postgres, schema, store):
    """The error says so, and the next call works."""
    store.add(["a"], vectors(1))
    postgres.run(
        f"""CREATE FUNCTION {schema}.cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            IF NEW.id = 'r499' THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF; RETURN NEW; END $$"""
    )
    postgres.run(
        f"CREATE TRIGGER cut BEFORE INSERT ON {schema}.strandline_vectors FOR EACH ROW EXECUTE FUNCTION {schema}.cut()"
    )
    with pytest.raises(VectorStoreError, match="terminating connection"):
        store.add([f"r{number:03}" for number in range(600)], vectors(600))
    assert store.count() == 1


def test_a_store_outlives_a_restart_of_the_server():
    """Its rows are there, and its connections are made anew."""
    from tests.postgres import Server

    with Server() as server, PgVectorStore(server.database().url) as store:
        store.add(["a"], vectors(1), metadata=[NOTES[0]])
        server.restart()
        assert store.search(vectors(1)[0], filters={"thread_id": "ana"})[0].id == "a"


def test_a_statement_that_takes_too_long_is_ended(postgres, schema, open_store):
    """After the store's timeout, with an error."""
    store = open_store(timeout=0.3)
    store.add(["a"], vectors(1))
    with closing(postgres.connect()) as connection, connection.transaction():
        connection.execute(f"LOCK TABLE {schema}.strandline_vectors")
        with pytest.raises(VectorStoreError, match="statement timeout"):
            store.count()
    assert store.count() == 1


def test_a_server_that_is_not_there_is_named_without_the_password():
    """Host and port, in the error, in describe() and in repr()."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        port = listening.getsockname()[1]
    store = PgVectorStore(f"postgresql://ana:secret-word@127.0.0.1:{port}/memory")
    with pytest.raises(VectorStoreError) as caught:
        store.count()
    assert f"127.0.0.1:{port}/memory" in str(caught.value)
    assert store.describe()["server"] == f"127.0.0.1:{port}/memory"
    said = [caught.value, caught.value.__cause__, store, store.native(), store.describe()]
    assert "secret-word" not in " ".join(f"{one!r} {one}" for one in said)


# --- what a server may lack ------------------------------------------------------------------------------------------


def test_a_server_without_pgvector_is_refused(fresh_postgres):
    """With what to install."""
    fresh_postgres.run(f"ALTER DATABASE {fresh_postgres.name} SET extension_control_path = '/nowhere'")
    with PgVectorStore(fresh_postgres.url) as store, pytest.raises(UnsupportedError, match="has no pgvector"):
        store.count()


def test_a_role_that_may_not_create_the_extension_is_told(fresh_postgres):
    """With the statement that its owner has to run; then it works, and needs no more rights than on its tables."""
    fresh_postgres.run("CREATE ROLE reader LOGIN")
    url = fresh_postgres.url.replace("postgres:", "reader:")
    try:
        with PgVectorStore(url) as store, pytest.raises(VectorStoreError, match="CREATE EXTENSION vector"):
            store.count()
        with PgVectorStore(fresh_postgres.url) as owner:
            owner.add(["a"], vectors(1))
        fresh_postgres.run("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader")
        with PgVectorStore(url) as store:
            assert store.search(vectors(1)[0])[0].id == "a"
            with pytest.raises(VectorStoreError, match="permission denied"):
                store.add(["b"], vectors(1))
    finally:
        fresh_postgres.run("DROP OWNED BY reader")
        fresh_postgres.run("DROP ROLE reader")


def test_the_extension_may_be_in_any_schema(fresh_postgres):
    """One that is on nobody's search path."""
    fresh_postgres.run("CREATE SCHEMA elsewhere")
    fresh_postgres.run("CREATE EXTENSION vector SCHEMA elsewhere")
    with PgVectorStore(fresh_postgres.url, index="hnsw") as store:
        store.add(["a", "b"], vectors(2))
        assert store.search(vectors(1)[0], 1)[0].id == "a"


# --- the server of the tests -----------------------------------------------------------------------------------------


def test_the_server_stops_when_its_tests_are_killed():
    """However they die: nothing is left running."""
    program = (
        "import sys; from tests.postgres import Server; print(Server().database().url, flush=True); sys.stdin.read()"
    )
    root, pipe = Path(__file__).parents[2], subprocess.PIPE
    child = subprocess.Popen([sys.executable, "-c", program], cwd=root, stdin=pipe, stdout=pipe)
    with child, closing(psycopg.connect(child.stdout.readline().decode().strip())) as connection:
        child.kill()
        assert select.select([connection.fileno()], [], [], 60)[0]
        with pytest.raises(psycopg.OperationalError, match="terminating connection"):
            connection.execute("SELECT 1")
