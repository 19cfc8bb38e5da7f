# Every target sets itself up from a fresh clone: stamps below build .venv and the browser client once,
# and again only when what they are made of changes.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

NODE_MIN := 20
WEB_INSTALLED := web/node_modules/.installed
WEB_BUILT := web/dist/.built
WEB_SOURCES = $(shell find web/src web/public schemas/json -type f) schemas/openapi.json web/index.html \
	$(wildcard web/*.json web/*.ts web/*.js)
# The contrary of `fit` is a reason.
NODE = $(shell command -v node >/dev/null && command -v npm >/dev/null || { echo "there is no node with npm here"; exit; }; \
	node -e 'const v = process.version; console.log(parseInt(v.slice(1)) >= $(NODE_MIN) ? "fit" : "this one is " + v)')

# More than there are cores: half of the time tests wait for processes that they started.
WORKERS ?= $(shell echo $$(( $$(nproc 2>/dev/null || echo 2) * 3 / 2 )))

# Passed on only when given: make run GAMES=50 PLAYERS=4 SPEED=20 ENGINES=2
RUN_OPTIONS := $(if $(GAMES),--games $(GAMES)) $(if $(PLAYERS),--players $(PLAYERS)) \
	$(if $(SPEED),--speed $(SPEED)) $(if $(ENGINES),--engines $(ENGINES))

.PHONY: help run web web-if-possible test test-web check-web test-long test-chaos test-docker check check-alerts dashboards bench golden schemas format lock clean

help: ## List the targets
	@echo "Blue Moon. Targets:"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20
	@echo "Options: run takes GAMES, PLAYERS, SPEED and ENGINES; test-chaos takes ROUNDS; run, test, test-chaos, bench and golden take ARGS."

run: $(INSTALLED) web-if-possible ## Start the whole system: bots play on it, and you can in the browser
	@echo "==> starting the system with demonstration games"
	@$(BIN)/bluemoon up --demo $(strip $(RUN_OPTIONS) $(ARGS))

web: $(WEB_BUILT) ## Build the browser client, which the gateway serves
	@:

# The system runs without its browser client, too.
web-if-possible:
	@if [[ "$(NODE)" == fit ]]; then $(MAKE) --no-print-directory web; else \
		echo "==> no browser client: it is built with Node.js $(NODE_MIN) or newer, and $(NODE)" >&2; fi

test: $(INSTALLED) ## Run the tests; with ARGS only those of pytest that it names
	@echo "==> running the tests"
	@$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)
	@$(if $(ARGS),,$(MAKE) --no-print-directory test-web)

test-web: $(INSTALLED) $(WEB_BUILT) ## Run the tests of the browser client: components, then whole games in Chromium
	@echo "==> testing the components of the browser client"
	@cd web && npm run --silent test
	@chromium=$$(web/e2e/chromium.sh) && echo "==> playing in $$chromium" && \
		cd web && CHROMIUM=$$chromium npm run --silent e2e

test-long: $(INSTALLED) ## Play a million random decisions of the card game, all decks against all
	@echo "==> playing $(or $(DECISIONS),1000000) random decisions of the card game"
	@LONG_DECISIONS=$(or $(DECISIONS),1000000) $(BIN)/python -m pytest -n auto \
		tests/games/duel/test_playouts.py -k random_decisions $(ARGS)

test-chaos: $(INSTALLED) ## Kill, pause and restart a deployment under load, ROUNDS times (20)
	@echo "==> breaking things, $(or $(ROUNDS),20) rounds"
	@CHAOS_ROUNDS=$(or $(ROUNDS),20) CHAOS_PLAYERS=60 $(BIN)/python -m pytest tests/chaos -n 0 $(ARGS)

test-docker: $(INSTALLED) ## Run the tests of the services on a server in a container
	@echo "==> running the tests of the services on a server in a container"
	@WORKERS=$(WORKERS) deploy/test-docker.sh $(ARGS)

check: $(INSTALLED) check-web ## Check format, lint, types, architecture and generated files
	@echo "==> checking the format (ruff format)"
	@$(BIN)/ruff format --check .
	@echo "==> checking the lint rules (ruff check)"
	@$(BIN)/ruff check .
	@echo "==> checking the types (mypy --strict)"
	@$(BIN)/mypy --strict
	@echo "==> checking who imports whom (lint-imports)"
	@$(BIN)/lint-imports --no-logo
	@echo "==> checking that the generated schemas are fresh"
	@$(BIN)/python -m schemas.generate --check
	@$(BIN)/python -m cli.asyncapi --check
	@$(BIN)/python -m cli.openapi --check

check-web: $(WEB_INSTALLED) ## The same for the browser client
	@echo "==> checking the browser client (prettier, eslint, tsc, generated types)"
	@cd web && npm run --silent check

check-alerts: ## Test the alerts with promtool
	@echo "==> testing the alerts"
	@deploy/check-alerts.sh

dashboards: $(INSTALLED) ## Generate the dashboards of Grafana again
	@echo "==> generating the dashboards"
	@$(BIN)/python deploy/grafana/generate.py

bench: $(INSTALLED) ## Measure the speed of the rules and of the engine
	@echo "==> running the benchmarks"
	@$(BIN)/python -m bench $(ARGS)

golden: $(INSTALLED) ## Record the golden games again (changes what the tests expect)
	@echo "==> recording the golden games again"
	@echo "WARNING: this replaces what the tests hold to be right. Read the diff before you commit it." >&2
	@$(BIN)/python -m tests.golden.record $(ARGS)

schemas: $(INSTALLED) ## Generate the JSON Schema, AsyncAPI and OpenAPI files again
	@echo "==> generating the schemas"
	@$(BIN)/python -m schemas.generate
	@$(BIN)/python -m cli.asyncapi
	@$(BIN)/python -m cli.openapi
	@if [[ -d web/node_modules ]]; then cd web && npm run --silent types; fi

format: $(INSTALLED) ## Format the code and fix what can be fixed safely
	@echo "==> formatting the code"
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@if [[ -d web/node_modules ]]; then cd web && npx prettier --write --log-level warn .; fi

# Not a dependency of anything: versions move only when somebody decides so. UPGRADE=1 moves all.
lock: $(INSTALLED) ## Resolve and pin the dependencies again (UPGRADE=1 for newer versions)
	@echo "==> pinning the dependencies into requirements.lock"
	@CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe \
		--strip-extras --extra dev --all-build-deps --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links $(if $(UPGRADE),--upgrade) --output-file requirements.lock pyproject.toml
	@if grep -nE '://' requirements.lock; then \
		echo "requirements.lock must not name where packages come from; see the lines above." >&2; exit 1; fi

clean: ## Remove the virtual environment, caches and build products
	@echo "==> removing the virtual environment, caches and build products"
	@rm -rf .venv web/node_modules web/dist build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
		echo "Blue Moon needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Blue Moon needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
			"Name another with make PYTHON=..." >&2; exit 1; }
	@echo "==> creating the virtual environment"
	@$(PYTHON) -m venv --clear .venv
	@echo "==> installing the pinned dependencies"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r requirements.lock
	@echo "==> installing bluemoon"
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(WEB_INSTALLED): web/package-lock.json web/package.json
	@[[ "$(NODE)" == fit ]] || { \
		echo "The browser client is built with Node.js $(NODE_MIN) or newer, and $(NODE)." >&2; exit 1; }
	@echo "==> installing what the browser client is built with (npm ci)"
	@cd web && npm ci --no-audit --no-fund --loglevel=error >/dev/null
	@touch $@

$(WEB_BUILT): $(WEB_INSTALLED) $(WEB_SOURCES)
	@echo "==> building the browser client"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@
