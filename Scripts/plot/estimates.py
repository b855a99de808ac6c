"""Ratios with their intervals, and growth."""

import math
from dataclasses import dataclass
from statistics import fmean, variance

CONFIDENCE = 0.95
LARGEST_MISFIT = 0.25


@dataclass(frozen=True)
class Ratio:
    """The cost of the candidate as a multiple of the base, with its interval."""

    ratio: float
    low: float
    high: float

    @property
    def side(self) -> int:
        """-1 if the candidate is faster, 1 if it is slower, 0 if the interval contains 1."""
        return (self.low > 1) - (self.high < 1)


def welch(base: list[float], candidate: list[float]) -> Ratio | None:
    """Returns the ratio of geometric means; None with fewer than two values on a side.

    The interval is Welch's unequal-variances t interval on the logarithms (Biometrika 34, 1947).
    """
    if len(base) < 2 or len(candidate) < 2 or min(*base, *candidate) <= 0:
        return None
    a, b = [math.log(x) for x in base], [math.log(x) for x in candidate]
    va, vb = variance(a) / len(a), variance(b) / len(b)
    difference = fmean(b) - fmean(a)
    half = 0.0
    if va + vb > 0:
        freedom = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
        half = student_quantile((1 + CONFIDENCE) / 2, freedom) * math.sqrt(va + vb)
    return Ratio(math.exp(difference), math.exp(difference - half), math.exp(difference + half))


def student_quantile(share: float, freedom: float) -> float:
    """Returns the quantile of Student's distribution for a share above a half, by bisection."""
    low, high = 0.0, 1.0
    while _student_below(high, freedom) < share:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _student_below(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def _student_below(t: float, freedom: float, steps: int = 200) -> float:
    """Returns the share of Student's distribution below t, by Simpson's rule.

    With t = √freedom · tan(angle), the density is proportional to cos(angle) ** (freedom - 1).
    """
    width = math.atan(t / math.sqrt(freedom)) / steps
    total = sum(
        (1 if index in (0, steps) else 4 if index % 2 else 2)
        * math.cos(width * index) ** (freedom - 1)
        for index in range(steps + 1)
    )
    scale = math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    return 0.5 + scale / math.sqrt(math.pi) * total * width / 3


@dataclass(frozen=True)
class Point:
    """A cost with its 95 % interval at a feature count."""

    features: int
    cost: float
    low: float
    high: float


def winner(base: Point, other: Point) -> int:
    """Returns -1 if the base is cheaper, 1 if the other is, 0 if their intervals overlap."""
    return (other.high < base.low) - (base.high < other.low)


def paired(base: list[Point], other: list[Point]) -> list[tuple[Point, Point]]:
    """Returns the points of both curves at their common counts, ascending."""
    others = {point.features: point for point in other}
    common = sorted((p for p in base if p.features in others), key=lambda point: point.features)
    return [(point, others[point.features]) for point in common]


def growth(points: list[Point]) -> tuple[float, float] | None:
    """Returns the cost without features and the cost of each feature, at least 0.

    Least squares of the relative residuals. None with fewer than three counts, and if a cost is
    more than a quarter off the line.
    """
    if len({point.features for point in points}) < 3:
        return None
    weights = [point.cost**-2 for point in points]
    fitted = [(weight, p.features, p.cost) for weight, p in zip(weights, points, strict=True)]
    mean_x = sum(w * x for w, x, _ in fitted) / sum(weights)
    mean_y = sum(w * y for w, _, y in fitted) / sum(weights)
    squares = sum(w * (x - mean_x) ** 2 for w, x, _ in fitted)
    slope = max(0.0, sum(w * (x - mean_x) * (y - mean_y) for w, x, y in fitted) / squares)
    base = mean_y - slope * mean_x
    if base < 0:
        slope = sum(w * x * y for w, x, y in fitted) / sum(w * x * x for w, x, _ in fitted)
        base = 0.0
    off = max(abs(y / (base + slope * x) - 1) for _, x, y in fitted)
    return (base, slope) if off <= LARGEST_MISFIT else None
