"""An app of 50 features, each five levels down, as Swift sources written in three ways.

State and actions are the same text in all ways. `switch` has one reducer for the whole app,
`by-hand` one for each feature and each part, and `scoped` combines as many with
`CombineReducers` and `scoped(state:action:)`.
"""

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

WAYS = ("switch", "by-hand", "scoped")
# The kinds of parts from the root down, with their numbers; the last are the features.
LEVELS = (("App", 1), ("Tab", 2), ("Area", 5), ("Group", 10), ("Page", 25), ("Feature", 50))

MANIFEST = """\
// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "CompileCost",
  platforms: [.macOS(.v15)],
  targets: [
    .target(
      name: "FlowCore", exclude: ["FlowCore.docc"],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
%s  ],
  swiftLanguageModes: [.v6]
)
"""

APP = """
/// The value after another one; what takes time is left out.
func lookUp(_ value: Int) async -> Int { value * 31 + 7 }

@MainActor
package final class App {
  private let store: some StoreView<AppState, AppAction> =
    Store(initialState: AppState(), reducer: %s)

  package init() {}

  package var state: AppState { store.current }
  package func send(_ action: AppAction) { store.send(action) }
  package func run(_ action: AppAction) async { await store.sendAndWait(action) }
}
"""

MAIN = """
/// FNV-1a of what a state prints, without the name of the app's module.
func digest(_ state: AppState) -> String {
  let printed = String(describing: state).replacing("%s.", with: "")
  var hash: UInt64 = 0xcbf2_9ce4_8422_2325
  for byte in printed.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
  return String(hash, radix: 16)
}

let app = App()
var sent = 0

@MainActor
func run(_ action: AppAction) async {
  await app.run(action)
  sent += 1
}

print("before", digest(app.state))
"""


@dataclass(frozen=True)
class Kind:
    """A kind of feature: its state, its actions, and some actions to be sent.

    Each action has statements, in which `$.` is the state and `«…»` an action of the feature.
    """

    fields: tuple[str, ...]
    cases: tuple[str, ...]
    code: dict[str, tuple[str, ...]]
    samples: tuple[str, ...]

    def statements(self, state: str, wrap: Callable[[str], str]) -> dict[str, list[str]]:
        return {
            pattern: [
                re.sub("«(.*)»", lambda found: wrap(found[1]), line.replace("$.", f"{state}."))
                for line in lines
            ]
            for pattern, lines in self.code.items()
        }


KINDS = (
    Kind(
        ("count = 0", "step = 1", "isLimited = false"),
        ("increment", "decrement", "step(Int)", "limit"),
        {
            ".increment": (
                "$.count += $.step",
                "if $.isLimited { $.count = min($.count, 10) }",
            ),
            ".decrement": ("$.count -= $.step",),
            ".step(let step)": ("$.step = step",),
            ".limit": ("$.isLimited.toggle()",),
        },
        (".increment", ".step(7)", ".increment", ".limit", ".increment", ".decrement"),
    ),
    Kind(
        ("items: [String] = []", "selected: Int?", "removals = 0"),
        ("add(String)", "remove(Int)", "select(Int)", "clear"),
        {
            ".add(let item)": ("$.items.append(item)",),
            ".remove(let index)": (
                "guard $.items.indices.contains(index) else { return .none }",
                "$.items.remove(at: index)",
                "$.removals += 1",
            ),
            ".select(let index)": ("$.selected = $.items.indices.contains(index) ? index : nil",),
            ".clear": ("$.items = []", "$.selected = nil"),
        },
        ('.add("a")', '.add("b")', ".select(0)", ".remove(0)", ".clear", '.add("c")'),
    ),
    # A form sends itself the answer.
    Kind(
        ('name = ""', 'mail = ""', "isSubmitted = false", "tries = 0"),
        ("name(String)", "mail(String)", "submit", "submitted(Bool)"),
        {
            ".name(let name)": ("$.name = name",),
            ".mail(let mail)": ("$.mail = mail",),
            ".submit": (
                "$.tries += 1",
                'let isValid = !$.name.isEmpty && $.mail.contains("@")',
                "return .send(«.submitted(isValid)»)",
            ),
            ".submitted(let isValid)": ("$.isSubmitted = isValid",),
        },
        (".submit", '.name("n")', '.mail("m@n")', ".submit"),
    ),
    # A loader awaits the answer.
    Kind(
        ("isLoading = false", "value = 1", "resets = 0"),
        ("load", "loaded(Int)", "reset"),
        {
            ".load": (
                "$.isLoading = true",
                "let value = $.value",
                "return .task { «.loaded(await lookUp(value))» }",
            ),
            ".loaded(let value)": ("$.isLoading = false", "$.value = value"),
            ".reset": ("$.value = 0", "$.resets += 1"),
        },
        (".load", ".load", ".reset", ".load"),
    ),
    # A search has the answer immediately.
    Kind(
        ('query = ""', "results: [Int] = []", "isStale = false"),
        ("query(String)", "found([Int])", "forget"),
        {
            ".query(let query)": (
                "$.query = query",
                "$.isStale = true",
                "return .perform { «.found(Array(0..<query.count))» }",
            ),
            ".found(let results)": ("$.results = results", "$.isStale = false"),
            ".forget": ('$.query = ""', "$.results = []"),
        },
        ('.query("one")', '.query("three")', ".forget", '.query("to")'),
    ),
)


@dataclass(frozen=True)
class Part:
    """A part of the app: a feature, or a part with children."""

    # The name of its types, and the path of properties from the root.
    type: str
    trail: tuple[str, ...]
    children: tuple["Part", ...]
    kind: Kind | None

    @property
    def name(self) -> str:
        return self.trail[-1]

    def all(self) -> Iterator["Part"]:
        """Yields the part and all parts below it."""
        yield self
        for child in self.children:
            yield from child.all()

    def features(self) -> list["Part"]:
        return [part for part in self.all() if part.kind]

    def wrap(self, action: str) -> str:
        """Returns the action of the app for an action of the part."""
        for name in reversed(self.trail):
            action = f".{name}({action})"
        return action


def app_of(level: int = 0, index: int = 0, trail: tuple[str, ...] = ()) -> Part:
    """Returns the part of a level with an index; by default the whole app."""
    kind, count = LEVELS[level]
    if level == len(LEVELS) - 1:
        return Part(f"{kind}{index + 1:02}", trail, (), KINDS[index % len(KINDS)])
    below, many = LEVELS[level + 1]
    is_last = level + 1 == len(LEVELS) - 1
    children = tuple(
        app_of(level + 1, child, (*trail, f"{below.lower()}{child + 1:{'02' if is_last else ''}}"))
        for child in range(many)
        if child * count // many == index
    )
    return Part(f"{kind}{index + 1}" if trail else kind, trail, children, None)


def indented(lines: list[str], depth: int) -> list[str]:
    return ["  " * depth + line for line in lines]


# ---- State and actions: the same in all ways ---------------------------------------------------


def types_of(part: Part) -> str:
    if part.kind:
        fields, cases = part.kind.fields, part.kind.cases
    else:
        held = [(child.name, child.type) for child in part.children]
        fields = ("openings = 0", *(f"{name} = {kind}State()" for name, kind in held))
        cases = ("opened", *(f"{name}({kind}Action)" for name, kind in held))
    access = "" if part.trail else "package "
    return "\n".join(
        [f"{access}struct {part.type}State: Equatable {{"]
        + [f"  var {field}" for field in fields]
        + ["}", "", f"package enum {part.type}Action {{"]
        + [f"  case {case}" for case in cases]
        + ["}", ""]
    )


# ---- Reducers ----------------------------------------------------------------------------------


def reducer(name: str, part: Part, switch: list[str]) -> str:
    """Returns a reducer of a part whose body is a switch."""
    head = f"  func reduce(into state: inout {part.type}State, action: {part.type}Action)"
    return "\n".join(
        [f"struct {name}: Reducer {{", f"{head} -> Effect<{part.type}Action> {{"]
        + indented([*switch, "return .none"], 2)
        + ["  }", "}", ""]
    )


def switch_of(cases: dict[str, list[str]]) -> list[str]:
    lines = ["switch action {"]
    for pattern, code in cases.items():
        lines += [f"case {pattern}:", *indented(code, 1)]
    return [*lines, "}"]


def whole_switch(part: Part) -> list[str]:
    """Returns the switch of a part with the switches of all parts below it."""
    state = ".".join(("state", *part.trail))
    if part.kind:
        return switch_of(part.kind.statements(state, part.wrap))
    cases = {".opened": [f"{state}.openings += 1"]}
    for child in part.children:
        cases[f".{child.name}(let action)"] = whole_switch(child)
    return switch_of(cases)


def by_hand(part: Part) -> str:
    cases = {".opened": ["state.openings += 1"]}
    for child in part.children:
        cases[f".{child.name}(let action)"] = [
            f"return {child.type}Reducer().reduce(into: &state.{child.name}, action: action)",
            f"  .map(.{child.name})",
        ]
    return case_paths(part) + reducer(f"{part.type}Reducer", part, switch_of(cases))


def case_paths(part: Part) -> str:
    """Returns the case paths of the actions of a part's children."""
    lines = []
    for child in part.children:
        lines += [
            f"extension CasePath<{part.type}Action, {child.type}Action> {{",
            f"  static var {child.name}: Self {{",
            f"    Self({part.type}Action.{child.name}) {{",
            f"      if case .{child.name}(let action) = $0 {{ action }} else {{ nil }}",
            *["    }", "  }", "}", ""],
        ]
    return "\n".join(lines)


def scoped(part: Part) -> str:
    """Returns a reducer that combines those of its children."""
    own = switch_of({".opened": ["state.openings += 1"], "_": ["break"]})
    combined = [f"{part.type}OwnReducer()"]
    for child in part.children:
        combined += [
            f"{child.type}Reducer{'()' if child.kind else '.whole'}.scoped(",
            f"  state: \\{part.type}State.{child.name},",
            f"  action: .{child.name})",
        ]
    return case_paths(part) + "\n".join(
        [reducer(f"{part.type}OwnReducer", part, own), f"enum {part.type}Reducer {{"]
        + [f"  static var whole: some Reducer<{part.type}State, {part.type}Action> {{"]
        + ["    CombineReducers {", *indented(combined, 3), "    }", "  }", "}", ""]
    )


def reducers_of(part: Part, way: str) -> str:
    """Returns the reducers of a part; empty for most parts of `switch`."""
    if way == "switch":
        return "" if part.trail else reducer("AppReducer", part, whole_switch(part))
    if part.kind:
        code = part.kind.statements("state", lambda action: action)
        return reducer(f"{part.type}Reducer", part, switch_of(code))
    return by_hand(part) if way == "by-hand" else scoped(part)


# ---- The package -------------------------------------------------------------------------------


def module_of(way: str) -> str:
    return "".join(word.capitalize() for word in way.split("-")) + "App"


def sources_of(app: Part, way: str) -> dict[str, str]:
    """Returns the files of the module of an app, by name."""
    files = {}
    for part in app.all():
        text = f"import FlowCore\n\n{types_of(part)}"
        if reducers := reducers_of(part, way):
            text += f"\n{reducers}"
        if not part.trail:
            text += APP % ("AppReducer.whole" if way == "scoped" else "AppReducer()")
        files[f"{part.type}.swift"] = text
    return files


def actions_of(app: Part) -> list[str]:
    """Returns the first action of each part, then the second, and so on."""
    samples = [
        [part.wrap(action) for action in (part.kind.samples if part.kind else (".opened",))]
        for part in app.all()
    ]
    rounds = itertools.zip_longest(*samples)
    return [action for actions in rounds for action in actions if action]


def main_of(app: Part, way: str) -> str:
    """Returns a program that sends the actions and prints a digest of the state."""
    lines = [f"await run({action})" for action in actions_of(app)]
    end = 'print("after", digest(app.state), sent)'
    module = module_of(way)
    return f"import {module}\n{MAIN % module}" + "\n".join([*lines, end, ""])


def package_of(app: Part) -> dict[str, str]:
    """Returns all files of the package except FlowCore's: an app and a program in each way."""
    files, targets = {}, ""
    for way in WAYS:
        module = module_of(way)
        for name, text in sources_of(app, way).items():
            files[f"Sources/{module}/{name}"] = text
        files[f"Sources/Run{module}/main.swift"] = main_of(app, way)
        targets += f'    .target(name: "{module}", dependencies: ["FlowCore"]),\n'
        targets += f'    .executableTarget(name: "Run{module}", dependencies: ["{module}"]),\n'
    return {"Package.swift": MANIFEST % targets, **files}
