#!/usr/bin/env python3
"""Measures how often `QuantileInterval` contains the true percentile, on simulated queues.

usage: study_quantile_interval.py [LOADS] [long]

One line for each of M/M/1 and M/D/1 at 50, 80 and 95 % busy and each of p50, p99 and p99.9 of the
response: of how many loads there is an interval, in how many per cent of these it holds the true
percentile, and how many of all loads have one that does not. LOADS is 1,000 unless said otherwise;
it then takes ten minutes. `long` simulates 95 % busy with 16 million actions instead, which p99.9
needs: an hour.

Batches are of one size here, and times are not in classes: an interval holds the true percentile
where the share of times up to that lies between the two shares whose times are the interval's ends.
"""

import sys

import numpy as np
from scipy import stats

PERCENTILES = np.array([0.5, 0.99, 0.999])
BATCHES = 64
MOST, FEWEST, FEWEST_BEYOND, CORRELATED = 32, 8, 16, 1.645
ACTIONS = {0.5: 500_000, 0.8: 1_000_000, 0.95: 2_000_000}
# Left out at the beginning, where the queue is still empty.
BEGINNING = 20_000


def constant_wait(utilisation, share):
    """The quantile of the wait in M/D/1, by Franx's sum, as `QueueTheory` has it."""
    if share <= 1 - utilisation:
        return 0.0
    most = 300
    arrivals = stats.poisson.sf(np.arange(most + 3), utilisation)
    system = [1 - utilisation]
    for level in range(most + 1):
        crossings = system[0] * arrivals[level]
        crossings += sum(system[n] * arrivals[level - n + 1] for n in range(1, level + 1))
        system.append(crossings / np.exp(-utilisation))
    waiting = np.cumsum(system)[1:]

    def likely(time):
        whole = int(time)
        terms = stats.poisson.pmf(np.arange(whole + 1), utilisation * (whole + 1 - time))
        return waiting[whole::-1] @ terms

    low, high = 0.0, float(most)
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if likely(middle) < share else (low, middle)
    return high


def truth(service, utilisation):
    """The true percentiles of the response, in mean service times."""
    if service == "M":
        return -np.log(1 - PERCENTILES) / (1 - utilisation)
    return np.array([1 + constant_wait(utilisation, share) for share in PERCENTILES])


def responses(random, service, utilisation, count):
    """Consecutive responses: Lindley's recursion as a sum less its least value so far."""
    every = count + BEGINNING
    gaps = random.standard_exponential(every, dtype=np.float32).astype(float) / utilisation
    if service == "M":
        services = random.standard_exponential(every, dtype=np.float32).astype(float)
    else:
        services = np.ones(every)
    walk = np.concatenate([[0], np.cumsum(services[:-1] - gaps[1:])])
    waits = walk - np.minimum.accumulate(np.minimum(walk, 0))
    waits[np.abs(waits) < 1e-9] = 0
    return (waits + services)[BEGINNING:]


def merged(counts):
    """Adjacent ones in twos; of an odd number the last is of three."""
    half = [sum(counts[i:i + 2]) for i in range(0, len(counts) // 2 * 2, 2)]
    if len(counts) % 2:
        half[-1] = half[-1] + counts[-1]
    return np.array(half)


def correlation(deviations):
    """Von Neumann's ratio in its standard errors."""
    squares = (deviations**2).sum()
    if squares == 0:
        return 0.0
    count = len(deviations)
    ratio = 1 - (np.diff(deviations)**2).sum() / (2 * squares)
    return ratio * np.sqrt((count**2 - 1) / (count - 2))


def shares(below, up_to, sizes, share, confidence=0.95):
    """The two shares whose times are the ends, and the number of batches; None without them.

    Of each batch: its times below the percentile's class, up to its end, and all.
    """
    parts = np.column_stack([below, up_to, sizes])
    parts = parts[parts[:, 2] > 0]
    while len(parts) > MOST:
        parts = merged(parts)
    rare = parts[:, 2] - parts[:, 0] if share >= 0.5 else parts[:, 1]
    if np.count_nonzero(rare) < FEWEST_BEYOND:
        return None
    total = parts[:, 2].sum()
    while True:
        deviations = parts[:, 1] - parts[:, 1].sum() / total * parts[:, 2]
        if correlation(deviations) <= CORRELATED:
            break
        parts = merged(parts)
        if len(parts) < FEWEST:
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


def cell(service, utilisation, count, loads):
    """Prints three lines."""
    random = np.random.default_rng([ord(service), int(utilisation * 1000), count % 2**31])
    true = truth(service, utilisation)
    count = count // BATCHES * BATCHES
    ranks = [max(1, int(share * count + 0.5)) - 1 for share in PERCENTILES]
    given, held, left = np.zeros(3, int), np.zeros(3, int), np.zeros(3)
    for _ in range(loads):
        times = responses(random, service, utilisation, count)
        found = np.partition(times, ranks)[ranks]
        parts = times.reshape(BATCHES, -1)
        sizes = np.full(BATCHES, count // BATCHES)
        for index, share in enumerate(PERCENTILES):
            below = (parts < found[index] - 1e-9).sum(1)
            up_to = (parts <= found[index] + 1e-9).sum(1)
            ends = shares(below, up_to, sizes, share)
            if ends is None:
                continue
            given[index] += 1
            left[index] += ends[2]
            # The low end's rank is at or before the true percentile's, the high end's not before.
            at_most = np.count_nonzero(times <= true[index] + 1e-9) / count
            shorter = np.count_nonzero(times < true[index] - 1e-9) / count
            held[index] += ends[0] <= at_most and shorter <= ends[1]
    for index, share in enumerate(PERCENTILES):
        print(f"M/{service}/1 {utilisation:4.0%} p{share * 100:<5g} {count:9,} actions: "
              f"of {given[index] / loads:6.1%} of the loads, "
              f"holds {held[index] / max(1, given[index]):6.1%}, "
              f"misses {(given[index] - held[index]) / loads:5.1%} of all loads, "
              f"batches {left[index] / max(1, given[index]):.0f}", flush=True)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "long"]
    loads = int(arguments[0]) if arguments else 1000
    for service in "MD":
        for utilisation, count in ACTIONS.items():
            if "long" not in sys.argv:
                cell(service, utilisation, count, loads)
            elif utilisation == 0.95:
                cell(service, utilisation, 16_000_000, loads)


if __name__ == "__main__":
    main()
