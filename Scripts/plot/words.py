"""Numbers and names in sentences."""

import re
from collections.abc import Iterable

TOPOLOGIES = {
    "single": "one store",
    "per-feature": "one store per module",
    "scoped": "scopes of one store",
}


def topology(name: str) -> str:
    """Returns a topology in words; an unknown one by its id."""
    return TOPOLOGIES.get(name, f"'{name}'")


def number(value: float) -> str:
    """Returns a number of three digits without an exponent: 1,601,639, 18, 0.78."""
    if value == 0:
        return "0"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    text = f"{value:.3g}"
    return text if "e" not in text else f"{value:.6f}".rstrip("0")


def factor(value: float) -> str:
    """Returns a factor, with two digits below ten: 1.4, 18."""
    return f"{value:.2g}" if value < 10 else f"{value:,.0f}"


def percent(share: float) -> str:
    """Returns a share in percent; only 0 is 0 %, and only 1 is 100 %."""
    if 0 < share < 0.01:
        return "under 1\u00a0%"
    if 0.99 < share < 1:
        return "over 99\u00a0%"
    return f"{share:.0%}".replace("%", "\u00a0%")


def time(ns: float) -> str:
    """Returns a time in its largest unit."""
    if ns >= 1e12:
        return f"{ns / 1e9:,.0f} s"
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if ns >= size:
            return f"{ns / size:.3g} {unit}"
    return f"{ns:.3g} ns"


def bound(text: str) -> str:
    """Returns the bound of a search in words: response p99 ≤ 20 ms."""
    text = re.sub(r"_ns(?=[<>=!])", "", text).replace("_", " ")
    text = text.replace("<=", " ≤ ").replace("<", " < ")
    return re.sub(r"(\d)([a-zµ]+)$", "\\1\u00a0\\2", re.sub(r"(?<=p\d\d) (?=\d)", ".", text))


def count(number: int, noun: str) -> str:
    """Returns 1 store, 100 stores, 100 copies."""
    several = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number:,} {noun if number == 1 else several}"


def listed(words: Iterable[str]) -> str:
    """Returns a, b and c."""
    words = list(words)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
