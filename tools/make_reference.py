"""Write docs/reference/ from the docstrings and signatures of the public names; ``--check`` only compares.

Pages without its mark in the first line were written by hand and are left alone.

One page a public module (the names of its ``__all__``), and one for the command line.
"""

from __future__ import annotations

import argparse
import dataclasses
import enum
import importlib
import inspect
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import click

from strandline.cli import main as cli
from strandline.extract.relations import relations

TARGET = Path(__file__).resolve().parents[1] / "docs" / "reference"
PAGES = {
    "strandline": "memory",
    "strandline.config": "config",
    "strandline.errors": "errors",
    "strandline.memories": "memories",
    "strandline.embedders": "embedders",
    "strandline.rerankers": "rerankers",
    "strandline.stores": "stores",
    "strandline.vector_stores": "vector-stores",
    "strandline.llms": "llms",
    "strandline.adapters": "adapters",
    "strandline.testing": "testing",
}
"""Public modules and the pages they go to; one that does not exist yet has no page."""
NOTE = "<!-- Written by tools/make_reference.py from the source: edit the docstrings, then run `make docs`. -->"


def main() -> int:
    """Write the pages, or with ``--check`` say which are out of date (exit code 1)."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 when a page is out of date")
    check = parser.parse_args().check
    wanted = pages()
    texts = {path.name: path.read_text(encoding="utf-8") for path in TARGET.glob("*.md")}
    there = {name: text for name, text in texts.items() if text.startswith(NOTE)}  # others are written by hand
    stale = sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))
    if check:
        for name in stale:
            print(f"docs/reference/{name} is out of date: run tools/make_reference.py", file=sys.stderr)
        return int(bool(stale))
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in wanted:
            (TARGET / name).write_text(wanted[name], encoding="utf-8")
        else:
            (TARGET / name).unlink()
    return 0


def pages() -> dict[str, str]:
    """Every page: its file name and its text."""
    texts = {f"{page}.md": module_page(importlib.import_module(name)) for name, page in PAGES.items() if exists(name)}
    return {**texts, "cli.md": cli_page(), "relations.md": relations_page()}


def exists(name: str) -> bool:
    """Whether the module is there (its parents may not be)."""
    parent = name.rpartition(".")[0]
    return (not parent or exists(parent)) and find_spec(name) is not None


def module_page(module: ModuleType) -> str:
    """The page of one module: its docstring, then each public name in the order of ``__all__``, classes first."""
    names = [name for name in public_names(module) if not name.startswith("__")]
    parts = [NOTE, f"# `{module.__name__}`", text_of(module)]
    parts += [part for name in names for part in entry(name, getattr(module, name))]
    return "\n\n".join(part for part in parts if part) + "\n"


def public_names(module: ModuleType) -> list[str]:
    """``__all__``, or what the module itself defines."""
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return list(listed)
    return [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    ]


def entry(name: str, value: object) -> list[str]:
    """One public name: heading, signature, docstring; for a class its public methods too."""
    if inspect.isclass(value):
        parts = [f"## `{name}`", code(class_line(name, value)), text_of(value)]
        for method, function in methods(value):
            parts += [f"### `{name}.{method}`", code(signature(method, function)), text_of(function)]
        return parts
    if inspect.isroutine(value):
        return [f"## `{name}`", code(signature(name, value)), text_of(value)]
    return [f"## `{name}`", code(f"{name} = {Default(value)!r}")]


def class_line(name: str, value: type) -> str:
    """How a class is made: its fields, members, bases or ``__init__``."""
    if issubclass(value, enum.Enum):
        return "\n".join(f"{name}.{member.name} = {member.value!r}" for member in value)
    if dataclasses.is_dataclass(value):
        return "\n".join([f"class {name}:", *(f"    {field_line(field)}" for field in dataclasses.fields(value))])
    if issubclass(value, BaseException):
        return f"class {name}({', '.join(base.__name__ for base in value.__bases__)})"
    if "__init__" in vars(value):
        return signature(name, value.__init__)
    return f"class {name}"


def field_line(field: dataclasses.Field[object]) -> str:
    """A dataclass field as it is written."""
    if field.default is not dataclasses.MISSING:
        return f"{field.name}: {field.type} = {field.default!r}"
    return f"{field.name}: {field.type}" + (
        "" if field.default_factory is dataclasses.MISSING else f" = {field.default_factory.__name__}()"
    )


def methods(value: type) -> list[tuple[str, object]]:
    """Public methods and properties, own and inherited from our own classes, in the order of definition."""
    found: dict[str, object] = {}
    for owner in reversed(value.__mro__):
        if owner.__module__.partition(".")[0] != "strandline":
            continue
        for name, item in vars(owner).items():
            plain = item.__func__ if isinstance(item, (classmethod, staticmethod)) else item
            plain = plain.fget if isinstance(plain, property) else plain
            if not name.startswith("_") and name != "to_dict" and inspect.isfunction(plain):
                found[name] = plain
    return list(found.items())


class Written:
    """An annotation or default that shows as it is written in the source."""

    def __init__(self, value: object) -> None:
        self.text = value if isinstance(value, str) else inspect.formatannotation(value)

    def __repr__(self) -> str:
        return self.text


class Default(Written):
    """A default value without the address that some objects put into their repr."""

    def __init__(self, value: object) -> None:
        self.text = value.__name__ if inspect.isroutine(value) else re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def signature(name: str, function: object) -> str:
    """The signature without ``self``, one parameter a line when it is long."""
    drawn = inspect.signature(function)
    parameters = [written(p) for p in drawn.parameters.values() if p.name not in ("self", "cls")]
    result = drawn.return_annotation
    ending = "" if result is drawn.empty or (name[0].isupper() and "." not in name) else f" -> {Written(result)}"
    short = f"{name}{inspect.Signature(parameters)}{ending}"
    if len(short) <= 96:
        return short
    lines: list[str] = []
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in lines:
            lines.append("*")
        lines.append(str(parameter))
    return f"{name}(\n    " + ",\n    ".join(lines) + f",\n){ending}"


def written(parameter: inspect.Parameter) -> inspect.Parameter:
    """The parameter as it stands in the source."""
    if parameter.annotation is not parameter.empty:
        parameter = parameter.replace(annotation=Written(parameter.annotation))
    if parameter.default is not parameter.empty:
        parameter = parameter.replace(default=Default(parameter.default))
    return parameter


def code(text: str) -> str:
    """A block that is shown, not run."""
    return f"```text\n{text}\n```"


def text_of(value: object) -> str:
    """The docstring, its double backticks as Markdown."""
    return (inspect.getdoc(value) or "").replace("``", "`")


def relations_page() -> str:
    """The page of the relation table."""
    parts = [
        NOTE,
        "# Relations",
        "What a fact can say. `facts(relation=)` and `ask` take the name of a relation. Of a relation with one value a "
        "new value ends the one before; others add up. *Narrowed by* is the qualifier: one value, or one set, for "
        'each. What has no relation of its own is an `attribute`, narrowed by what it is called: "port", "rent".',
    ]
    for group in dict.fromkeys(row.group for row in relations().values()):
        rows = [row for row in relations().values() if row.group == group]
        lines = [
            "| relation | values | narrowed by | opposite | what it says | sentence |",
            "|---|---|---|---|---|---|",
        ]
        for row in rows:
            said = row.template.format(subject="…", value="…", qualifier="…")
            cells = (f"`{row.name}`", row.cardinality, row.qualifier or "", row.opposite or "", row.meaning, said)
            lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
        parts += [f"## {group.capitalize()}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def cli_page() -> str:
    """The page of the command line: the help of every command."""
    parts = [NOTE, "# `strandline` on the command line", text_of(importlib.import_module("strandline.cli.app"))]
    for path, command in commands(cli, "strandline"):
        parts += [f"## `{path}`", code(help_of(path, command))]
    return "\n\n".join(parts) + "\n"


def commands(command: click.Command, path: str) -> list[tuple[str, click.Command]]:
    """A command and all below it, with the words that call it."""
    below = sorted(command.commands.items()) if isinstance(command, click.Group) else []
    return [(path, command), *(row for name, child in below for row in commands(child, f"{path} {name}"))]


def help_of(path: str, command: click.Command) -> str:
    """The help text at a fixed width."""
    context = click.Context(command, info_name=path, max_content_width=96, terminal_width=96, **cli.context_settings)
    return command.get_help(context)


if __name__ == "__main__":
    sys.exit(main())
