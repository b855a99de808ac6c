#!/usr/bin/env python3
"""Prints how often samples without clumps are called bimodal, and how often clumps are seen.

usage: calibrate_bimodality.py [SETS]

SETS is how many sets of 9 samples are drawn of each kind, 500,000 unless said otherwise; of more
samples fewer. `size` and `curve` are `clumpSize` and `clumpSeparation` of Summary.Bounds: whoever
changes one changes both and looks at the table. `needed` is the separation that one set in a
thousand of the worst kind reaches, `kind` which one that is, `alarms` how many sets of that kind
per thousand lie above the curve. The other columns are the share seen, in per cent, of two normal
clumps, a third of the samples in the upper one, so many of their standard deviations apart.

With 3,000,000, which takes some minutes:

   n size curve needed alarms  kind             seen at    7   10   15   20
   9    3 12.10  11.86   0.89  uniform                     7   32   85   99
  10    4 10.83  10.23   0.69  uniform                    10   44   94  100
  11    4  9.93   9.54   0.76  uniform                    13   57   98  100
  12    4  9.25   9.00   0.80  uniform                    17   69  100  100
  13    4  8.72   8.54   0.83  uniform                    22   78  100  100
  14    4  8.30   8.13   0.87  log-normal 1               27   85  100  100
  15    5  7.95   7.69   0.73  uniform                    32   91  100  100
  19    5  7.03   6.94   0.88  log-normal 1               53   99  100  100
  20    6  6.88   6.65   0.66  uniform                    58   99  100  100
  24    6  6.40   6.31   0.84  log-normal 1               74  100  100  100
  29    7  6.02   5.92   0.76  log-normal 1               87  100  100  100
  39    9  5.59   5.48   0.75  log-normal 1               98  100  100  100
  49   11  5.34   5.20   0.58  log-normal 1              100  100  100  100
 100   22  4.90   4.54   0.08  exponential               100  100  100  100
 300   62  4.63   4.06   0.00  exponential               100  100  100  100
1000  202  4.54   3.77   0.00  exponential               100  100  100  100
"""

import sys

import numpy as np

COUNTS = [9, 10, 11, 12, 13, 14, 15, 19, 20, 24, 29, 39, 49, 100, 300, 1000]
APART = [7, 10, 15, 20]


def size(count):
    return count // 5 + 2


def curve(count):
    return 4.5 + 38 / (count - 4)


def kinds(random):
    """Sets of samples without clumps; scale and place do not matter, only the form."""
    return {
        "normal": random.normal,
        "uniform": lambda size: random.random(size),
        "exponential": lambda size: random.exponential(size=size),
        "log-normal 0.25": lambda size: random.lognormal(0, 0.25, size),
        "log-normal 0.5": lambda size: random.lognormal(0, 0.5, size),
        "log-normal 1": lambda size: random.lognormal(0, 1, size),
    }


def separations(sets):
    """Of each row, the distance of the means of its best split in pooled deviations."""
    values = np.sort(sets, axis=1)
    values -= values.mean(axis=1, keepdims=True)
    count = values.shape[1]
    below = np.arange(size(count), count - size(count) + 1)
    sums = np.cumsum(values, axis=1)[:, below - 1]
    distance = -sums / (count - below) - sums / below
    between = below * (count - below) / count * distance**2
    best = np.argmax(between, axis=1)
    rows = np.arange(len(values))
    within = np.maximum((values**2).sum(axis=1) - between[rows, best], 1e-300)
    return distance[rows, best] / np.sqrt(within / (count - 2))


def drawn(draw, count, sets):
    """Separations of so many sets, in portions that fit in memory."""
    portion = max(1, 1_000_000 // count)
    return np.concatenate([
        separations(draw(size=(min(portion, sets - start), count)))
        for start in range(0, sets, portion)])


def clumps(random, count, apart):
    def draw(size):
        values = random.normal(size=size)
        values[:, :-(-count // 3)] += apart
        return values
    return draw


def main():
    sets = int(sys.argv[1]) if len(sys.argv) > 1 else 500_000
    random = np.random.default_rng(20_30)
    print("   n size curve needed alarms  kind             seen at " +
          " ".join(f"{apart:4}" for apart in APART))
    for count in COUNTS:
        many = max(sets * 9 // count, 1)
        found = {name: drawn(draw, count, many) for name, draw in kinds(random).items()}
        worst = max(found, key=lambda name: np.quantile(found[name], 0.999))
        alarms = 1000 * np.mean(found[worst] > curve(count))
        seen = [
            100 * np.mean(drawn(clumps(random, count, apart), count, many // 10) > curve(count))
            for apart in APART]
        print(f"{count:4} {size(count):4} {curve(count):5.2f} "
              f"{np.quantile(found[worst], 0.999):6.2f} {alarms:6.2f}  {worst:23}  " +
              " ".join(f"{share:4.0f}" for share in seen))


if __name__ == "__main__":
    main()
