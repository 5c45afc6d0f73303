# make demo              the demo on the bundled conversation (FILE=chat.jsonl: on your own; ARGS go to the demo)
# make test              format, lint, types, layers, then every test (ARGS go to pytest)
# make test-all          the same, then the tests again on the newest other Python there is
# make test-torch        the embedder of sentence-transformers with torch, which is large, in an environment of its own
# make check | suite     the gates alone | the tests alone
# make docs              the reference written again from the docstrings, its examples run
# make bench DATA=packs  recall and speed on a folder of data packs (ARGS go to "strandline bench recall")
#
# PYTHON names the interpreter (3.11 or newer): make test PYTHON=python3.12
# Each version has an environment of its own, made on first use and again when its requirements change.

PYTHON ?= python3
VERSION := $(shell $(PYTHON) -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)
DEMO := .venv
TEST := .venv-test-$(VERSION)
TORCH := .venv-test-torch-$(VERSION)
PACKS := locomo longmemeval_oracle longmemeval_s realmem
WANTS := pyproject.toml scripts/setup $(wildcard packages/*/pyproject.toml)

.NOTPARALLEL:
.PHONY: demo test suite test-all test-torch check docs bench clean

demo: $(DEMO)/.made-demo
	@$(DEMO)/bin/strandline demo $(if $(FILE),"$$FILE") $(ARGS)

test: check suite

suite: $(TEST)/.made-test
	@VENV=$(TEST) scripts/test $(ARGS)

test-all: test
	@scripts/test-other $(VERSION)

test-torch: $(TORCH)/.made-torch
	@VENV=$(TORCH) scripts/test tests/embedders/test_torch.py $(ARGS)

check: $(TEST)/.made-test
	@VENV=$(TEST) scripts/check

docs: $(TEST)/.made-test
	@VENV=$(TEST) scripts/docs

bench: $(TEST)/.made-bench
	@test -n "$(DATA)" || { echo 'Name the folder of the data packs: make bench DATA=path/to/packs' >&2; exit 2; }
	@$(TEST)/bin/strandline bench recall $(PACKS:%=--data $(DATA)/%.jsonl.xz) $(ARGS)
	@$(TEST)/bin/strandline bench speed --data $(DATA)

$(DEMO)/.made-demo: $(WANTS)
	@PYTHON=$(PYTHON) scripts/setup $(DEMO) demo
	@touch $@

$(TEST)/.made-test: $(WANTS)
	@PYTHON=$(PYTHON) scripts/setup $(TEST) test
	@touch $@

$(TORCH)/.made-torch: $(WANTS)
	@PYTHON=$(PYTHON) scripts/setup $(TORCH) torch
	@touch $@

$(TEST)/.made-bench: $(TEST)/.made-test
	@PYTHON=$(PYTHON) scripts/setup $(TEST) bench
	@touch $@

clean:
	rm -rf .venv .venv-test-* dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
