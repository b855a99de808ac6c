"""Ratios with their intervals, and growth."""

import math
from dataclasses import dataclass
from statistics import fmean, linear_regression, variance

CONFIDENCE = 0.95


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


def growth(points: list[Point]) -> float | None:
    """Returns the power of the feature count with which the cost grows, by linear regression."""
    if len({point.features for point in points}) < 3:
        return None
    xs = [math.log(point.features) for point in points]
    return linear_regression(xs, [math.log(point.cost) for point in points]).slope
