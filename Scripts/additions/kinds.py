"""What is added of each kind: one file, which is another one renamed, and one line in a list."""

import re
from dataclasses import dataclass

Texts = dict[str, str]
DESIGNS = "Sources/SynchronousDesigns"
WORKLOADS = "Sources/Workloads/Features"
TOPOLOGIES = "Sources/FlowHarness/Topologies"


class AdditionError(Exception):
    """What keeps something from being added."""


@dataclass(frozen=True)
class Addition:
    """A new file, which is another one renamed, and a line after the last of its kind in a list."""

    kind: str
    model: str
    file: str
    # What stands in the model, as a regular expression, and what stands there instead.
    renamed: dict[str, str]
    listing: str
    # What a line of the list begins with.
    prefix: str
    line: str

    def apply(self, texts: Texts) -> Texts:
        """The texts with what is added."""
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


ADDITIONS = (
    Addition(
        "design",
        f"{DESIGNS}/ReturningAdapter.swift",
        f"{DESIGNS}/AddedAdapter.swift",
        {
            r"\bReturningAdapter\b": "AddedAdapter",
            r"\bReturningDesign\b": "AddedDesign",
            r'"returning"': '"added"',
            r"\bHandWrittenLoops\.returning\b": "HandWrittenLoops.added",
            r"\bfunc returning\b": "func added",
        },
        "Sources/PublishedDesigns/Catalogue+Published.swift",
        "    visit(",
        "    visit(AddedDesign(), AddedDesign.add)",
    ),
    Addition(
        "workload",
        f"{WORKLOADS}/Shop/ShopFeature.swift",
        f"{WORKLOADS}/Added/AddedFeature.swift",
        {r"\bShopFeature\b": "AddedFeature", r"\bvar shop\b": "var added"},
        "Sources/Workloads/List/StandardWorkloads.swift",
        "    visitor.visit(",
        "    visitor.visit(Workload.added)",
    ),
    Addition(
        "topology",
        f"{TOPOLOGIES}/StorePerFeature.swift",
        f"{TOPOLOGIES}/AddedStores.swift",
        {
            r"\bStorePerFeature\b": "AddedStores",
            r"\bperFeature\b": "added",
            r'"per-feature"': '"added"',
        },
        f"{TOPOLOGIES}/StoreTopology.swift",
        "    visitor.visit(",
        "    visitor.visit(AddedStores.self)",
    ),
)


def with_all(texts: Texts) -> Texts:
    """The texts with all that is added."""
    for addition in ADDITIONS:
        texts = addition.apply(texts)
    return texts
