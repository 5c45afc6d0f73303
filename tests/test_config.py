"""Names and settings become objects; what was said wrongly is named; what was made here is closed."""

from __future__ import annotations

import dataclasses
import gc
import inspect
import json
import re
import sys

import pytest

from strandline import HashEmbedder, Memory
from strandline.config import ALIASES, BUILT_IN, VARIABLES, Settings, memory, open_memory
from strandline.embedders import embedder
from strandline.errors import ConfigurationError, InputError, MissingExtraError, StoreClosedError
from strandline.llms import OpenAICompatible
from strandline.memories import (
    BufferMemory,
    ChatMemory,
    CompositeMemory,
    StepMemory,
    SummaryMemory,
    VectorMemory,
    WindowMemory,
)
from strandline.vector_stores import InMemoryVectorStore, vector_store
from tests.llms.server import said, serving

KEY = "sk-not-to-be-shown-1234"
CLASSES = {
    "buffer": BufferMemory,
    "window": WindowMemory,
    "summary": SummaryMemory,
    "vector": VectorMemory,
    "step": StepMemory,
    "composite": CompositeMemory,
}
NEEDED = {"step": {"memory": ":memory:", "user_id": "ana"}}
PLUGIN = """
from strandline.embedders import HashEmbedder
from strandline.memories import BufferMemory
from strandline.vector_stores import InMemoryVectorStore

closed = []

class Store(InMemoryVectorStore):
    def close(self):
        closed.append("store")
        super().close()

class Narrow(InMemoryVectorStore):
    def __init__(self, *, collection="narrow", **rest):
        super().__init__(collection=collection, **rest)

class Plain(InMemoryVectorStore):
    def __init__(self):
        super().__init__()

class Embedder(HashEmbedder):
    def close(self):
        closed.append("embedder")

class Notes(BufferMemory):
    def __init__(self, shelf, **config):
        super().__init__(**config)
        self.shelf = shelf

def no_memory():
    return object()
"""
ENTRY_POINTS = """
[strandline.vector_stores]
watched = strandline_parts_for_tests:Store
narrow = strandline_parts_for_tests:Narrow
plain = strandline_parts_for_tests:Plain
[strandline.embedders]
watched = strandline_parts_for_tests:Embedder
[strandline.memories]
Notes_Of_Mine = strandline_parts_for_tests:Notes
long-term = strandline_parts_for_tests:Notes
buffer = strandline_parts_for_tests:Notes
odd = strandline_parts_for_tests:no_memory
"""


@pytest.fixture
def closed(tmp_path, monkeypatch):
    """An installed package that offers parts; the list says which of them were closed, in order."""
    (tmp_path / "strandline_parts_for_tests.py").write_text(PLUGIN)
    metadata = tmp_path / "strandline_parts_for_tests-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: strandline-parts-for-tests\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(ENTRY_POINTS)
    monkeypatch.syspath_prepend(tmp_path)
    import strandline_parts_for_tests

    yield strandline_parts_for_tests.closed
    del sys.modules["strandline_parts_for_tests"]


@pytest.fixture
def endpoint():
    """A model on loopback that says the same each time."""
    with serving() as running:
        running.answers(said("She moved to Oslo."))
        yield running


# --- memories by name ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BUILT_IN)
@pytest.mark.parametrize(
    "spell", [str, str.upper, str.capitalize, " {} ".format], ids=["as is", "upper", "title", "space"]
)
def test_each_name_makes_its_memory_in_any_case(name, spell):
    with memory(spell(name), **NEEDED.get(name, {})) as made:
        assert type(made) is CLASSES[name]


@pytest.mark.parametrize(("alias", "name"), ALIASES.items())
def test_each_alias_makes_the_memory_it_stands_for(alias, name):
    with memory(alias.upper(), **NEEDED.get(name, {})) as made:
        assert type(made) is CLASSES[name]


@pytest.mark.parametrize("name", ["vector", "Vector", "VECTOR", "Long_Term", "longterm", "Semantic"])
def test_the_default_embedder_is_there_however_the_name_is_spelt(name):
    """W9: the rival gives an embedder to "vector" and none to "Vector", which then fails."""
    with memory(name) as made, VectorMemory() as usual:
        assert made.embedder.identity == usual.embedder.identity


def test_a_composite_memory_needs_no_list_of_members():
    """W9: the rival's ``memory("composite")`` always fails. Here it is the usual pair."""
    with memory("composite") as made:
        assert [type(member) for member in made.memories] == [VectorMemory, WindowMemory]
        made.add("I am allergic to peanuts.")
        assert [message.content for message in made.get()] == ["I am allergic to peanuts."]


def test_no_other_name_means_two_things_or_hides_a_name(closed):
    """W17: in the rival "hf" is the alias of two embedders, and the later one wins. A plugin takes none of ours."""
    assert set(ALIASES).isdisjoint(BUILT_IN)
    assert set(ALIASES.values()) <= set(BUILT_IN)
    with memory("long-term") as recalling, memory("buffer") as whole:
        assert (type(recalling), type(whole)) == (VectorMemory, BufferMemory)


def test_the_docstring_has_every_name_and_alias():
    rows = re.findall(r"^\| (\w+) \| ([^|]*)\| `(\w+)` \|$", inspect.getdoc(memory), re.MULTILINE)
    assert {name: CLASSES[name].__name__ for name in BUILT_IN} == {name: kind for name, _, kind in rows}
    assert {alias: name for name, others, _ in rows for alias in others.replace(",", " ").split()} == ALIASES


def test_an_unknown_name_is_refused_with_the_names_there_are():
    with pytest.raises(InputError, match="no memory is called 'bufer'; there are: buffer, composite, step, summary"):
        memory("bufer")


def test_options_reach_the_memory():
    with memory("window", window=3, name="short") as made:
        assert (made.window, made.name) == (3, "short")


def test_a_plugin_is_found_by_its_entry_point_in_any_spelling(closed):
    with memory("notes-of-MINE", shelf="top", max_stored=5) as made:
        assert (type(made).__name__, made.shelf, made.max_stored) == ("Notes", "top", 5)


def test_a_plugin_that_makes_something_else_is_refused(closed):
    with pytest.raises(ConfigurationError, match="'odd' made a object, which is no ChatMemory"):
        memory("odd")


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        (
            "vector",
            {"topk": 3},
            r"memory 'vector' has no option 'topk' \(did you mean 'top_k'\?\).*score_threshold.*clock",
        ),
        ("Semantic", {"colour": 1}, r"memory 'vector' has no option 'colour'; its options are: embedder, vectorstore"),
        ("step", {}, "memory 'step' needs memory and user_id, which were not given; its options are: memory, user_id"),
        ("step", {"memory": ":memory:"}, "memory 'step' needs user_id, which was not given"),
        (
            "vector",
            {"embedder": {"name": "hash", "dimension": 8}},
            r"embedder 'hash' has no option 'dimension' \(did you",
        ),
        ("vector", {"embedder": {"dimensions": 8}}, 'embedder is a mapping without a "name".*it has: dimensions'),
        ("vector", {"vectorstore": {"name": "memory", "url": "x"}}, "vector store 'memory' has no option 'url'"),
        ("vector", {"vectorstore": {}}, 'vectorstore is a mapping without a "name".*it has: nothing'),
        ("summary", {"llm": {"model": "some-model"}}, "language model 'openai' needs base_url, which was not given"),
        ("composite", {"memories": "window"}, "memories must be a list of memories or names, got str"),
        ("composite", {"memories": [{"window": 4}]}, 'a member of memories is a mapping without a "name"'),
        ("composite", {"memories": []}, "a composite memory needs at least one memory"),
        (
            "composite",
            {"memories": [{"name": "window", "windw": 4}]},
            r"memory 'window' has no option 'windw' \(did you",
        ),
        (
            "step",
            {"memory": {"pth": ":memory:"}, "user_id": "ana"},
            r"no setting is called 'pth' \(did you mean 'path'\?\)",
        ),
        ("buffer", {"max_stored": 1, "embedder": "hash"}, "memory 'buffer' has no option 'embedder'"),
    ],
)
def test_a_wrong_option_is_named_with_those_there_are(name, options, message):
    with pytest.raises(ConfigurationError, match=message):
        memory(name, **options)


@pytest.mark.parametrize(
    ("name", "options", "names"),
    [
        ("vector", {"embedder": "statik"}, "hash, minilm"),
        ("vector", {"embedder": {"name": 5}}, "must be a str, got int"),
        ("vector", {"vectorstore": "quadrant"}, "qdrant, sqlite"),
        ("summary", {"llm": "some-model"}, "there are: openai"),
        ("composite", {"memories": ["vector", "windw"]}, "vector, window"),
    ],
)
def test_an_unknown_name_of_a_part_is_refused_with_the_names_there_are(name, options, names):
    with pytest.raises(InputError, match=names):
        memory(name, **options)


def test_options_of_embedders_and_stores_are_checked_wherever_they_are_made_by_name():
    with pytest.raises(ConfigurationError, match="embedder 'hash' has no option 'width'; its options are: dimensions"):
        embedder("hash", width=8)
    with pytest.raises(ConfigurationError, match=r"vector store 'memory' has no option 'url'.*dimensions"):
        vector_store("memory", url="x")


# --- parts by name ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["Hash", {"name": "hash", "dimensions": 256}, HashEmbedder(256)], ids=["name", "mapping", "object"]
)
def test_an_embedder_is_a_name_a_mapping_or_an_object(said):
    with memory("vector", embedder=said) as made:
        assert made.embedder.identity == HashEmbedder(256).identity


def test_a_store_by_name_fits_the_embedder_and_the_collection_of_the_memory():
    with memory("vector", embedder="hash", vectorstore="Memory", collection="mine") as made:
        assert type(made.vectorstore) is InMemoryVectorStore
        assert (made.vectorstore.describe()["collection"], made.vectorstore.describe()["dimensions"]) == ("mine", 256)


def test_a_store_by_name_is_like_the_one_that_a_memory_makes_itself():
    with memory("vector", vectorstore="memory") as named, memory("vector") as usual:
        assert named.vectorstore.describe() == usual.vectorstore.describe()


def test_options_said_for_a_store_win():
    with memory("vector", vectorstore={"name": "memory", "collection": "theirs"}) as made:
        assert made.vectorstore.collection == "theirs"


@pytest.mark.parametrize("name", ["narrow", "plain"])
def test_a_store_gets_only_the_options_that_it_has(closed, name):
    with memory("vector", vectorstore=name, embedder="hash", score_threshold=None) as made:
        made.add("I am allergic to peanuts.")
        assert [one.content for one in made.get(query="peanuts")] == ["I am allergic to peanuts."]


def test_members_are_names_mappings_and_objects_in_their_order():
    mine = BufferMemory()
    with memory("composite", memories=["vector", {"name": "window", "window": 4}, mine]) as made:
        assert [type(member) for member in made.memories] == [VectorMemory, WindowMemory, BufferMemory]
        assert made.memories[1].window == 4
        assert made.memories[2] is mine


def test_a_step_memory_stands_on_settings_a_mapping_or_a_memory(tmp_path):
    path = str(tmp_path / "agent.db")
    with memory("step", memory=path, user_id="ana") as first:
        first.add("I moved to Oslo last month.")
    mine = Memory(path)
    for stand in (Settings(path=path), {"path": path}, mine):
        with memory("engine", memory=stand, user_id="ana", window=1) as made:
            assert [one.content for one in made.get(thread_id="t2", query="Where do I live?")][:1] == [
                "The user lives in Oslo."
            ]
    mine.close()


def test_a_language_model_is_a_mapping_or_an_object(endpoint):
    model = OpenAICompatible(endpoint.url, "some-model")
    for llm in ({"base_url": endpoint.url, "model": "some-model", "api_key": KEY}, model):
        with memory("summary", llm=llm, window=1, summarize_every=1) as made:
            made.add(["I moved to Oslo.", "Nice."])
            assert "She moved to Oslo." in made.get()[0].content
            assert KEY not in repr(made) + json.dumps(made.describe())
    model.close()


def test_a_missing_package_is_named_with_its_pip_line(monkeypatch):
    monkeypatch.setitem(sys.modules, "httpx", None)
    url = "http://127.0.0.1:9/v1"
    with pytest.raises(MissingExtraError, match=r"pip install 'strandline\[llm\]'"):
        memory("summary", llm={"base_url": url, "model": "some-model"})
    with pytest.raises(MissingExtraError, match=r"pip install 'strandline\[llm\]'"):
        open_memory(path=":memory:", llm_url=url, llm_model="some-model")


# --- who closes ------------------------------------------------------------------------------------------------------


def test_parts_made_by_name_are_closed_with_the_memory(closed):
    made = memory("vector", embedder="watched", vectorstore="watched")
    assert closed == []
    made.close()
    assert closed == ["store", "embedder"]
    made.close()
    assert closed == ["store", "embedder"]


def test_parts_of_members_are_closed_with_the_whole(closed):
    with memory("composite", memories=[{"name": "vector", "vectorstore": "watched"}, "window"]) as made:
        member = made.memories[1]
    assert closed == ["store"]
    with pytest.raises(StoreClosedError):
        member.get()


def test_objects_that_were_given_stay_open(closed):
    store, mine = InMemoryVectorStore(), embedder("watched")
    with memory("vector", embedder=mine, vectorstore=store) as made:
        made.add("I am allergic to peanuts.")
    assert store.count() == 1
    with Memory(":memory:") as engine:
        memory("step", memory=engine, user_id="ana").close()
        assert engine.stats().messages == 0
    open_memory(path=":memory:", embedder=mine).close()
    assert closed == []


def test_parts_are_closed_when_the_memory_cannot_be_made(closed, tmp_path):
    with pytest.raises(ConfigurationError):
        memory("vector", embedder="watched", vectorstore="watched", path=tmp_path / "both.db")
    assert closed == ["store", "embedder"]
    with pytest.raises(ConfigurationError):
        memory("composite", memories=[{"name": "vector", "vectorstore": "watched"}, {"name": "window", "windw": 1}])
    assert closed == ["store", "embedder", "store"]
    with pytest.raises(InputError):
        open_memory(path=":memory:", embedder="watched", timeout=-1)
    assert closed == ["store", "embedder", "store", "embedder"]


def test_a_memory_that_was_made_like_another_leaves_its_parts_open(closed):
    with memory("vector", vectorstore="watched") as first:
        first.with_config(top_k=1).close()
        assert closed == []
    assert closed == ["store"]


def test_the_engine_made_for_a_step_memory_is_closed_with_it():
    made = memory("step", memory={"path": ":memory:", "embedder": "hash"}, user_id="ana")
    engine = made.memory
    made.close()
    with pytest.raises(StoreClosedError):
        engine.stats(user_id="ana")


def test_the_embedder_of_an_opened_memory_is_closed_with_it(closed):
    with open_memory(path=":memory:", embedder="watched"):
        assert closed == []
    assert closed == ["embedder"]


def test_connections_to_a_language_model_are_closed_with_the_memory(endpoint):
    """A connection that is left open warns when it is collected, and a warning is an error."""
    with memory("summary", llm={"base_url": endpoint.url, "model": "m"}, window=1, summarize_every=1) as made:
        made.add(["I moved to Oslo.", "Nice."])
        made.get()
    del made
    with open_memory(path=":memory:", llm_url=endpoint.url, llm_model="m") as engine:
        engine.add("I moved to Oslo.", user_id="ana", extract="llm")
    del engine
    assert len(endpoint.asked) >= 2
    gc.collect()


def test_whoever_writes_a_memory_can_give_it_parts_to_close():
    """``own`` closes them after the memory, the last first, also where the memory fails to close."""
    order = []

    class Part:
        def __init__(self, name):
            self.close = lambda: order.append(name)

    class Mine(BufferMemory):
        def _close(self):
            order.append("memory")
            raise OSError("stuck")

    made = Mine()
    made.own(Part("first"))
    made.own(Part("second"))
    with pytest.raises(OSError, match="stuck"):
        made.close()
    assert order == ["memory", "second", "first"]


# --- settings --------------------------------------------------------------------------------------------------------


def test_settings_have_what_a_memory_takes_and_its_defaults():
    """All of it but what no text can say: functions, and a model that is an object."""
    takes = inspect.signature(Memory).parameters
    has = {field.name: field.default for field in dataclasses.fields(Settings)}
    assert takes.keys() - has.keys() == {"count_tokens", "clock", "new_salt", "llm"}
    assert has.keys() - takes.keys() == {"embedder_options", "llm_url", "llm_model", "llm_api_key"}
    shared = [name for name in takes if name in has and name != "path"]
    assert {name: has[name] for name in shared} == {name: takes[name].default for name in shared}


def test_settings_are_given_as_such_as_a_mapping_or_one_by_one(tmp_path):
    path = tmp_path / "agent.db"
    with open_memory(Settings(path=path, embedder="hash")) as opened:
        opened.add("I moved to Oslo.", user_id="ana")
    with open_memory({"path": str(path), "embedder": "HASH"}) as opened:
        assert opened.search("Where do I live?", user_id="ana")
    with open_memory(path=path, embedder={"name": "hash"}) as opened:
        assert opened.search("Where do I live?", user_id="ana")


@pytest.mark.parametrize(
    "settings", [Settings(path="never.db", embedder="hash"), {"path": "never.db", "embedder": "hash"}]
)
def test_what_is_said_beside_settings_wins(settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open_memory(settings, path=":memory:", embedder_options={"dimensions": 16}) as opened:
        assert opened.stats().embedder == str(HashEmbedder(16).identity)
    assert list(tmp_path.iterdir()) == []


def test_a_path_must_be_said():
    """A memory that nobody keeps is not what a forgotten setting should mean."""
    with pytest.raises(ConfigurationError, match=r'no path was given: say path="agent.db" \(STRANDLINE_DB\), or'):
        open_memory()
    with pytest.raises(ConfigurationError, match="no path was given"):
        open_memory(Settings.from_env({}))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"pth": "x"}, r"no setting is called 'pth' \(did you mean 'path'\?\); there are: path, embedder"),
        ({"llm": {}}, "no setting is called 'llm'.*llm_url, llm_model, llm_api_key"),
        ({5: "x"}, "no setting is called 5; there are"),
        ({"path": 5}, "path must be a file's path or ':memory:', got int"),
        ({"embedder": "hash", "embedder_options": "dimensions"}, "embedder_options must be a mapping, got str"),
        ({"embedder_options": {"dimensions": 8}}, "embedder_options are the options of an embedder's name"),
        ({"embedder": "hash", "embedder_options": {"size": 8}}, "embedder 'hash' has no option 'size'"),
        ({"llm_url": "http://127.0.0.1:9/v1"}, "llm_url was given without llm_model; a language model needs both"),
        ({"llm_model": "some-model"}, "llm_model was given without llm_url; a language model needs both"),
        ({"llm_api_key": KEY}, "llm_api_key was given without llm_url and llm_model"),
    ],
)
def test_settings_that_mean_nothing_are_refused(given, message):
    with pytest.raises(ConfigurationError, match=message) as caught:
        open_memory({"path": ":memory:", **given})
    assert KEY not in str(caught.value)


def test_settings_of_another_type_are_refused():
    with pytest.raises(ConfigurationError, match="settings must be Settings or a mapping, got str"):
        open_memory("agent.db")


@pytest.mark.parametrize("given", [{"timeout": "soon"}, {"on_mismatch": "ignore"}, {"embedder": 5}, {"reranker": 5}])
def test_values_are_checked_as_a_memory_checks_them(given):
    with pytest.raises(InputError, match=next(iter(given))):
        open_memory(path=":memory:", **given)


def test_files_of_weights_and_models_are_opened_by_their_paths(tmp_path):
    with pytest.raises(InputError, match="is no ranking"):
        open_memory(path=":memory:", ranking=tmp_path / "none.json")


def test_variables_are_read_into_their_types():
    settings = Settings.from_env(
        {
            "STRANDLINE_DB": "agent.db",
            "STRANDLINE_EMBEDDER": "hash",
            "STRANDLINE_EMBEDDER_OPTIONS": '{"dimensions": 512}',
            "STRANDLINE_TIMEOUT": "2.5",
            "STRANDLINE_MAX_BYTES": "1000000",
            "STRANDLINE_CACHE_BYTES": "0",
            "STRANDLINE_RERANK_TOP": "20",
            "STRANDLINE_LLM_URL": "",
            "PATH": "/bin",
        }
    )
    assert settings == Settings(
        path="agent.db",
        embedder="hash",
        embedder_options={"dimensions": 512},
        timeout=2.5,
        max_bytes=1_000_000,
        cache_bytes=0,
        rerank_top=20,
    )


def test_every_setting_has_a_variable():
    assert sorted(VARIABLES.values()) == sorted(field.name for field in dataclasses.fields(Settings))
    assert VARIABLES["STRANDLINE_DB"] == "path"


@pytest.mark.parametrize(
    ("variable", "text", "message"),
    [
        ("STRANDLINE_TIMEOUT", "soon", "STRANDLINE_TIMEOUT must be a number of seconds, got 'soon'"),
        ("STRANDLINE_MAX_BYTES", "1.5", "STRANDLINE_MAX_BYTES must be a whole number of bytes, got '1.5'"),
        ("STRANDLINE_RERANK_TOP", "many", "STRANDLINE_RERANK_TOP must be a whole number, got 'many'"),
        ("STRANDLINE_EMBEDDER_OPTIONS", "[1]", "STRANDLINE_EMBEDDER_OPTIONS must be a JSON object, such as"),
        ("STRANDLINE_TIMOUT", "1", r"no setting is called STRANDLINE_TIMOUT \(did you mean 'TIMEOUT'\?\); there are: "),
        ("STRANDLINE_PATH", "a.db", "no setting is called STRANDLINE_PATH.*STRANDLINE_DB"),
    ],
)
def test_a_variable_that_cannot_be_read_is_named(variable, text, message):
    with pytest.raises(ConfigurationError, match=message):
        Settings.from_env({variable: text})


def test_the_environment_itself_is_not_read(monkeypatch):
    monkeypatch.setenv("STRANDLINE_EMBEDDER", "no such embedder")
    with open_memory(path=":memory:") as opened:
        assert opened.stats().embedder != "no such embedder"


def test_keys_are_shown_nowhere():
    settings = Settings(
        path="agent.db",
        embedder="openai",
        embedder_options={"model": "m", "api_key": KEY},
        llm_url="http://127.0.0.1:9/v1",
        llm_model="some-model",
        llm_api_key=KEY,
    )
    assert KEY not in repr(settings) + str(settings) + json.dumps(settings.to_dict())
    assert settings.to_dict()["llm_api_key"] == settings.to_dict()["embedder_options"]["api_key"] == "***"
    assert settings.llm_api_key == KEY
    broken = '{"api_key": "' + KEY
    with pytest.raises(ConfigurationError) as caught:
        Settings.from_env({"STRANDLINE_EMBEDDER_OPTIONS": broken})
    assert KEY not in str(caught.value) + str(caught.value.__cause__)


def test_settings_are_plain_json_with_objects_by_their_identity(tmp_path):
    shown = Settings(path=tmp_path / "agent.db", embedder=HashEmbedder(8)).to_dict()
    assert json.loads(json.dumps(shown)) == shown
    assert shown["path"] == str(tmp_path / "agent.db")
    assert shown["embedder"] == "hash 1 (8 dimensions, unit length)"


def test_every_name_of_the_table_is_a_chat_memory():
    assert all(issubclass(kind, ChatMemory) for kind in CLASSES.values())
    assert CLASSES.keys() == BUILT_IN.keys()


def test_no_secret_of_an_address_or_an_option_is_shown():
    """Neither in repr nor in to_dict, however deep."""
    settings = Settings(
        path=":memory:",
        llm_url="https://user:hunter2@host/v1",
        llm_model="m",
        embedder="openai",
        embedder_options={"base_url": "https://u:hunter2@host", "auth": "hunter2", "headers": {"X": "hunter2"}},
    )
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in json.dumps(settings.to_dict())


def test_a_value_of_an_option_that_cannot_be_is_refused_by_the_part_itself():
    """With what was got and wanted."""
    with pytest.raises(InputError, match="dimensions is '8'"):
        memory("vector", embedder={"name": "hash", "dimensions": "8"})
