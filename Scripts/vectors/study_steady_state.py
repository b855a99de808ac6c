#!/usr/bin/env python3
"""How often `SteadyState.queueGrowth` calls a simulated queue growing.

usage: study_steady_state.py [LOADS]

One line for each of M/M/1 and M/D/1, some utilisations and lengths, in 16 to 128 batches: in how
many per cent of LOADS (1,000 unless said otherwise) the rule sees growth. Every load begins with an
empty queue. Below 100 % busy that should be at most 1 %, above it 99 % or more.
"""

import sys

import numpy as np

CELLS = [(0.8, 200_000), (0.95, 200_000), (0.98, 200_000), (1.01, 200_000), (1.01, 500_000),
         (1.01, 750_000), (1.02, 200_000), (1.05, 50_000)]


def in_system(random, service, utilisation, count, batches):
    """How many wait or are served when the last action of each batch has come."""
    arrivals = np.cumsum(random.standard_exponential(count) / utilisation)
    services = random.standard_exponential(count) if service == "M" else np.ones(count)
    # Lindley's recursion as a sum less its least value so far.
    walk = np.concatenate([[0], np.cumsum(services[:-1] - np.diff(arrivals))])
    ends = arrivals + walk - np.minimum.accumulate(np.minimum(walk, 0)) + services
    last = np.arange(1, batches + 1) * (count // batches) - 1
    return last + 1 - np.searchsorted(ends, arrivals[last], side="right")


def is_growing(numbers):
    """All of the last half above all of the first quarter."""
    half, quarter = len(numbers) // 2, len(numbers) // 4
    return numbers[-half:].min() > numbers[:quarter].max()


def main():
    loads = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for service in "MD":
        for utilisation, count in CELLS:
            shares = []
            for batches in (16, 32, 64, 128):
                random = np.random.default_rng([ord(service), int(utilisation * 100), count])
                growing = sum(
                    is_growing(in_system(random, service, utilisation, count, batches))
                    for _ in range(loads))
                shares.append(f"{batches} batches {growing / loads:6.1%}")
            print(f"M/{service}/1 {utilisation:4.0%} {count:9,} actions: {', '.join(shares)}",
                  flush=True)


if __name__ == "__main__":
    main()
