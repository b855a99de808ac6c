"""The ratio of two geometric means with Welch's interval, from one number for each process."""

import math
from dataclasses import dataclass
from statistics import fmean, variance

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Ratio:
    """How many times the base the candidate costs, and where that may lie."""

    ratio: float
    low: float
    high: float

    @property
    def side(self) -> int:
        """-1 when the candidate is faster, 1 when it is slower, 0 when it cannot be said."""
        return (self.low > 1) - (self.high < 1)


def welch(base: list[float], candidate: list[float]) -> Ratio | None:
    """Candidate over base, of positive numbers; nothing with fewer than two on a side.

    Welch's unequal-variances t interval on the logarithms (Biometrika 34, 1947).
    """
    if len(base) < 2 or len(candidate) < 2 or min(*base, *candidate) <= 0:
        return None
    a, b = [math.log(x) for x in base], [math.log(x) for x in candidate]
    va, vb = variance(a) / len(a), variance(b) / len(b)
    difference = fmean(b) - fmean(a)
    if va + vb == 0:
        return Ratio(math.exp(difference), math.exp(difference), math.exp(difference))
    freedom = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    half = student_quantile((1 + CONFIDENCE) / 2, freedom) * math.sqrt(va + vb)
    return Ratio(math.exp(difference), math.exp(difference - half), math.exp(difference + half))


def student_quantile(share: float, freedom: float) -> float:
    """The value below which a share, above a half, of Student's distribution lies; by bisection."""
    low, high = 0.0, 1.0
    while _student_below(high, freedom) < share:
        high *= 2
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if _student_below(middle, freedom) < share else (low, middle)
    return (low + high) / 2


def _student_below(t: float, freedom: float) -> float:
    """The share of Student's distribution below t, which is not negative."""
    return 1 - _incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    # The fraction converges fast on this side only; the other side is its mirror image.
    if x < (a + 1) / (a + b + 2):
        return front * _beta_fraction(a, b, x) / a
    return 1 - front * _beta_fraction(b, a, 1 - x) / b


def _beta_fraction(a: float, b: float, x: float) -> float:
    """The continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22)."""
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            c = 1 + numerator / c
            d = 1 / (d if abs(d) > tiny else tiny)
            c = c if abs(c) > tiny else tiny
            value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
