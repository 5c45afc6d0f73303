"""The shape of the source: small modules, small functions, pinned names, a whole wheel."""

from __future__ import annotations

import ast
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import strandline

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "strandline"
MODULES = sorted(PACKAGE.rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in MODULES}
Function = ast.FunctionDef | ast.AsyncFunctionDef
PUBLIC = {
    "Added",
    "Answer",
    "AsyncMemory",
    "Block",
    "Change",
    "Embedder",
    "Fact",
    "HashEmbedder",
    "Hit",
    "Memory",
    "Message",
    "Page",
    "Ranking",
    "Receipt",
    "Role",
    "SessionInfo",
    "StaticEmbedder",
    "StepRecall",
    "StepResult",
    "StoredMessage",
    "StrandlineError",
    "Version",
    "__version__",
    "count_tokens",
}


def functions() -> Iterator[tuple[str, Function]]:
    """Every function of the source and where it stands."""
    for path, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, Function):
                yield f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}", node


def length(node: Function) -> int:
    """Lines of a function without its decorators and its docstring."""
    first = node.body[0]
    words = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    docstring = first.end_lineno - first.lineno + 1 if words else 0
    return node.end_lineno - node.lineno + 1 - docstring


def test_modules_have_at_most_400_lines():
    sizes = {str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8").count("\n") for path in MODULES}
    assert {name: size for name, size in sizes.items() if size > 400} == {}


def test_functions_have_at_most_60_lines_and_nearly_all_at_most_40():
    sizes = {place: length(node) for place, node in functions()}
    assert {place: size for place, size in sizes.items() if size > 60} == {}
    assert sorted(sizes.values())[int(0.95 * len(sizes))] <= 40


def test_the_public_names_are_these():
    assert set(strandline.__all__) == PUBLIC
    assert [name for name in PUBLIC if not hasattr(strandline, name)] == []


def test_only_the_command_line_prints():
    printing = [
        f"{path.relative_to(PACKAGE)}:{node.lineno}"
        for path, tree in TREES.items()
        if PACKAGE / "cli" not in path.parents
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]
    assert printing == []


def test_every_public_name_has_a_docstring():
    """Modules, and public classes, functions and methods of public classes."""
    public = (path for path in MODULES if path.name == "__init__.py" or not path.name.startswith("_"))
    bare = [str(path.relative_to(PACKAGE)) for path in public if not ast.get_docstring(TREES[path])]
    for path, tree in TREES.items():
        bare += [f"{path.relative_to(PACKAGE)}:{node.lineno} {node.name}" for node in undocumented(tree)]
    assert bare == []


def undocumented(node: ast.Module | ast.ClassDef) -> Iterator[Function | ast.ClassDef]:
    """Public definitions directly in a module or class, and in its public classes, that say nothing."""
    for child in node.body:
        if isinstance(child, (Function, ast.ClassDef)) and not child.name.startswith("_"):
            overload = any(isinstance(d, ast.Name) and d.id in ("overload", "override") for d in child.decorator_list)
            if not ast.get_docstring(child) and not overload and not _setter(child):
                yield child
            if isinstance(child, ast.ClassDef):
                yield from undocumented(child)


def _setter(node: Function | ast.ClassDef) -> bool:
    return any(isinstance(d, ast.Attribute) and d.attr in ("setter", "deleter") for d in node.decorator_list)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The names in a wheel built from the source as it is."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        return set(archive.namelist())


def test_the_wheel_has_every_file_of_the_package(wheel):
    """Sources, the typing marker, the model and the demo's conversation."""
    ours = {f"strandline/{path.relative_to(PACKAGE).as_posix()}" for path in PACKAGE.rglob("*") if path.is_file()}
    assert {name for name in ours if "__pycache__" not in name} - wheel == set()
    assert {
        "strandline/py.typed",
        "strandline/cli/data/conversation.jsonl",
        "strandline/cli/data/questions.json",
    } <= wheel


def test_the_wheel_has_nothing_else(wheel):
    assert {name.split("/")[0] for name in wheel} == {"strandline", f"strandline-{strandline.__version__}.dist-info"}
