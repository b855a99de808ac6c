"""Where one curve crosses another, on two logarithmic axes."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """A cost with its 95 % interval at a feature count."""

    features: int
    cost: float
    low: float
    high: float


@dataclass(frozen=True)
class Crossing:
    """The feature count at which two topologies cost the same, and where it may lie."""

    features: float
    low: float
    high: float


def winner(base: Point, other: Point) -> int:
    """-1 when the base is cheaper, 1 when the other is, 0 when their intervals overlap."""
    if base.high < other.low:
        return -1
    if other.high < base.low:
        return 1
    return 0


def crossing(base: list[Point], other: list[Point]) -> Crossing | None:
    """Where two curves cross, if at one count the one is told to be cheaper, at another the other.

    Between measured counts both are straight lines on logarithmic axes. The interval is where the
    line of one's low ends meets that of the other's high ends. Of several crossings, the first.
    """
    pairs = paired(base, other)
    sides = [winner(a, b) for a, b in pairs]
    for start, side in enumerate(sides):
        for end in range(start + 1, len(sides)):
            if sides[end] == 0 or side == 0:
                continue
            if sides[end] == side:
                break
            part = pairs[start : end + 1]
            features = _zero([(a.features, a.cost, b.cost) for a, b in part])
            early = _zero([(a.features, a.high, b.low) for a, b in part])
            late = _zero([(a.features, a.low, b.high) for a, b in part])
            return Crossing(features, min(early, late), max(early, late))
    return None


def paired(base: list[Point], other: list[Point]) -> list[tuple[Point, Point]]:
    """The points of both at the counts that both have, ascending."""
    others = {point.features: point for point in other}
    return [
        (point, others[point.features])
        for point in sorted(base, key=lambda point: point.features)
        if point.features in others
    ]


def growth(points: list[Point]) -> float | None:
    """With which power of the feature count the cost grows: the slope of the fitted line."""
    if len({point.features for point in points}) < 3:
        return None
    xs = [math.log(point.features) for point in points]
    ys = [math.log(point.cost) for point in points]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    spread = sum((x - middle_x) ** 2 for x in xs)
    return sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True)) / spread


def _zero(points: list[tuple[int, float, float]]) -> float:
    """The count at which two costs are equal, given that they change sides."""
    for (x0, a0, b0), (x1, a1, b1) in zip(points, points[1:], strict=False):
        d0, d1 = math.log(a0 / b0), math.log(a1 / b1)
        if d0 == 0:
            return float(x0)
        if d0 * d1 < 0:
            share = d0 / (d0 - d1)
            return x0 * (x1 / x0) ** share
    return float(points[-1][0])
