"""``bench precision`` on a small folder of our own: what counts as noise, what goes in, what is left out."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from rich.console import Console

from strandline.bench import report
from strandline.bench.precision import Asked, figures, run, tier
from strandline.errors import InputError


def belief(id, content, scope="domain:home", **more):
    row = {"_id": id, "user_id": "ana", "type": "preference", "content": content, "aliases": [], "scope": [scope]}
    dated = {"created_at": "2026-01-01T00:00:00Z", "resolved_at": None, "superseded_by": None}
    return {**row, "pinned": False, **dated, **more}


def case(id, query, *wanted, scope="domain:home", **more):
    expect = {"relevantBeliefs": {"shouldOnlyInclude": list(wanted)}, **more.pop("expect", {})}
    return {"caseId": id, "query": query, "scope": [scope], "expect": expect, **more}


BELIEFS = [
    belief("tea", "Drinks green tea from Uji every morning.", aliases=["matcha"]),
    belief("boat", "Owns a wooden sailing boat called Petrel."),
    belief("poem", "Petrel is the title of a poem about storms.", "domain:art"),
    belief("old", "Keeps the accounts in a paper notebook.", superseded_by="new"),
    belief("new", "Keeps the accounts in Zyxtable."),
    belief("done", "Wonders whether to buy a bicycle.", resolved_at="2026-02-01T00:00:00Z"),
    belief("pinned", "Answers must be in Dutch.", pinned=True),
    belief("asked", "Should the roof be slate or tile?", type="open_question"),
    belief("all", "Hates long introductions.", "user:universal"),
    belief("other", "Owns a wooden rowing boat.", user_id="ben"),
]
CASES = [
    case("boat", "What is the wooden sailing boat Petrel called?", "boat"),
    case("accounts", "Zyxtable?", "new"),
    case("resolved", "bicycle"),
    case("nobody", "quantum chromodynamics lattice"),
    case("isolated", "wooden rowing boat", expect={"relevantBeliefs": {"mustExclude": ["other"]}}),
    case("stranger", "wooden sailing boat", userId="nobody"),
    case("squeezed", "wooden sailing boat", budget={"maxBeliefs": 1}),
    case("empty", "wooden sailing boat", expect={"relevantBeliefs": {}, "pinnedFacts": {"mustInclude": ["pinned"]}}),
]
SESSIONS = [
    {
        "caseId": "drift",
        "turns": [
            {
                **case("", "", "boat"),
                "turnIndex": 0,
                "userMessage": "The wooden sailing boat Petrel leaks.",
                "assistantMessage": "Dry it first.",
                "createBeliefAtTurn": belief("leak", "The sailing boat leaks at the bow."),
            },
            {
                **case("", "", "tea", expect={"noiseCheck": {"mustNotSurface": ["leak"]}}),
                "turnIndex": 1,
                "userMessage": "Where does the green tea come from, the matcha?",
                "updateBeliefAtTurn": {"beliefId": "tea", "addAliases": ["sencha"]},
            },
            {**case("", "", "leak"), "turnIndex": 2, "userMessage": "Where does the sailing boat leak, at the bow?"},
        ],
    }
]


def write(folder, beliefs=BELIEFS, cases=CASES, sessions=SESSIONS):
    for name, rows in (("beliefs.seed", beliefs), ("retrieval.cases", cases), ("session-retrieval.cases", sessions)):
        (folder / f"{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    return run(write(tmp_path_factory.mktemp("precision")))


def asked(wanted=(), never=(), elsewhere=()):
    return Asked(
        id="x", user="ana", query="", scope=(), wanted=None if wanted is None else frozenset(wanted),
        elsewhere=frozenset(elsewhere), never=frozenset(never),
    )  # fmt: skip


def test_noise_lowers_precision_and_what_is_missing_recall():
    row = figures("scoped", [(asked(["a", "b"]), ["a", "c"]), (asked(["a"]), ["a"]), (asked(["a"]), [])])
    assert row["needing"] == {"questions": 3, "precision": 0.5, "recall": 0.5, "exact": 1}


def test_questions_that_nothing_answers_are_counted_apart():
    row = figures("scoped", [(asked(), []), (asked(), ["a", "b"]), (asked(["a"]), ["a"])])
    assert row["nothing"] == {"questions": 2, "empty": 1, "mean_noise": 1.0}
    assert row["precision"] == pytest.approx(2 / 3, abs=1e-4)


def test_what_another_tier_wants_is_no_noise_where_everything_is_in_one_list():
    answer = [(asked(["a"], elsewhere=["p"]), ["a", "p"])]
    assert (figures("plain", answer)["precision"], figures("scoped", answer)["precision"]) == (1.0, 0.5)


def test_forbidden_beliefs_are_counted_also_where_nothing_is_wanted():
    row = figures("scoped", [(asked(None, never=["a"]), ["a"]), (asked(None, never=["a"]), ["b"])])
    assert row["forbidden"] == {"questions": 2, "violated": 1}
    assert row["precision"] is None


def test_tiers_are_told_by_scope_type_and_pin():
    by_id = {one["_id"]: tier(one) for one in BELIEFS}
    assert [by_id[id] for id in ("tea", "pinned", "asked", "all")] == [
        "relevant",
        "pinnedFacts",
        "openQuestions",
        "personaPrelude",
    ]


def test_a_replaced_belief_a_resolved_one_and_another_users_never_come(result):
    seen = [
        row["noise"] for way in result["systems"].values() for verb in way.values() for row in verb["wrong"].values()
    ]
    assert not {"old", "done", "other"} & {name for noise in seen for name in noise}
    for way in result["systems"].values():
        assert "accounts" not in {id for id, row in way["search"]["wrong"].items() if row["missed"]}


def test_the_scope_keeps_other_domains_out(result):
    wrong = result["systems"]
    assert "poem" in wrong["plain"]["search"]["wrong"].get("boat", {"noise": []})["noise"]
    assert "poem" not in wrong["scoped"]["search"]["wrong"].get("boat", {"noise": []})["noise"]


def test_what_only_the_benchmark_can_do_is_counted_as_not_measured(result):
    assert result["not_mapped"] == {
        "personaPrelude: shown whatever is asked": 0,
        "pinnedFacts: shown whatever is asked": 1,
        "openQuestions: shown whatever is asked": 0,
        "relevantBeliefs: a budget that pinned facts use up": 1,
        "relevantBeliefs: nothing is demanded": 1,
    }
    assert result["questions"] == {"cases": 6, "session_turns": 3}


def test_the_turns_of_a_session_are_asked_in_their_order(result):
    row = result["systems"]["scoped+aliases"]["search"]["sessions"]
    assert (row["needing"]["questions"], row["needing"]["recall"]) == (3, 1.0)
    assert row["forbidden"]["questions"] == 1


def test_the_tables_name_every_way_and_what_was_left_out(result):
    console = Console(file=StringIO(), width=160, force_terminal=False)
    for table in report.tables(result):
        console.print(table)
    text = console.file.getvalue()
    assert all(word in text for word in ("plain", "scoped", "scoped+aliases", "search", "context", "Not measured"))


@pytest.mark.parametrize("broken", ["{", "{}", '[{"caseId": "x"}]', "[5]"])
def test_files_of_another_kind_are_refused(tmp_path, broken):
    write(tmp_path)
    (tmp_path / "retrieval.cases.json").write_text(broken, encoding="utf-8")
    with pytest.raises(InputError, match=r"retrieval\.cases|precision_mem_bench"):
        run(tmp_path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"beliefs\.seed\.json"):
        run(tmp_path)
