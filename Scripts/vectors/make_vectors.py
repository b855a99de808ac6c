#!/usr/bin/env python3
"""Writes the numbers that MeasurementTests compare with, computed by NumPy and SciPy.

usage: make_vectors.py Tests/MeasurementTests

The inputs are fixed by seed, so the output changes only with NumPy, SciPy or this file.
"""

import contextlib
import sys
import textwrap

import numpy as np
import scipy
from scipy import integrate, special, stats

from study_quantile_interval import shares

QUANTILES = [0.25, 0.5, 0.75, 0.9, 0.99, 0.999]
CONFIDENCES = [0.5, 0.95, 0.99]
COUNTS = [3, 6, 20, 1075, 100000]


def inputs():
    """Yields names and samples: an interpolation, ties, values around 0 and far from it."""
    random = np.random.default_rng(20_26)
    yield "two", np.array([3.0, 1.0])
    yield "ten", random.exponential(40, 10).round(4)
    yield "ties", random.integers(1, 6, 24).astype(float)
    yield "constant", np.full(12, 4.5)
    yield "negative", random.normal(0, 1e-3, 15).round(7)
    yield "large", (1e12 + random.integers(0, 1000, 16)).astype(float)


def number(value):
    return "nil" if value is None or np.isnan(value) else repr(float(f"{value:.14g}"))


def listed(values, indent):
    text = ", ".join(number(value) for value in values)
    lines = textwrap.wrap(text, 98, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(lines) + ("," if len(values) > 1 else "")


def correlation(samples):
    """Returns Spearman's coefficient; None for fewer than ten samples, or equal ones."""
    if len(samples) < 10 or np.ptp(samples) == 0:
        return None
    return stats.spearmanr(np.arange(len(samples)), samples).statistic


def rank(count, confidence):
    """Returns the lower rank (from 1) of the narrowest symmetric interval, and its coverage."""
    best = None
    for low in range(count // 2 or 1, 0, -1):
        coverage = 1 - 2 * stats.binom.cdf(low - 1, count, 0.5)
        if coverage >= confidence - 1e-12:
            best = (low, coverage)
            break
    return best


def structure(name, fields):
    """Prints a Swift struct with these lines as fields."""
    print(f"\nstruct {name}: Sendable {{")
    for field in fields:
        print(f"  {field}")
    print("}")


def array(name, kind, rows):
    """Prints a Swift array of rows, which are pairs of a label and Swift text."""
    print(f"\nlet {name}: [{kind}] = [")
    for row in rows:
        texts = [f"{label}: {text}" for label, text in row]
        line = f"  {kind}({', '.join(texts)}),"
        if len(line) <= 100 and "\n" not in line:
            print(line)
        else:
            print(f"  {kind}(\n    " + ",\n    ".join(texts) + "),")
    print("]")


def block(values):
    """Returns an array literal of several lines."""
    return "[\n" + listed(values, "      ") + "\n    ]"


def statistics():
    for name, samples in inputs():
        yield [
            ("name", f'"{name}"'), ("samples", block(samples)), ("mean", number(np.mean(samples))),
            ("quantiles", block(np.quantile(samples, QUANTILES, method="linear"))),
            ("mad", number(stats.median_abs_deviation(samples))),
            ("correlation", number(correlation(samples))),
        ]


def ranks():
    for count in COUNTS:
        for confidence in CONFIDENCES:
            low, coverage = rank(count, confidence) or (None, None)
            yield [
                ("count", str(count)), ("confidence", str(confidence)),
                ("low", str(low or "nil")), ("coverage", number(coverage)),
            ]


def power_laws():
    """Straight lines on logarithms: exponents of 1 and -0.5, with repeated sizes."""
    random = np.random.default_rng(20_28)
    sizes = np.array([1, 10, 100, 1000], dtype=float)
    for factor, exponent, repeats, noise in [(3.7, 0.98, 3, 0.05), (900, -0.5, 1, 0.1)]:
        x = np.repeat(sizes, repeats)
        y = (factor * x**exponent * np.exp(random.normal(0, noise, len(x)))).round(4)
        fit = stats.linregress(np.log(x), np.log(y))
        reach = stats.t.ppf(0.975, len(x) - 2) * fit.stderr
        yield [
            ("sizes", block(x)), ("costs", block(y)), ("exponent", number(fit.slope)),
            ("low", number(fit.slope - reach)), ("high", number(fit.slope + reach)),
        ]


def betas():
    """Both sides of the middle, where the fraction changes, and far into both tails."""
    for a, b in [(0.5, 0.5), (2, 3), (30, 70), (0.5, 1000), (900, 900)]:
        middle = a / (a + b)
        for x in [middle / 2, middle, 0.999]:
            value = special.betainc(a, b, x)
            if value > 1e-290:
                yield [
                    ("x", number(x)), ("a", number(a)), ("b", number(b)), ("value", number(value)),
                ]


def students():
    for degrees in [1, 2.5, 18, 1000]:
        for p in [1e-9, 0.025, 0.4999, 0.975]:
            t = stats.t.ppf(p, degrees)
            yield [
                ("degrees", number(degrees)), ("t", number(t)),
                ("p", number(stats.t.cdf(t, degrees))),
            ]


def clopper_pearson(successes, tries, confidence, side):
    """SciPy's beta quantiles; `binomtest` has the interval too, but stops 2e-12 before the root."""
    outside = (1 - confidence) / (2 if side == "two-sided" else 1)
    low = stats.beta.ppf(outside, successes, tries - successes + 1) if successes > 0 else 0
    high = stats.beta.isf(outside, successes + 1, tries - successes) if successes < tries else 1
    found = stats.binomtest(successes, tries, alternative=side)
    interval = found.proportion_ci(confidence, method="exact")
    assert side == "less" or abs(interval.low - low) < 1e-11
    assert side == "greater" or abs(interval.high - high) < 1e-11
    return low, high


def proportions():
    for successes, tries, confidence in [
            (3, 200, 0.95), (100, 200, 0.99), (200, 200, 0.9), (0, 1_000_000, 0.95)]:
        yield [
            ("successes", str(successes)), ("tries", str(tries)), ("confidence", str(confidence)),
            ("low", number(clopper_pearson(successes, tries, confidence, "two-sided")[0])),
            ("high", number(clopper_pearson(successes, tries, confidence, "two-sided")[1])),
            ("atLeast", number(clopper_pearson(successes, tries, confidence, "greater")[0])),
            ("atMost", number(clopper_pearson(successes, tries, confidence, "less")[1])),
        ]


def bound_ranks():
    """Yields the largest rank (from 1) whose sample is below the median with 99 %, or none."""
    for count in [6, 7, 10, 11, 20, 60]:
        ranks = [r for r in range(1, count + 1) if stats.binom.cdf(r - 1, count, 0.5) <= 0.01]
        yield [("count", str(count)), ("rank", str(max(ranks)) if ranks else "nil")]


def welch():
    """Welch's test on logarithms."""
    random = np.random.default_rng(20_30)
    for below, above, shift, noise in [
            (2, 2, 0.1, 0.05), (3, 3, 0, 0.02), (3, 5, -0.4, 0.1)]:
        base = np.exp(random.normal(3, noise, below)).round(5)
        candidate = np.exp(random.normal(3 + shift, 3 * noise, above)).round(5)
        found = stats.ttest_ind(np.log(candidate), np.log(base), equal_var=False)
        interval = found.confidence_interval(0.95)
        yield [
            ("base", block(base)), ("candidate", block(candidate)),
            ("ratio", number(stats.gmean(candidate) / stats.gmean(base))),
            ("degrees", number(found.df)), ("low", number(np.exp(interval.low))),
            ("high", number(np.exp(interval.high))),
        ]


def doubles(names):
    return [f"var {name}: Double" for name in names.split()]


def rounds():
    """Student's interval on logarithms."""
    random = np.random.default_rng(20_31)
    for count, confidence in [(2, 0.95), (5, 0.9)]:
        values = random.lognormal(4, 0.2, count).round(4)
        logs = np.log(values)
        low, high = stats.t.interval(confidence, count - 1, np.mean(logs), stats.sem(logs))
        yield [
            ("values", block(values)), ("confidence", str(confidence)),
            ("low", number(np.exp(low))), ("high", number(np.exp(high))),
        ]


def quantile_intervals():
    """Times below 2,048, which have classes of their own, in batches of unequal size."""
    random = np.random.default_rng(20_32)
    for batches, persistence, percent, confidence in [
            (16, 0.0, 50.0, 0.95), (32, 0.95, 30.0, 0.95), (16, 0.0, 98.0, 0.95)]:
        sizes = random.integers(9, 24, batches)
        level, times = 0.0, []
        for _ in range(sizes.sum()):
            level = persistence * level + random.normal() * np.sqrt(1 - persistence**2)
            times.append(int(min(2000, 200 * np.exp(level / 2))))
        times, ends = np.array(times), np.cumsum(sizes)
        order = np.sort(times)
        found = order[max(1, int(percent / 100 * len(times) + 0.5)) - 1]
        parts = np.split(times, ends[:-1])
        at = shares(
            np.array([(part < found).sum() for part in parts]),
            np.array([(part <= found).sum() for part in parts]), sizes, percent / 100, confidence)
        ranks = [int(np.ceil(share * len(times))) - 1 for share in at[:2]] if at else None
        yield [
            ("percent", number(percent)), ("confidence", str(confidence)),
            ("sizes", whole(sizes)), ("times", whole(times)),
            ("low", number(order[ranks[0]]) if at else "nil"),
            ("high", number(order[ranks[1]]) if at else "nil"),
            ("batches", str(at[2]) if at else "nil"),
        ]


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
        yield [
            ("servers", str(servers)), ("arrivals", number(arrivals)),
            ("patience", "nil" if patience is None else number(patience)),
            ("waiting", number(shares[servers:].sum())), ("wait", number(waiting / arrivals)),
            ("abandonment", number(waiting / patience / arrivals if patience else 0)),
        ]


def anderson_darlings():
    """Yields the limit's series of 1954, of integrals, and SciPy's statistic of a sample."""
    for statistic in [0.2, 0.775, 1.999, 2.001, 3.857, 8.0]:
        total = 0.0
        for j in range(12):
            square = (4 * j + 1)**2 * np.pi**2 / (8 * statistic)
            value, _ = integrate.quad(
                lambda w: np.exp(statistic / (8 * (w * w + 1)) - square * w * w), 0, np.inf,
                epsabs=1e-14)
            total += special.binom(-0.5, j) * (4 * j + 1) * np.exp(-square) * value
        yield [
            ("statistic", number(statistic)),
            ("pValue", number(1 - np.sqrt(2 * np.pi) / statistic * total)),
        ]


def anderson_darling_samples():
    """The statistic as an integral of squared distances of the distribution functions."""
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
        yield [("values", block(values)), ("statistic", number(count * total))]


def serials():
    """SciPy's Spearman correlation of each value with the next one."""
    random = np.random.default_rng(20_34)
    noise = random.normal(0, 1, 30).round(4)
    for values in [
            noise[:11], np.cumsum(noise), random.integers(1, 5, 25).astype(float)]:
        rho = stats.spearmanr(values[:-1], values[1:]).statistic
        yield [
            ("values", block(values.round(4))), ("correlation", number(rho)),
            ("score", number(rho * np.sqrt(len(values) - 2))),
        ]


def whole(values):
    """An array literal of whole numbers over several lines."""
    text = ", ".join(str(value) for value in values)
    lines = textwrap.wrap(text, 98, initial_indent="      ", subsequent_indent="      ")
    return "[\n" + "\n".join(lines) + ",\n    ]"


def vectors(name, kind, fields, rows):
    structure(kind, fields)
    array(name, kind, rows)


def statistics_vectors():
    vectors("statisticsVectors", "StatisticsVector", [
        "var name: String", "var samples: [Double]", "var mean: Double",
        "/// At 25, 50, 75, 90, 99 and 99.9 per cent.", "var quantiles: [Double]",
        "var mad: Double", "var correlation: Double?"], statistics())
    vectors("rankVectors", "RankVector", [
        "var count: Int", "var confidence: Double", "var low: Int?", "var coverage: Double?"],
        ranks())
    vectors("boundRankVectors", "BoundRankVector", [
        "var count: Int", "/// At a one-sided 99 %; nil if no sample is below.",
        "var rank: Int?"], bound_ranks())
    vectors("welchVectors", "WelchVector", [
        "var base: [Double]", "var candidate: [Double]"] + doubles("ratio degrees low high"),
        welch())
    vectors("betaVectors", "BetaVector", doubles("x a b value"), betas())
    vectors("studentVectors", "StudentVector", doubles("degrees t p"), students())
    vectors("proportionVectors", "ProportionVector", [
        "var successes: Int", "var tries: Int"] + doubles("confidence low high atLeast atMost"),
        proportions())
    vectors("powerLawVectors", "PowerLawVector", [
        "var sizes: [Double]", "var costs: [Double]"] + doubles("exponent low high"), power_laws())


def load_vectors():
    vectors("roundVectors", "RoundVector", [
        "var values: [Double]"] + doubles("confidence low high"), rounds())
    vectors("andersonDarlingVectors", "AndersonDarlingVector", doubles("statistic pValue"),
            anderson_darlings())
    vectors("andersonDarlingSamples", "AndersonDarlingSample", [
        "var values: [Double]"] + doubles("statistic"), anderson_darling_samples())
    vectors("serialVectors", "SerialVector", [
        "var values: [Double]"] + doubles("correlation score"), serials())
    vectors("quantileVectors", "QuantileVector", doubles("percent confidence") + [
        "var sizes: [Int]", "/// In their order, batch by batch.", "var times: [UInt64]",
        "/// Nil if there is no interval.", "var low: Double?", "var high: Double?",
        "var batches: Int?"], quantile_intervals())
    vectors("erlangVectors", "ErlangVector", [
        "var servers: Int", "var arrivals: Double", "var patience: Double?"]
        + doubles("waiting wait abandonment"), erlangs())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for name, make in [("StatisticsVectors", statistics_vectors), ("LoadVectors", load_vectors)]:
        with open(f"{sys.argv[1]}/{name}.swift", "w") as file, contextlib.redirect_stdout(file):
            print("// Made by Scripts/vectors/make_vectors.py with NumPy "
                  f"{np.__version__} and SciPy {scipy.__version__}; not edited by hand.")
            make()


if __name__ == "__main__":
    main()
