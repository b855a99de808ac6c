"""A package that depends on this one by URL fetches what its products need, and nothing else."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SWIFT = os.environ.get("SWIFT", "swift")
MANIFEST = """\
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "file://%s", branch: "main"%s)],
  targets: [
    .target(name: "App", dependencies: [.product(name: "%s", package: "FlowBench")])
  ])
"""


def run(*words: str | Path, cwd: Path) -> str:
    settings = dict(os.environ)
    # SwiftPM needs the settings of the machine to fetch.
    if words[0] == "git":
        settings |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    done = subprocess.run(
        [*map(str, words)], cwd=cwd, env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bare repository with the package as it is in the work tree."""
    place = tmp_path_factory.mktemp("repository")
    package = place / "FlowBench"
    for name in ("Sources", "Tests"):
        shutil.copytree(ROOT / name, package / name, symlinks=True)
    for name in ("Package.swift", "Package.resolved"):
        shutil.copy(ROOT / name, package)
    run("git", "init", "--quiet", "--initial-branch", "main", cwd=package)
    run("git", "add", "--all", cwd=package)
    author = ("-c", "user.name=author", "-c", "user.email=author@example.org")
    run("git", *author, "commit", "--quiet", "--message", "all", cwd=package)
    run("git", "clone", "--quiet", "--bare", package, place / "FlowBench.git", cwd=place)
    return place / "FlowBench.git"


def fetched(repository: Path, app: Path, product: str, arguments: str = "") -> set[str]:
    """Returns the names of the packages that an app with one dependency fetches."""
    (app / "Sources" / "App").mkdir(parents=True)
    (app / "Sources" / "App" / "App.swift").write_text("")
    (app / "Package.swift").write_text(MANIFEST % (repository, arguments, product))
    run(SWIFT, "package", "resolve", cwd=app)
    return {path.name.lower() for path in (app / ".build" / "checkouts").iterdir()}


@pytest.mark.parametrize("product", ["FlowCore", "FlowTesting", "FlowTrace"])
def test_an_app_fetches_no_other_package(repository: Path, tmp_path: Path, product: str):
    assert fetched(repository, tmp_path, product) == {"flowbench"}


def test_the_trait_adds_the_packages_of_the_benchmark(repository: Path, tmp_path: Path):
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    names = {"flowbench"} | {pin["identity"] for pin in pins}
    arguments = ', traits: ["Benchmark"]'
    assert fetched(repository, tmp_path, "FlowBenchCLI", arguments) == names


def test_one_trait_is_on_by_default():
    # SwiftPM passes several to the compiler in a random order, and a new order compiles everything.
    manifest = json.loads(run(SWIFT, "package", "dump-package", cwd=ROOT))
    defaults = [t["enabledTraits"] for t in manifest["traits"] if t["name"] == "default"]
    assert defaults == [["Benchmark"]]
