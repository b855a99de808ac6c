"""Tests that `make check-macos` finds errors that only a compiler for Apple's systems reports."""

import fcntl
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from macos.c_targets import check_c_targets
from macos.files import exclusive, write
from macos.packages import Module, applies, article_modules, flags_of
from macos.sdk import Platform, StandInSDK, errors_in

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / ".build" / "macos"
FLAGS = ["-swift-version", "6", "-warnings-as-errors"]
FLAGS += ["-enable-upcoming-feature", "MemberImportVisibility"]

# Each is correct on Linux or with a newer system, and has the error of a Mac with macOS 15.
PLANTED = {
    "a module of Linux": ("import Glibc", "no such module 'Glibc'"),
    "a type of Linux": ("import Darwin\nlet a = cpu_set_t()", "cannot find 'cpu_set_t'"),
    "a function of Linux": ("import Darwin\nlet a = gettid()", "cannot find 'gettid'"),
    "a constant of Linux": (
        "import Darwin\nlet a = CLOCK_BOOTTIME",
        "cannot find 'CLOCK_BOOTTIME'",
    ),
    "an event of Linux": ("import Darwin\nlet a = epoll_create1(0)", "cannot find 'epoll_create1'"),
    "a task of macOS 26": (
        "func f() { Task.immediate {} }",
        "'immediate(name:priority:executorPreference:operation:)' is only available in macOS 26.0",
    ),
    "a type of macOS 26": (
        "let a: InlineArray<2, Int> = [1, 2]",
        "'InlineArray' is only available in macOS 26.0",
    ),
    "a sequence of macOS 26": (
        "import Observation\nfunc f() { _ = Observations { 1 } }",
        "'Observations' is only available in macOS 26.0",
    ),
    "an executor of macOS 26.4": (
        "func f(_ a: UnownedTaskExecutor) { _ = a.asTaskExecutor() }",
        "'asTaskExecutor()' is only available in macOS 26.4",
    ),
    "the type of a thread": (
        "import Darwin\nfunc f(_ a: pthread_t?) { pthread_join(a, nil) }",
        "must be unwrapped to a value of type 'pthread_t'",
    ),
    "the type of a file": (
        "import Darwin\nlet a: UnsafeMutablePointer<_IO_FILE> = stdout",
        "cannot find type '_IO_FILE'",
    ),
    "the type of a limit": (
        "import Darwin\nlet a = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)",
        "cannot find '__rlimit_resource_t'",
    ),
    "the type of a count": (
        "import Darwin\nfunc f(_ a: rusage) -> Int64 { a.ru_utime.tv_usec }",
        "cannot convert return expression of type '__darwin_suseconds_t'",
    ),
    "a member of a structure": (
        "import Darwin\nlet a = stat().st_mtim",
        "has no member 'st_mtim'",
    ),
    "a wait in asynchronous code": (
        "import Dispatch\nfunc f() async { DispatchSemaphore(value: 0).wait() }",
        "'wait' is unavailable from asynchronous contexts",
    ),
    "the main thread in asynchronous code": (
        "import Foundation\nfunc f() async { _ = Thread.isMainThread }",
        "'isMainThread' is unavailable from asynchronous contexts",
    ),
    "an item of a sheet without an identity": (
        "import SwiftUI\nstruct A: Equatable {}\n@MainActor func f(_ a: Binding<A?>) {\n"
        '  _ = Text(verbatim: "").sheet(item: a) { _ in EmptyView() }\n}',
        "requires that 'A' conform to 'Identifiable'",
    ),
    "an item of a destination without a hash": (
        "import SwiftUI\nstruct A: Identifiable { let id = 1 }\n"
        "@MainActor func f(_ a: Binding<A?>) {\n"
        '  _ = Text(verbatim: "").navigationDestination(item: a) { _ in EmptyView() }\n}',
        "requires that 'A' conform to 'Hashable'",
    ),
    "an environment object without observation": (
        "import SwiftUI\nfinal class A {}\n@MainActor func f(_ a: A) {\n"
        "  _ = EmptyView().environment(a)\n}",
        "requires that 'A' conform to 'Observable'",
    ),
    "a bindable structure": (
        "import Observation\nimport SwiftUI\nstruct A: Observable {}\n"
        "struct B: View {\n  @Bindable var a: A\n  var body: some View { EmptyView() }\n}",
        "'init(wrappedValue:)' is unavailable: The wrapped value must be an object",
    ),
    "a binding to a class outside its actor": (
        "import SwiftUI\nfinal class A { var b = 1 }\nfunc f(_ a: A) -> Binding<Int> {\n"
        "  Binding(get: { a.b }, set: { a.b = $0 })\n}",
        "capture of 'a' with non-Sendable type 'A' in a '@Sendable' closure",
    ),
    "the body of a view outside the main actor": (
        "import SwiftUI\nstruct A: View { var body: some View { EmptyView() } }\n"
        "func f(_ a: A) { _ = a.body }",
        "main actor-isolated property 'body' can not be referenced from a nonisolated context",
    ),
    "an import that another file has": (
        "func f(_ a: String) -> Int { Int(strtol(a, nil, 10)) }",
        "cannot find 'strtol'",
    ),
}
PLANTED_IN_C = {
    "a header of Linux": ("#include <link.h>", "'link.h' file not found"),
    "a function of Linux": (
        "#include <stdlib.h>\nsize_t f(void *a) { return malloc_usable_size(a); }",
        "malloc_usable_size",
    ),
    "code of one processor": (
        'long f(void) { long a; __asm__("rdtsc" : "=a"(a)); return a; }',
        "invalid output constraint '=a'",
    ),
    "a symbol of Linux": (
        "extern int sched_getcpu(void);\nint f(void) { return sched_getcpu(); }",
        "sched_getcpu",
    ),
}


@pytest.fixture(scope="module")
def sdk() -> Iterator[StandInSDK]:
    if sys.platform != "linux":
        pytest.skip("the stand-in is made from a toolchain for Linux")
    yield StandInSDK(Platform("macos", "arm64-apple-macosx15.0"), WORK, ROOT)


@pytest.mark.parametrize("kind", PLANTED)
def test_a_planted_error_is_found(sdk: StandInSDK, tmp_path: Path, kind: str) -> None:
    text, expected = PLANTED[kind]
    file = tmp_path / "Planted.swift"
    file.write_text(text + "\n", encoding="utf-8")
    errors = sdk.compile(Module("Planted", tmp_path, [file], flags=FLAGS))
    assert any(expected in error for error in errors), errors


ARTICLE = """\
# An app

```swift
import SwiftUI

struct AppView: View {
  var body: some View { Text("a") }
}
```

```swift
import SwiftUI

#Preview("An app") {
  AppView(number: 1)
}
```
"""


def test_an_error_in_an_article_about_swiftui_is_found(sdk: StandInSDK, tmp_path: Path) -> None:
    article = tmp_path / "AnApp.md"
    article.write_text(ARTICLE, encoding="utf-8")
    plain, isolated = article_modules(article, tmp_path, tmp_path)
    assert (plain.name, isolated.name) == ("ArticleAnApp", "ArticleAnAppIsolated")
    for module in (plain, isolated):
        module.dependencies = []
        errors = sdk.compile(module)
        assert errors == ["AnApp.md:15:19: argument passed to call that takes no arguments"]
    article.write_text(ARTICLE.replace("number: 1", ""), encoding="utf-8")
    for module in article_modules(article, tmp_path, tmp_path):
        module.dependencies = []
        assert sdk.compile(module) == []


def test_only_articles_that_import_swiftui_are_compiled(tmp_path: Path) -> None:
    article = tmp_path / "AnApp.md"
    article.write_text(ARTICLE.replace("import SwiftUI", "import Foundation"), encoding="utf-8")
    assert article_modules(article, tmp_path, tmp_path) == []
    (found,) = (ROOT / "Sources").glob("FlowCore/*.docc/Articles/SwiftUI.md")
    plain, _ = article_modules(found, ROOT, tmp_path)
    assert len(plain.sources) == found.read_text(encoding="utf-8").count("```swift\n")


def test_correct_code_has_no_error(sdk: StandInSDK, tmp_path: Path) -> None:
    file = tmp_path / "Planted.swift"
    file.write_text(
        "import Darwin\nfunc f(_ a: pthread_t) {\n  pthread_join(a, nil)\n"
        "  if #available(macOS 26, *) { Task.immediate {} }\n}\n",
        encoding="utf-8",
    )
    assert sdk.compile(Module("Planted", tmp_path, [file], flags=FLAGS)) == []


def test_a_second_run_leaves_the_files_of_a_running_one_alone(sdk: StandInSDK) -> None:
    files = [file for file in sdk.c_modules.rglob("*") if file.is_file()]
    assert sdk.c_modules / "sys/qos.h" in files
    before = [file.stat() for file in files]
    StandInSDK(sdk.platform, WORK, ROOT)
    after = [file.stat() for file in files]
    assert [(a.st_ino, a.st_mtime_ns) for a in after] == [(b.st_ino, b.st_mtime_ns) for b in before]


def test_a_reader_sees_a_file_whole_while_it_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "a.h"
    write(file, "first")
    with file.open(encoding="utf-8") as reader:
        write(file, "second")
        assert reader.read() == "first"
    assert [entry.name for entry in file.parent.iterdir()] == ["a.h"]
    assert file.read_text(encoding="utf-8") == "second"


def test_a_lock_excludes_others_until_it_is_released(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with exclusive(lock), lock.open("w") as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with exclusive(lock):
        pass


@pytest.mark.parametrize("kind", PLANTED_IN_C)
def test_a_planted_error_in_c_is_found(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], kind: str
) -> None:
    text, expected = PLANTED_IN_C[kind]
    folder = tmp_path / "Sources" / "CFlowCount"
    (folder / "include").mkdir(parents=True)
    (folder / "planted.c").write_text(text + "\n", encoding="utf-8")
    assert not check_c_targets(tmp_path, WORK.parent / "macos-planted")
    assert expected in capfd.readouterr().out


def test_errors_are_listed_once_with_relative_places() -> None:
    log = "/a/b/x.swift:1:2: error: bad\n/a/b/x.swift:1:2: error: bad\n<unknown>:0: error: worse\n"
    assert errors_in(log, Path("/a/b")) == ["x.swift:1:2: bad", "worse"]


def test_conditions_and_settings_of_a_manifest() -> None:
    assert applies(None, set())
    assert applies({"platformNames": ["macos", "ios"]}, set())
    assert not applies({"platformNames": ["linux"]}, set())
    assert not applies({"platformNames": [], "traits": ["Benchmark"]}, set())
    assert applies({"platformNames": [], "traits": ["Benchmark"]}, {"Benchmark"})
    assert not applies({"platformNames": [], "config": "release"}, set())
    assert flags_of({"kind": {"define": {"_0": "A"}}}) == ["-D", "A"]
    assert flags_of({"kind": {"treatAllWarnings": {"_0": "error"}}}) == ["-warnings-as-errors"]
