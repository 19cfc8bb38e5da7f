# Every target works in a fresh clone. Stamp files make sure that .venv and the browser client are built
# only once, and again when their sources change.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

# The first set-up takes minutes, so it shows its progress.
PROGRESS := bash deploy/progress.sh

NODE_MIN := 20
WEB_INSTALLED := web/node_modules/.installed
WEB_BUILT := web/dist/.built
WEB_SOURCES = $(shell find web/src web/public schemas/json -type f) schemas/openapi.json schemas/metrics.json web/index.html \
	$(wildcard web/*.json web/*.ts web/*.js)
# `fit` if Node.js is new enough, otherwise the reason why it is not.
NODE = $(shell command -v node >/dev/null && command -v npm >/dev/null || { echo "node or npm is not installed"; exit; }; \
	node -e 'const v = process.version; console.log(parseInt(v.slice(1)) >= $(NODE_MIN) ? "fit" : "the installed version is " + v)')

# More workers than cores: tests spend half their time waiting for processes.
WORKERS ?= $(shell echo $$(( $$(nproc 2>/dev/null || echo 2) * 3 / 2 )))

# Tests start hundreds of processes; bytecode on disk makes each start a third faster.
export PYTHONDONTWRITEBYTECODE :=

# Only options that are given are passed on: make run GAMES=50 PLAYERS=4 SPEED=20 ENGINES=2
RUN_OPTIONS := $(if $(GAMES),--games $(GAMES)) $(if $(PLAYERS),--players $(PLAYERS)) \
	$(if $(SPEED),--speed $(SPEED)) $(if $(ENGINES),--engines $(ENGINES))

.PHONY: help run web web-if-possible chromium test test-all test-web check-web test-long test-chaos test-docker coverage check check-alerts hooks dashboards bench golden schemas format lock release clean

help: ## List the targets
	@echo "Blue Moon. Targets:"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 20
	@echo "Options, such as make run GAMES=50:"
	@echo "  run takes GAMES, PLAYERS, SPEED and ENGINES; test-chaos takes ROUNDS; test-long takes DECISIONS; lock takes UPGRADE; release takes VERSION."
	@echo "  run, test, test-all, test-chaos, test-docker, test-long, coverage, bench and golden take ARGS: more arguments for the command."

run: $(INSTALLED) web-if-possible ## Start the whole system with bots playing; you can join in the browser
	@echo "==> starting the system with demo games"
	@$(BIN)/bluemoon up --demo $(strip $(RUN_OPTIONS) $(ARGS))

web: $(WEB_BUILT) ## Build the browser client that the gateway serves
	@:

# The system also runs without its browser client.
web-if-possible:
	@if [[ "$(NODE)" == fit ]]; then $(MAKE) --no-print-directory web; else \
		echo "==> skipping the browser client: it needs Node.js $(NODE_MIN) or newer, and $(NODE)" >&2; fi

# Set-up comes first, so that a missing browser is reported before minutes of tests.
test: $(INSTALLED) $(if $(ARGS),,$(WEB_BUILT) chromium) ## Run the quick tests: Python, then test-web; ARGS are passed to pytest and skip test-web
	@echo "==> running the quick tests"
	@$(BIN)/python -m pytest -n $(WORKERS) -m "not slow" $(ARGS)
	@$(if $(ARGS),,$(MAKE) --no-print-directory test-web E2E=quick)

test-all: $(INSTALLED) $(if $(ARGS),,$(WEB_BUILT) chromium) ## Run all tests, including slow ones, test-web and test-docker
	@echo "==> running all tests"
	@$(BIN)/python -m pytest -n $(WORKERS) $(ARGS)
	@$(if $(ARGS),,$(MAKE) --no-print-directory test-web)
	@$(if $(ARGS),,$(MAKE) --no-print-directory test-docker)

# Installs Chromium if it is missing, or says how to.
chromium:
	@web/e2e/chromium.sh >/dev/null

test-web: $(INSTALLED) $(WEB_BUILT) chromium ## Test the browser client: components, then Chromium (E2E=quick: no whole games)
	@echo "==> testing the browser client's components"
	@cd web && npm run --silent test
	@chromium=$$(web/e2e/chromium.sh) && echo "==> playing in $$chromium" && \
		cd web && CHROMIUM=$$chromium E2E=$(E2E) npm run --silent e2e

test-long: $(INSTALLED) ## Play DECISIONS random decisions of the card game (1000000), every deck against every deck
	@echo "==> playing $(or $(DECISIONS),1000000) random decisions of the card game"
	@LONG_DECISIONS=$(or $(DECISIONS),1000000) $(BIN)/python -m pytest -n auto \
		tests/games/duel/test_playouts.py -k random_decisions $(ARGS)

test-chaos: $(INSTALLED) ## Kill, pause and restart engines and server under load, ROUNDS times (20)
	@echo "==> running the chaos tests, $(or $(ROUNDS),20) rounds"
	@CHAOS_ROUNDS=$(or $(ROUNDS),20) CHAOS_PLAYERS=60 $(BIN)/python -m pytest tests/chaos -n 0 $(ARGS)

test-docker: $(INSTALLED) ## Run the service tests on a server in a container
	@echo "==> running the service tests on a server in a container"
	@WORKERS=$(WORKERS) deploy/test-docker.sh $(ARGS)

coverage: $(INSTALLED) ## Run the quick Python tests and report which lines they miss; fails below the threshold
	@echo "==> measuring the coverage of the quick tests"
	@rm -rf build/coverage
	@$(BIN)/coverage run -m pytest -n $(WORKERS) -m "not slow" $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet --directory build/coverage/html --fail-under 0
	@$(BIN)/coverage report
	@echo "==> build/coverage/html/index.html shows the lines"

check: $(INSTALLED) check-web ## Check format, lint, types, architecture and generated files
	@echo "==> checking formatting (ruff format)"
	@$(BIN)/ruff format --check .
	@echo "==> linting (ruff check)"
	@$(BIN)/ruff check .
	@echo "==> checking types (mypy --strict)"
	@$(BIN)/mypy --strict
	@cd tests/plugins/highcard && $(abspath $(BIN))/mypy
	@cd bench/peers/hands && $(abspath $(BIN))/mypy
	@echo "==> checking the import rules (lint-imports)"
	@$(BIN)/lint-imports --no-logo
	@echo "==> checking that generated schemas are up to date"
	@$(BIN)/python -m schemas.generate --check
	@$(BIN)/python -m cli.generate.asyncapi --check
	@$(BIN)/python -m cli.generate.live_asyncapi --check
	@$(BIN)/python -m cli.generate.openapi --check
	@$(BIN)/python -m cli.generate.metrics --check
	@$(BIN)/python -m cli.generate.users --check

check-web: $(WEB_INSTALLED) ## Check format, lint, types and generated files of the browser client
	@echo "==> checking the browser client (prettier, eslint, tsc, generated types)"
	@cd web && npm run --silent check

hooks: $(INSTALLED) $(WEB_INSTALLED) ## Install the Git hooks: format, lint and types before each commit
	@$(BIN)/pre-commit install

check-alerts: ## Test the alerts with promtool
	@echo "==> testing the alerts"
	@deploy/check-alerts.sh

dashboards: $(INSTALLED) ## Regenerate the Grafana dashboards
	@echo "==> generating the dashboards"
	@$(BIN)/python deploy/grafana/generate.py

bench: $(INSTALLED) ## Run the benchmarks; ARGS selects parts, such as ARGS=rules
	@echo "==> running the benchmarks"
	@$(BIN)/python -m bench $(ARGS)

golden: $(INSTALLED) ## Record the golden games again (changes what tests expect)
	@echo "==> recording the golden games again"
	@echo "WARNING: this replaces the expected results of tests. Review the diff before you commit it." >&2
	@$(BIN)/python -m tests.golden.record $(ARGS)

schemas: $(INSTALLED) ## Regenerate what is derived from the code: JSON Schema, AsyncAPI, OpenAPI, metrics, ACL
	@echo "==> generating the schemas"
	@$(BIN)/python -m schemas.generate
	@$(BIN)/python -m cli.generate.asyncapi
	@$(BIN)/python -m cli.generate.live_asyncapi
	@$(BIN)/python -m cli.generate.openapi
	@$(BIN)/python -m cli.generate.metrics
	@$(BIN)/python -m cli.generate.users
	@if [[ -d web/node_modules ]]; then cd web && npm run --silent types; fi

format: $(INSTALLED) ## Format the code and apply safe fixes
	@echo "==> formatting the code"
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@if [[ -d web/node_modules ]]; then cd web && npx prettier --write --log-level warn .; fi

# No other target depends on this one: versions change only on purpose.
lock: $(INSTALLED) ## Pin the dependencies again (UPGRADE=1 for newer versions)
	@echo "==> pinning the dependencies into requirements.lock"
	@CUSTOM_COMPILE_COMMAND="make lock" $(BIN)/pip-compile --quiet --generate-hashes --allow-unsafe \
		--strip-extras --extra dev --all-build-deps --no-emit-index-url --no-emit-trusted-host \
		--no-emit-find-links $(if $(UPGRADE),--upgrade) --output-file requirements.lock pyproject.toml
	@if grep -nE '://' requirements.lock; then \
		echo "requirements.lock must not contain package sources; see the lines above." >&2; exit 1; fi

release: $(INSTALLED) ## Check, build and tag the release VERSION; publishes nothing
	@echo "==> releasing $(VERSION)"
	@$(BIN)/python deploy/release.py "$(VERSION)"

clean: ## Remove the virtual environment, caches and build output
	@echo "==> removing the virtual environment, caches and build output"
	@rm -rf .venv web/node_modules web/dist build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(INSTALLED): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { \
		echo "Blue Moon needs Python 3.11 or newer, but $(PYTHON) is not installed." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Blue Moon needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." \
			"Choose another with make PYTHON=..." >&2; exit 1; }
	@$(PROGRESS) "creating the virtual environment" $(PYTHON) -m venv --clear .venv
	@$(PROGRESS) --count '^Collecting ' --of $$(grep -c '^[^ #].*==' requirements.lock) "installing the pinned dependencies" \
		$(BIN)/python -m pip install --disable-pip-version-check --progress-bar off --require-hashes -r requirements.lock
	@$(PROGRESS) "installing bluemoon" \
		$(BIN)/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(WEB_INSTALLED): web/package-lock.json web/package.json
	@[[ "$(NODE)" == fit ]] || { \
		echo "The browser client needs Node.js $(NODE_MIN) or newer, and $(NODE)." >&2; exit 1; }
	@cd web && bash ../deploy/progress.sh --count '^npm http (fetch|cache)' "installing the browser client's dependencies (npm ci)" \
		npm ci --no-audit --no-fund --loglevel=http
	@touch $@

$(WEB_BUILT): $(WEB_INSTALLED) $(WEB_SOURCES)
	@cd web && bash ../deploy/progress.sh "building the browser client" npm run --silent build -- --logLevel warn
	@touch $@
