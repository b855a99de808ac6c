#!/usr/bin/env python3
"""Writes the numbers MeasurementTests compares our statistics with, as NumPy and SciPy find them.

usage: make_vectors.py > Tests/MeasurementTests/Vectors/StatisticsVectors.swift

The inputs are fixed by seed, so the output changes only when NumPy, SciPy or this file does.
"""

import textwrap

import numpy as np
import scipy
from scipy import stats

QUANTILES = [0.25, 0.5, 0.75, 0.9, 0.99, 0.999]
CONFIDENCES = [0.5, 0.75, 0.9, 0.95, 0.99, 0.999]
COUNTS = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 20, 25, 30, 99, 100, 1000, 1075, 5001, 100000]


def inputs():
    """Names and samples: every size at which a rank moves, ties, drifts, and a long tail."""
    random = np.random.default_rng(20_26)
    yield "one", np.array([7.25])
    yield "two", np.array([3.0, 1.0])
    yield "five", random.integers(1, 100, 5).astype(float)
    yield "six", random.normal(100, 5, 6).round(3)
    yield "ten", random.exponential(40, 10).round(4)
    yield "ties", random.integers(1, 6, 24).astype(float)
    yield "constant", np.full(12, 4.5)
    yield "tail", random.lognormal(3, 1, 41).round(5)
    yield "rising", (np.arange(30) * 0.4 + random.normal(50, 2, 30)).round(3)
    yield "falling", (200 - np.arange(25) + random.normal(0, 1, 25)).round(3)
    yield "negative", random.normal(0, 1e-3, 15).round(7)
    yield "large", (1e12 + random.integers(0, 1000, 16)).astype(float)


def number(value):
    return "nil" if value is None or np.isnan(value) else repr(float(value))


def listed(values, indent):
    text = ", ".join(number(value) for value in values)
    lines = textwrap.wrap(text, 98, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines) + ("," if len(values) > 1 else "")


def correlation(samples):
    """Spearman's, or None where ours gives none: under ten samples, or all of them equal."""
    if len(samples) < 10 or np.ptp(samples) == 0:
        return None
    return stats.spearmanr(np.arange(len(samples)), samples).statistic


def rank(count, confidence):
    """The lower rank (from 1) of the narrowest symmetric interval, and its coverage, or None."""
    best = None
    for low in range(count // 2 or 1, 0, -1):
        coverage = 1 - 2 * stats.binom.cdf(low - 1, count, 0.5)
        if coverage >= confidence - 1e-12:
            best = (low, coverage)
            break
    return best


def main():
    print("// Made by Scripts/vectors/make_vectors.py with "
          f"NumPy {np.__version__} and SciPy {scipy.__version__}; not edited by hand.\n")
    print("struct StatisticsVector: Sendable {")
    print("  var name: String\n  var samples: [Double]\n  var mean: Double")
    print("  /// At 25, 50, 75, 90, 99 and 99.9 per cent.\n  var quantiles: [Double]")
    print("  var mad: Double\n  var correlation: Double?\n}\n")
    print("struct RankVector: Sendable {")
    print("  var count: Int\n  var confidence: Double\n  var low: Int?\n  var coverage: Double?\n}\n")
    print("let statisticsVectors: [StatisticsVector] = [")
    for name, samples in inputs():
        print(f"  StatisticsVector(\n    name: \"{name}\",\n    samples: [")
        print(listed(samples, "      ") + "\n    ],")
        print(f"    mean: {number(np.mean(samples))},\n    quantiles: [")
        print(listed(np.quantile(samples, QUANTILES, method="linear"), "      ") + "\n    ],")
        print(f"    mad: {number(stats.median_abs_deviation(samples))},")
        print(f"    correlation: {number(correlation(samples))}),")
    print("]\n\nlet rankVectors: [RankVector] = [")
    for count in COUNTS:
        for confidence in CONFIDENCES:
            low, coverage = rank(count, confidence) or (None, None)
            print(f"  RankVector(count: {count}, confidence: {confidence}, "
                  f"low: {low or 'nil'}, coverage: {number(coverage)}),")
    print("]")


if __name__ == "__main__":
    main()
