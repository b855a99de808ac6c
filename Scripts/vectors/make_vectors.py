#!/usr/bin/env python3
"""Writes the numbers that MeasurementTests compare with, computed by NumPy and SciPy.

usage: make_vectors.py Tests/MeasurementTests

The inputs are fixed by seed, so the output changes only with NumPy, SciPy or this file.
"""

import sys
import textwrap
from pathlib import Path

import numpy as np
import scipy
from scipy import integrate, special, stats

QUANTILES = [0.25, 0.5, 0.75, 0.9, 0.99, 0.999]


def statistics():
    """Yields an interpolation, ties, values around 0 and far from it."""
    random = np.random.default_rng(20_26)
    for name, samples in {
            "two": np.array([3.0, 1.0]),
            "ten": random.exponential(40, 10).round(4),
            "ties": random.integers(1, 6, 24).astype(float),
            "constant": np.full(12, 4.5),
            "negative": random.normal(0, 1e-3, 15).round(7),
            "large": (1e12 + random.integers(0, 1000, 16)).astype(float)}.items():
        # There is no coefficient of fewer than ten samples, or of equal ones.
        is_known = len(samples) >= 10 and np.ptp(samples) > 0
        rho = stats.spearmanr(np.arange(len(samples)), samples).statistic if is_known else None
        quantiles = np.quantile(samples, QUANTILES, method="linear")
        mad = stats.median_abs_deviation(samples)
        yield name, samples, np.mean(samples), quantiles, mad, rho


def ranks():
    """Yields the lower rank (from 1) of the narrowest symmetric interval, and its coverage."""
    for count in [3, 6, 20, 1075, 100000]:
        for confidence in [0.5, 0.95, 0.99]:
            lows = ((low, 1 - 2 * stats.binom.cdf(low - 1, count, 0.5))
                    for low in range(count // 2, 0, -1))
            found = next((pair for pair in lows if pair[1] >= confidence - 1e-12), (None, None))
            yield count, confidence, *found


def power_laws():
    """Yields straight lines on logarithms: exponents of 1 and -0.5, with repeated sizes."""
    random = np.random.default_rng(20_28)
    sizes = np.array([1, 10, 100, 1000], dtype=float)
    for factor, exponent, repeats, noise in [(3.7, 0.98, 3, 0.05), (900, -0.5, 1, 0.1)]:
        x = np.repeat(sizes, repeats)
        y = (factor * x**exponent * np.exp(random.normal(0, noise, len(x)))).round(4)
        fit = stats.linregress(np.log(x), np.log(y))
        reach = stats.t.ppf(0.975, len(x) - 2) * fit.stderr
        yield x, y, fit.slope, fit.slope - reach, fit.slope + reach


def betas():
    """Yields both sides of the middle, where the fraction changes, and both tails."""
    for a, b in [(0.5, 0.5), (2, 3), (30, 70), (0.5, 1000), (900, 900)]:
        middle = a / (a + b)
        for x in [middle / 2, middle, 0.999]:
            value = special.betainc(a, b, x)
            if value > 1e-290:
                yield x, a, b, value


def students():
    for degrees in [1, 2.5, 18, 1000]:
        for p in [1e-9, 0.025, 0.4999, 0.975]:
            t = stats.t.ppf(p, degrees)
            yield degrees, t, stats.t.cdf(t, degrees)


def proportions():
    """Yields Clopper-Pearson intervals from SciPy's beta quantiles.

    `binomtest` has the interval too, but stops 2e-12 before the root.
    """
    for successes, tries, confidence in [
            (3, 200, 0.95), (100, 200, 0.99), (200, 200, 0.9), (0, 1_000_000, 0.95)]:
        def ends(outside):
            failures = tries - successes
            low = stats.beta.ppf(outside, successes, failures + 1) if successes else 0
            high = stats.beta.isf(outside, successes + 1, failures) if failures else 1
            return low, high

        one_sided = ends(1 - confidence)
        yield successes, tries, confidence, *ends((1 - confidence) / 2), *one_sided


def bound_ranks():
    """Yields the largest rank (from 1) whose sample is below the median with 99 %, or none."""
    for count in [6, 7, 10, 11, 20, 60]:
        found = [r for r in range(1, count + 1) if stats.binom.cdf(r - 1, count, 0.5) <= 0.01]
        yield count, max(found, default=None)


def welch():
    """Yields Welch's test on logarithms."""
    random = np.random.default_rng(20_30)
    for below, above, shift, noise in [
            (2, 2, 0.1, 0.05), (3, 3, 0, 0.02), (3, 5, -0.4, 0.1)]:
        base = np.exp(random.normal(3, noise, below)).round(5)
        candidate = np.exp(random.normal(3 + shift, 3 * noise, above)).round(5)
        found = stats.ttest_ind(np.log(candidate), np.log(base), equal_var=False)
        ratio = stats.gmean(candidate) / stats.gmean(base)
        yield base, candidate, ratio, found.df, *np.exp(found.confidence_interval(0.95))


def rounds():
    """Yields Student's interval on logarithms."""
    random = np.random.default_rng(20_31)
    for count, confidence in [(2, 0.95), (5, 0.9)]:
        values = random.lognormal(4, 0.2, count).round(4)
        logs = np.log(values)
        ends = stats.t.interval(confidence, count - 1, np.mean(logs), stats.sem(logs))
        yield values, confidence, *np.exp(ends)


def merged(parts):
    """Returns adjacent batches in twos; of an odd number the last is of three."""
    half = [sum(parts[i:i + 2]) for i in range(0, len(parts) // 2 * 2, 2)]
    if len(parts) % 2:
        half[-1] = half[-1] + parts[-1]
    return np.array(half)


def is_correlated(deviations):
    """Compares von Neumann's ratio with the one-sided 5 % point of the standard normal."""
    squares = (deviations**2).sum()
    if squares == 0:
        return False
    count = len(deviations)
    ratio = 1 - (np.diff(deviations)**2).sum() / (2 * squares)
    return ratio * np.sqrt((count**2 - 1) / (count - 2)) > 1.645


def interval_shares(parts, share, confidence):
    """Returns the shares at the ends of `QuantileInterval`, and the number of batches, or None.

    The columns are a batch's times below the percentile's class, up to its end, and all.
    """
    while len(parts) > 32:
        parts = merged(parts)
    rare = parts[:, 2] - parts[:, 0] if share >= 0.5 else parts[:, 1]
    if np.count_nonzero(rare) < 16:
        return None
    total = parts[:, 2].sum()
    while True:
        deviations = parts[:, 1] - parts[:, 1].sum() / total * parts[:, 2]
        if not is_correlated(deviations):
            break
        parts = merged(parts)
        if len(parts) < 8:
            return None
    count = len(parts)
    squares = (deviations**2).sum()
    reach = 0.0
    if squares > 0:
        kurtosis = (deviations**4).mean() / (deviations**2).mean()**2
        known = 2 * count / (kurtosis - 1) if kurtosis > 1 else np.inf
        degrees = max(2, min(count - 1, known))
        error = np.sqrt(squares * count / (count - 1)) / total
        reach = stats.t.ppf((1 + confidence) / 2, degrees) * error
    if reach >= min(share, 1 - share):
        return None
    return share - reach, share + reach, count


def quantile_intervals():
    """Yields times below 2,048, which have classes of their own, in batches of unequal size."""
    random = np.random.default_rng(20_32)
    for batches, persistence, percent, confidence in [
            (16, 0.0, 50.0, 0.95), (32, 0.95, 30.0, 0.95), (16, 0.0, 98.0, 0.95)]:
        sizes = random.integers(9, 24, batches)
        level, times = 0.0, []
        for _ in range(sizes.sum()):
            level = persistence * level + random.normal() * np.sqrt(1 - persistence**2)
            times.append(int(min(2000, 200 * np.exp(level / 2))))
        times, order = np.array(times), np.sort(times)
        found = order[max(1, int(percent / 100 * len(times) + 0.5)) - 1]
        parts = np.array([
            ((part < found).sum(), (part <= found).sum(), len(part))
            for part in np.split(times, np.cumsum(sizes)[:-1])])
        low, high, count = None, None, None
        if ends := interval_shares(parts, percent / 100, confidence):
            low, high = (order[int(np.ceil(share * len(times))) - 1] for share in ends[:2])
            count = ends[2]
        yield percent, confidence, sizes, times, low, high, count


def erlangs():
    """Sums the birth and death chain in logarithms, for Erlang loads with and without patience."""
    for servers, arrivals, patience in [
            (10, 9.9, None), (1000, 990.0, None), (10, 8.0, 1.0), (1000, 1100.0, 0.5),
            (2, 2.5, 400.0)]:
        states = np.arange(1, 200_001, dtype=float)
        line = np.maximum(states - servers, 0)
        deaths = np.minimum(states, servers) + (line / patience if patience else 0)
        weights = np.concatenate([[0.0], np.cumsum(np.log(arrivals) - np.log(deaths))])
        line = np.concatenate([[0.0], line])
        shares = np.exp(weights - special.logsumexp(weights))
        assert shares[-1] < 1e-30
        waiting = shares @ line
        abandonment = waiting / patience / arrivals if patience else 0
        yield servers, arrivals, patience, shares[servers:].sum(), waiting / arrivals, abandonment


def anderson_darlings():
    """Yields the limit's series of 1954, of integrals."""
    for statistic in [0.2, 0.775, 1.999, 2.001, 3.857, 8.0]:
        total = 0.0
        for j in range(12):
            square = (4 * j + 1)**2 * np.pi**2 / (8 * statistic)
            value, _ = integrate.quad(
                lambda w: np.exp(statistic / (8 * (w * w + 1)) - square * w * w), 0, np.inf,
                epsabs=1e-14)
            total += special.binom(-0.5, j) * (4 * j + 1) * np.exp(-square) * value
        yield statistic, 1 - np.sqrt(2 * np.pi) / statistic * total


def anderson_darling_samples():
    """Yields the statistic as an integral of squared distances of the distribution functions."""
    random = np.random.default_rng(20_33)
    for count, power in [(1, 1), (9, 1), (12, 2)]:
        values = (random.random(count)**power).round(6)
        edges = np.concatenate([[0.0], np.sort(values), [1.0]])
        total = 0.0
        for index in range(count + 1):
            share = index / count
            low, high = edges[index], edges[index + 1]
            # (F - u)^2 / (u (1 - u)) = F^2 / u + (1 - F)^2 / (1 - u) - 1.
            total -= high - low
            if share > 0:
                total += share**2 * np.log(high / low)
            if share < 1:
                total += (1 - share)**2 * np.log((1 - low) / (1 - high))
        yield values, count * total


def serials():
    """Yields SciPy's Spearman correlation of each value with the next one."""
    random = np.random.default_rng(20_34)
    noise = random.normal(0, 1, 30).round(4)
    for values in [
            noise[:11], np.cumsum(noise), random.integers(1, 5, 25).astype(float)]:
        rho = stats.spearmanr(values[:-1], values[1:]).statistic
        yield values.round(4), rho, rho * np.sqrt(len(values) - 2)


def doubles(names):
    return [f"{name}: Double" for name in names.split()]


# The arrays of each file: the name, the type of the elements with its fields, and the values.
FILES = {
    "StatisticsVectors": [
        ("statisticsVectors", "StatisticsVector", [
            "name: String", "samples: [Double]", "mean: Double",
            "/// At 25, 50, 75, 90, 99 and 99.9 per cent.", "quantiles: [Double]", "mad: Double",
            "correlation: Double?"], statistics),
        ("rankVectors", "RankVector", [
            "count: Int", "confidence: Double", "low: Int?", "coverage: Double?"], ranks),
        ("boundRankVectors", "BoundRankVector", [
            "count: Int", "/// At a one-sided 99 %; nil if no sample is below.", "rank: Int?"],
         bound_ranks),
        ("welchVectors", "WelchVector", [
            "base: [Double]", "candidate: [Double]", *doubles("ratio degrees low high")], welch),
        ("betaVectors", "BetaVector", doubles("x a b value"), betas),
        ("studentVectors", "StudentVector", doubles("degrees t p"), students),
        ("proportionVectors", "ProportionVector", [
            "successes: Int", "tries: Int", *doubles("confidence low high atLeast atMost")],
         proportions),
        ("powerLawVectors", "PowerLawVector", [
            "sizes: [Double]", "costs: [Double]", *doubles("exponent low high")], power_laws),
    ],
    "LoadVectors": [
        ("roundVectors", "RoundVector", ["values: [Double]", *doubles("confidence low high")],
         rounds),
        ("andersonDarlingVectors", "AndersonDarlingVector", doubles("statistic pValue"),
         anderson_darlings),
        ("andersonDarlingSamples", "AndersonDarlingSample", [
            "values: [Double]", "statistic: Double"], anderson_darling_samples),
        ("serialVectors", "SerialVector", ["values: [Double]", *doubles("correlation score")],
         serials),
        ("quantileVectors", "QuantileVector", [
            "percent: Double", "confidence: Double", "sizes: [Int]",
            "/// In their order, batch by batch.", "times: [UInt64]",
            "/// Nil if there is no interval.", "low: Double?", "high: Double?", "batches: Int?"],
         quantile_intervals),
        ("erlangVectors", "ErlangVector", [
            "servers: Int", "arrivals: Double", "patience: Double?",
            *doubles("waiting wait abandonment")], erlangs),
    ],
}


def literal(value, kind):
    """Returns a value as a Swift literal of a type."""
    if value is None:
        return "nil"
    if kind.startswith("["):
        text = ", ".join(literal(element, kind[1:-1]) for element in value)
        indent = " " * 6
        lines = textwrap.wrap(text, 98, initial_indent=indent, subsequent_indent=indent)
        return "[\n" + "\n".join(lines) + ("," if len(value) > 1 else "") + "\n    ]"
    if kind.startswith("Double"):
        return repr(float(f"{value:.14g}"))
    return f'"{value}"' if kind == "String" else str(value)


def array(name, kind, fields, rows):
    """Returns a Swift structure and an array of it."""
    yield f"\nstruct {kind}: Sendable {{"
    yield from (f"  {field}" if field.startswith("///") else f"  var {field}" for field in fields)
    yield f"}}\n\nlet {name}: [{kind}] = ["
    typed = [field.split(": ") for field in fields if not field.startswith("///")]
    for row in rows:
        texts = [f"{label}: {literal(value, of)}"
                 for (label, of), value in zip(typed, row, strict=True)]
        line = f"  {kind}({', '.join(texts)}),"
        is_short = len(line) <= 100 and "\n" not in line
        yield line if is_short else f"  {kind}(\n    " + ",\n    ".join(texts) + "),"
    yield "]"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for file, arrays in FILES.items():
        lines = ["// Made by Scripts/vectors/make_vectors.py with NumPy "
                 f"{np.__version__} and SciPy {scipy.__version__}; not edited by hand."]
        for name, kind, fields, values in arrays:
            lines += array(name, kind, fields, values())
        Path(sys.argv[1], f"{file}.swift").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
