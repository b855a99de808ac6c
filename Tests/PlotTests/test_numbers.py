"""Ratios, growth and words for known numbers."""

import math

import pytest
from plot import words
from plot.estimates import Point, growth, paired, student_quantile, welch, winner


def points(*costs: float, spread: float = 0.1) -> list[Point]:
    """Returns a curve over 1, 10, 100, … features."""
    return [
        Point(10**place, cost, cost * (1 - spread), cost * (1 + spread))
        for place, cost in enumerate(costs)
    ]


def test_only_counts_that_both_have_are_paired():
    pairs = paired(points(1, 2, 3), points(5, 6)[1:])
    assert [(a.cost, b.cost) for a, b in pairs] == [(2, 6)]


def test_the_winner_has_a_separate_interval():
    assert winner(*(points(cost)[0] for cost in (1, 2))) == -1
    assert winner(*(points(cost)[0] for cost in (2, 1))) == 1
    assert winner(*(points(cost)[0] for cost in (1, 1.1))) == 0


def test_growth_is_a_cost_of_each_feature():
    assert growth(points(3, 30, 300)) == pytest.approx((0, 3))
    assert growth(points(7, 7, 7)) == pytest.approx((7, 0))
    assert growth(points(22, 40, 220)) == pytest.approx((20, 2))
    assert growth(points(1, 10 ** (2 / 3), 10 ** (4 / 3))) is None
    assert growth(points(1, 10)) is None


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    # Any printed table of Student's t, two-sided 95 %.
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (30, 2.042), (1000, 1.962)],
)
def test_quantiles_of_student_are_those_of_the_table(freedom: float, quantile: float):
    assert student_quantile(0.975, freedom) == pytest.approx(quantile, abs=6e-4)


def test_welch_with_equal_variances_is_a_t_interval():
    # Logarithms 0, 1, 2 and 3, 4, 5: variances 1 and 1, four degrees of freedom.
    ratio = welch([math.exp(x) for x in (0, 1, 2)], [math.exp(x) for x in (3, 4, 5)])
    half = 2.776445 * math.sqrt(2 / 3)
    assert math.log(ratio.ratio) == pytest.approx(3)
    assert math.log(ratio.low) == pytest.approx(3 - half, abs=1e-5)
    assert math.log(ratio.high) == pytest.approx(3 + half, abs=1e-5)
    assert ratio.side == 1


def test_welch_weighs_unequal_variances():
    # Variances 1 and 4 of three each: (5/3)² / ((1/3)²/2 + (4/3)²/2) = 50/17 degrees of freedom.
    ratio = welch([math.exp(x) for x in (0, 1, 2)], [math.exp(x) for x in (0, 2, 4)])
    half = student_quantile(0.975, 50 / 17) * math.sqrt(5 / 3)
    assert math.log(ratio.ratio) == pytest.approx(1)
    assert math.log(ratio.low) == pytest.approx(1 - half)
    assert ratio.side == 0


def test_welch_needs_two_of_each():
    assert welch([1.0], [1.0, 2.0]) is None
    assert welch([1.0, 0.0], [1.0, 2.0]) is None
    assert welch([2.0, 2.0], [1.0, 1.0]).side == -1


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.78, "0.78"), (1601639, "1,601,639"), (18.04, "18"), (0.00001, "0.00001")],
)
def test_numbers_are_short_and_without_exponents(value: float, text: str):
    assert words.number(value) == text


def test_times_take_the_unit_that_keeps_them_short():
    assert [words.time(ns) for ns in (0.846, 126, 1601, 2.5e6, 3e9)] == [
        "0.846 ns",
        "126 ns",
        "1.6 µs",
        "2.5 ms",
        "3 s",
    ]


def test_shares_do_not_round_to_nothing_or_all():
    shares = [words.percent(share).replace("\u00a0", " ") for share in (0, 0.001, 0.25, 0.999, 1)]
    assert shares == ["0 %", "under 1 %", "25 %", "over 99 %", "100 %"]


def test_lists_end_with_and():
    assert words.listed([]) == ""
    assert words.listed(["a"]) == "a"
    assert words.listed(["a", "b", "c"]) == "a, b and c"
