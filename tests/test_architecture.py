"""The import contracts detect violations, tested on a copy of the tree.

`make check` checks that the tree itself keeps the contracts.
"""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("schemas", "games", "services", "client", "cli", "bench")

NOT_RULES = re.compile(r"games\.(terminal|terminal_kit|testing|\w+\.terminal)\b")

# Contract id -> file with a violation, and its text.
VIOLATIONS = {
    "layers": ("schemas/violation.py", "import games\n"),
    "pure": ("games/violation.py", "def roll() -> None:\n    from random import choice\n"),
    "terminal": ("games/city/violation.py", "import games.city.terminal.ui\n"),
    "store": (
        "services/gateway/violation.py",
        "from services.runtime.server.client import RedisClient\n",
    ),
    "redis": ("cli/violation.py", "from redis.asyncio import Redis\n"),
    "generic": ("services/gateway/violation.py", "import games.duel.rulebook\n"),
    "client": ("client/violation.py", "import services.runtime\n"),
    "shipped": ("services/engine/violation.py", "import tests.conftest\n"),
}


@pytest.fixture
def copied_tree(tmp_path: Path) -> Path:
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint_imports(tree: Path, contract: str) -> subprocess.CompletedProcess[str]:
    command = [
        str(Path(sys.executable).with_name("lint-imports")),
        "--no-cache",
        "--no-logo",
        "--contract",
        contract,
    ]
    return subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("contract", VIOLATIONS)
def test_a_violation_breaks_its_contract(copied_tree: Path, contract: str) -> None:
    assert lint_imports(copied_tree, contract).returncode == 0
    path, text = VIOLATIONS[contract]

    (copied_tree / path).write_text(text, encoding="utf-8")
    result = lint_imports(copied_tree, contract)

    assert result.returncode == 1
    assert "0 kept, 1 broken" in result.stdout
    assert path.removesuffix(".py").replace("/", ".") in result.stdout


def test_services_may_not_import_each_other(copied_tree: Path) -> None:
    (copied_tree / "services/gateway/violation.py").write_text(
        "import services.engine\n", encoding="utf-8"
    )

    assert "services.gateway is not allowed to import services.engine" in (
        lint_imports(copied_tree, "layers").stdout
    )


@pytest.mark.parametrize("package", ["bench", "cli", "client", "games/testing", "services/engine"])
@pytest.mark.parametrize("module", ["games.city.rulebook", "schemas.duel.pieces"])
def test_generic_code_may_not_import_a_game(copied_tree: Path, package: str, module: str) -> None:
    (copied_tree / package / "violation.py").write_text(f"import {module}\n", encoding="utf-8")

    violation = f"{package.replace('/', '.')}.violation -> {module}"
    assert violation in lint_imports(copied_tree, "generic").stdout


def test_only_the_contract_suite_may_import_pytest(copied_tree: Path) -> None:
    (copied_tree / "games/testing/violation.py").write_text("import pytest\n", encoding="utf-8")

    assert "games.testing.violation -> pytest" in lint_imports(copied_tree, "shipped").stdout


@pytest.mark.parametrize("folder", ["games/terminal_kit", "games/city/terminal"])
@pytest.mark.parametrize("module", ["random", "time", "redis"])
def test_terminal_uis_are_pure_apart_from_drawing(
    copied_tree: Path, folder: str, module: str
) -> None:
    (copied_tree / folder / "violation.py").write_text(f"import {module}\n", encoding="utf-8")

    assert f"games is not allowed to import {module}" in lint_imports(copied_tree, "pure").stdout


# import-linter can only forbid modules, not allow a fixed set; so this rule is tested here.
@pytest.mark.parametrize("package", ["schemas", "games"])
def test_rules_and_schemas_depend_only_on_msgspec(package: str) -> None:
    graph = grimp.build_graph(*PACKAGES, include_external_packages=True, cache_dir=None)
    imported = {
        target.partition(".")[0]
        for module in {package} | graph.find_descendants(package)
        if not NOT_RULES.match(module)
        for target in graph.find_modules_directly_imported_by(module)
    }

    assert imported - sys.stdlib_module_names - {"schemas", "games"} <= {"msgspec"}


def private_client_uses(source: str) -> list[int]:
    """Return the lines that reach into another object for its client."""
    return [
        node.lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute)
        and node.attr == "_client"
        and not (isinstance(node.value, ast.Name) and node.value.id == "self")
    ]


def modules_outside_the_runtime() -> list[Path]:
    paths = [*(ROOT / "services").rglob("*.py"), *(ROOT / "cli").rglob("*.py")]
    return [path for path in paths if ROOT / "services" / "runtime" not in path.parents]


# Stores hold the client in a private attribute, which no import contract protects.
def test_only_the_runtime_reaches_the_client_of_a_store() -> None:
    uses = {
        str(path.relative_to(ROOT)): lines
        for path in modules_outside_the_runtime()
        if (lines := private_client_uses(path.read_text(encoding="utf-8")))
    }

    assert uses == {}


def test_a_use_of_a_store_s_client_is_found() -> None:
    assert private_client_uses("x = 1\nawait self._log._client.hget('key', 'field')\n") == [2]
    assert private_client_uses("self._client.send(frame)\n") == []
    assert len(modules_outside_the_runtime()) > 100
