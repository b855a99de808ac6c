"""The additions: a renamed copy of a file and one line in a list, or a few lines in two files."""

import re
from dataclasses import dataclass

Texts = dict[str, str]
DESIGNS = "Sources/SynchronousDesigns"
WORKLOADS = "Sources/Workloads/Features"


class AdditionError(Exception):
    """The reason for not adding something."""


@dataclass(frozen=True)
class Addition:
    """A renamed copy of a file, and a line after the last one of its kind in a list."""

    kind: str
    model: str
    file: str
    # Regular expressions for the model, and their replacements.
    renamed: dict[str, str]
    listing: str
    # The beginning of the lines of the list.
    prefix: str
    line: str

    def apply(self, texts: Texts) -> Texts:
        if self.file in texts:
            raise AdditionError(f"{self.file} is there already")
        text = texts[self.model]
        for pattern, name in self.renamed.items():
            text, count = re.subn(pattern, name, text)
            if not count:
                raise AdditionError(f"{self.model} has no '{pattern}'")
        lines = texts[self.listing].splitlines(keepends=True)
        places = [index for index, line in enumerate(lines) if line.startswith(self.prefix)]
        if not places:
            raise AdditionError(f"{self.listing} has no line that begins with '{self.prefix}'")
        lines.insert(places[-1] + 1, f"{self.line}\n")
        return {**texts, self.file: text, self.listing: "".join(lines)}


@dataclass(frozen=True)
class Entry:
    """Lines in existing files, each after a given line."""

    kind: str
    lines: dict[str, dict[str, str]]

    def apply(self, texts: Texts) -> Texts:
        texts = dict(texts)
        for file, places in self.lines.items():
            for line, added in places.items():
                if texts[file].count(f"\n{line}\n") != 1:
                    raise AdditionError(f"{file} must have the line '{line.strip()}' once")
                texts[file] = texts[file].replace(f"\n{line}\n", f"\n{line}\n{added}\n")
        return texts


ADDITIONS = (
    Addition(
        "design",
        f"{DESIGNS}/ReturningAdapter.swift",
        f"{DESIGNS}/AddedAdapter.swift",
        {
            r"\bReturningAdapter\b": "AddedAdapter",
            r"\bReturningDesign\b": "AddedDesign",
            r'"returning"': '"added"',
        },
        "Sources/PublishedDesigns/Catalogue+Published.swift",
        "    BareTaskDesign.add(",
        "    AddedDesign.add(to: &self)",
    ),
    Addition(
        "workload",
        f"{WORKLOADS}/Shop/ShopFeature.swift",
        f"{WORKLOADS}/Added/AddedFeature.swift",
        {r"\bShopFeature\b": "AddedFeature", r"\bvar shop\b": "var added"},
        "Sources/Workloads/StandardWorkloads.swift",
        "    visitor.visit(",
        "    visitor.visit(Workload.added)",
    ),
)


TRAFFIC = "Sources/Workloads/Traffic"
ENTRIES = (
    # A field with its column, and its measurement.
    Entry(
        "metric",
        {
            "Sources/FlowResults/SampleMeasures.swift": {
                "  package var instructions: Double?": "  package var added: Double?",
                '        within: 0.0001, title: "instr", isGated: true, '
                "dependence: .instructionCounter)),": (
                    '    .number("added_per_action", \\.added, "Batches for each action.")\n'
                    '      .metric(.counted(title: "added")),'
                ),
            },
            "Sources/FlowRunner/Driver/TrialDriver+Timing.swift": {
                "      sample.wallNs = wallNs": "      sample.added = Double(batches) / actions",
            },
        },
    ),
    Entry(
        "shape",
        {
            f"{TRAFFIC}/LoadShape.swift": {
                "  case steady": "  case added",
                '    ("steady", .steady),': '    ("added", .added),',
                "  private func segments(rate: Double, durationNs: UInt64) throws(RateError) "
                "-> [RateSegment] {\n    switch self {": (
                    "    case .added: return [RateSegment(durationNs: durationNs, rate: rate)]"
                ),
                "    case .steady: name": "    case .added: name",
                '    case .steady: "steady"': '    case .added: "added"',
                "  private func check() throws(RateError) {\n    switch self {": (
                    "    case .added: break"
                ),
            },
        },
    ),
    # A property, and the plan that reads it.
    Entry(
        "option",
        {
            "Sources/FlowRunner/Options/RunOptions.swift": {
                "  package var actions: Int?": (
                    '  @Option(.number(in: 1...9), "n", "Times that each round is made")\n'
                    "  package var added = 1"
                ),
            },
            "Sources/FlowRunner/Run/Plan.swift": {
                "    rounds = options.rounds ?? rounds": "    rounds *= options.added",
            },
        },
    ),
    Entry(
        "topology",
        {
            "Sources/FlowHarness/Topologies/Topology.swift": {
                "  case scoped": "  case added",
                '    case .single: "one store, one state, reducers joined"': (
                    '    case .added: "one store"'
                ),
                "    case .scoped: .depth": "    case .added: .none",
                "    case .single: design.plug(into: socket)": (
                    "    case .added: design.plug(into: socket)"
                ),
                "    case .single: 1": "    case .added: 1",
            },
        },
    ),
)


def with_all(texts: Texts) -> Texts:
    for addition in (*ADDITIONS, *ENTRIES):
        texts = addition.apply(texts)
    return texts
