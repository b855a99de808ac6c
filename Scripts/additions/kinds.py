"""The additions: a renamed copy of a file and one line in a list, or a few lines in two files."""

import re
from dataclasses import dataclass, field

Texts = dict[str, str]
DESIGNS = "Sources/Designs"
WORKLOADS = "Sources/Workloads/Features"


class AdditionError(Exception):
    """The reason for not adding something."""


@dataclass(frozen=True)
class Addition:
    """Lines in existing files, each after a given line, and perhaps a renamed copy of a file."""

    kind: str
    lines: dict[str, dict[str, str]]
    # The copied file, the added one, and regular expressions with their replacements.
    model: str = ""
    file: str = ""
    renamed: dict[str, str] = field(default_factory=dict)

    def apply(self, texts: Texts) -> Texts:
        texts = dict(texts)
        if self.file in texts:
            raise AdditionError(f"{self.file} is there already")
        if self.file:
            text = texts[self.model]
            for pattern, name in self.renamed.items():
                text, count = re.subn(pattern, name, text)
                if not count:
                    raise AdditionError(f"{self.model} has no '{pattern}'")
            texts[self.file] = text
        for file, places in self.lines.items():
            for line, added in places.items():
                if texts[file].count(f"\n{line}\n") != 1:
                    raise AdditionError(f"{file} must have the line '{line.strip()}' once")
                texts[file] = texts[file].replace(f"\n{line}\n", f"\n{line}\n{added}\n")
        return texts


TRAFFIC = "Sources/Workloads/Traffic"
ADDITIONS = (
    Addition(
        "design",
        {
            "Sources/PublishedDesigns/Catalogue+Published.swift": {
                "    BareTaskDesign.add(to: &self)": "    AddedDesign.add(to: &self)",
            },
        },
        f"{DESIGNS}/Published/Returning/ReturningAdapter.swift",
        f"{DESIGNS}/Added/AddedAdapter.swift",
        {
            r"\bReturningAdapter\b": "AddedAdapter",
            r"\bReturningDesign\b": "AddedDesign",
            r'"returning"': '"added"',
        },
    ),
    Addition(
        "workload",
        {
            "Sources/Workloads/StandardWorkloads.swift": {
                "    visitor.visit(Workload.shop)": "    visitor.visit(Workload.added)",
            },
        },
        f"{WORKLOADS}/Shop/ShopFeature.swift",
        f"{WORKLOADS}/Added/AddedFeature.swift",
        {r"\bShopFeature\b": "AddedFeature", r"\bvar shop\b": "var added"},
    ),
    # A field with its column, and its measurement.
    Addition(
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
    Addition(
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
    Addition(
        "option",
        {
            "Sources/FlowRunner/Options/RunOptions.swift": {
                "  package var actions: Int?": (
                    '  @Option(.number(in: 1...9), "n", "Times that each round is made")\n'
                    "  package var added = 1"
                ),
            },
            "Sources/FlowRunner/Run/Plan.swift": {
                "    rounds = measurement.rounds ?? rounds": "    rounds *= measurement.added",
            },
        },
    ),
    Addition(
        "topology",
        {
            "Sources/FlowHarness/Topologies/Topology.swift": {
                "  case scoped": "  case added",
                '    case .single: "one store, one state, reducers joined"': (
                    '    case .added: "one store"'
                ),
                "    case .scoped: .depth": "    case .added: .none",
                "    case .single: design.makeStore(with: builder)": (
                    "    case .added: design.makeStore(with: builder)"
                ),
                "    case .single: 1": "    case .added: 1",
            },
        },
    ),
)


def with_all(texts: Texts) -> Texts:
    for addition in ADDITIONS:
        texts = addition.apply(texts)
    return texts
