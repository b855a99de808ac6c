"""Numbers and names as sentences use them."""

import re
from collections.abc import Iterable

TOPOLOGIES = {
    "single": "one store",
    "per-feature": "a store for each feature",
    "scoped": "scopes of one store",
    "grouped": "a few stores",
    "per-user": "a store for each user",
}


def topology(name: str) -> str:
    """A topology as words; one that is not known here by its own name."""
    return TOPOLOGIES.get(name, f"'{name}'")


def number(value: float) -> str:
    """Three digits, thousands apart, no exponent: 1,601,639 and 18 and 0.78."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return text if "e" not in text else f"{value:.6f}".rstrip("0")


def factor(value: float) -> str:
    """How many times, with two digits below ten and whole above: 1.4 and 18."""
    return f"{value:.2g}" if value < 10 else f"{value:,.0f}"


def percent(share: float) -> str:
    """25 %, the space unbreakable. A little is never 0 %, not quite all never 100 %."""
    if 0 < share < 0.01:
        return "under 1\u00a0%"
    if 0.99 < share < 1:
        return "over 99\u00a0%"
    return f"{share:.0%}".replace("%", "\u00a0%")


def time(ns: float) -> str:
    """A time in the unit that keeps its number short."""
    if ns >= 1e12:
        return f"{ns / 1e9:,.0f} s"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def bound(text: str) -> str:
    """What a search had to keep: response_p99_ns<=20ms is response p99 ≤ 20 ms."""
    text = (
        re.sub(r"_ns(?=[<>=!])", "", text)
        .replace("_", " ")
        .replace("<=", " ≤ ")
        .replace("<", " < ")
    )
    return re.sub(r"(\d)([a-zµ]+)$", "\\1\u00a0\\2", re.sub(r"(?<=p\d\d) (?=\d)", ".", text))


def count(number: int, noun: str) -> str:
    """1 feature, 100 features."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(words: Iterable[str]) -> str:
    """a, b and c."""
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
