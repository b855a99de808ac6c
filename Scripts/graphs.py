"""Cycles in a graph."""

from collections.abc import Hashable


def cycles(successors: dict[Hashable, set]) -> set[frozenset]:
    """Returns the sets of nodes that can be reached from each other."""
    reached: dict[Hashable, set] = {}
    for start in successors:
        found: set = set()
        waiting = [start]
        while waiting:
            more = successors.get(waiting.pop(), set()) - found
            found |= more
            waiting += more
        reached[start] = found
    return {
        frozenset(other for other in found if node in reached.get(other, ()))
        for node, found in reached.items()
        if node in found
    }
