"""What a load went through beside its seconds: warm-up, pauses of the machine, spike, recovery."""

from collections.abc import Callable

import altair as alt

from .figure import Row, named, rounded
from .load import ONE_LOAD, LoadRun
from .theme import Look, Scheme
from .words import listed, time

# An encoding of a field of times along the axis that all panels have.
X = Callable[[str], alt.X]

SECOND = 1_000_000_000
NOT_BACK = "not back by the end"
# How long the machine paused in one second: from so many nanoseconds on, in these words.
PAUSES = (
    (1, "under 1 ms"),
    (1_000_000, "1 to 10 ms"),
    (10_000_000, "10 to 100 ms"),
    (100_000_000, "100 ms or more"),
)
SHADES = [0.12, 0.35, 0.65, 1]
# The share of a load's time on either side of which there is room for the words of a recovery.
ROOM = 0.45
# Each design has a line of its own, as high as this.
LINE = 26


def paused(ns: float | None) -> str | None:
    """How long the machine paused in a second, in words; nothing where it did not, or unknown."""
    return next((words for least, words in reversed(PAUSES) if (ns or 0) >= least), None)


def phases(run: LoadRun) -> dict[tuple[str, str, int], Row]:
    """What each whole load went through, in seconds since its start, as far as it is known."""
    return {
        tuple(row[name] for name in ONE_LOAD): _warm_up(row) | _recovery(row) | _held_up(row)
        for row in run.whole.iter_rows(named=True)
    }


def _warm_up(row: Row) -> Row:
    if not row["warm_up_ns"]:
        return {}
    length = row["warm_up_ns"]
    return {"warm_up": rounded(length / SECOND), "warm_up_text": f"warm-up {time(length)}"}


def _held_up(row: Row) -> Row:
    """How long the machine paused in all, and how long the store stalled while it did not."""
    totals = {"paused_total": row["paused_ns"], "stalled_total": row["stalled_ns"]}
    return {name: ns for name, ns in totals.items() if ns is not None}


def _recovery(row: Row) -> Row:
    """The spike, and when responses were back; files of before know neither."""
    end, took = row.get("spike_end_ns"), row.get("recovery_ns")
    if "recovery_ns" not in row or (end is None and took is None):
        return {}
    back = took is not None
    words = f"back after {time(took)}" if took else "back at once" if back else ""
    found: Row = {"recovery": words or row.get("recovery_note") or NOT_BACK}
    if end is None:
        return found
    begin, lasts = row.get("spike_start_ns"), row["duration_ns"]
    found["spike_end"] = rounded(end / SECOND)
    found["words_at"] = found["spike_end"]
    if end > ROOM * lasts:
        late = begin is not None and begin >= ROOM * lasts
        found |= {"words_at": rounded((begin if late else lasts) / SECOND), "words_before": True}
    if begin is not None:
        found["spike_start"] = rounded(begin / SECOND)
    if back or found["recovery"] == NOT_BACK:
        found["over"] = rounded((end + took if back else max(end, lasts)) / SECOND)
    return found


def has_pauses(rows: list[Row]) -> bool:
    """Whether the machine paused in any second."""
    return any("pause" in row for row in rows)


def has_spans(rows: list[Row]) -> bool:
    """Whether there is a warm-up or a recovery to be drawn."""
    return any("warm_up" in row or "spike_end" in row for row in rows)


def spanned(rows: list[Row]) -> str:
    """What the lines of `spans` are about."""
    warm = any("warm_up" in row for row in rows)
    spiked = any("spike_end" in row for row in rows)
    return " and ".join(["warm-up"] * warm + ["recovery"] * spiked)


def marks(rows: list[Row]) -> list[str]:
    """What the lines of the designs are, for the subtitle."""
    said = []
    if has_pauses(rows):
        said.append("Where the machine paused, long responses need not be the store's.")
    if any("warm_up" in row for row in rows):
        said.append("What is shaded as warm-up is in no percentile of the load.")
    if any("spike_end" in row for row in rows):
        said.append(
            "In grey the spike; bars last from its end until p99 is back within 10 % of before."
        )
    return said


def happened(rows: list[Row]) -> list[str]:
    """What happened, as sentences without their full stops."""
    said = []
    recovered = [f"{row['recovery']} ({named(row)})" for row in rows if "recovery" in row]
    if recovered:
        said.append(f"After the spike: {'; '.join(recovered)}")
    warm = [f"{time(row['warm_up'] * SECOND)} ({named(row)})" for row in rows if "warm_up" in row]
    if warm:
        said.append(f"Left out as warm-up: {listed(warm)}")
    for name, words in (
        ("paused_total", "The machine paused"),
        ("stalled_total", "A store stalled"),
    ):
        most = max(rows, key=lambda row: row.get(name, 0))
        if most.get(name):
            said.append(f"{words} most with {named(most)}: {time(most[name])} in all")
    return said


def pauses(base: alt.Chart, x: X, labels: list[str], look: Look) -> list[alt.Chart]:
    """A cell for each second in which the machine paused, the darker the longer."""
    shade = alt.Opacity(
        "pause:O",
        scale=alt.Scale(type="ordinal", domain=[words for _, words in PAUSES], range=SHADES),
        legend=alt.Legend(
            title="machine paused:",
            titleOrient="top" if look.narrow else "left",
            titleFontSize=13,
            titleFontWeight="normal",
            titleColor=look.scheme.ink,
            symbolType="square",
            symbolFillColor=look.scheme.ink,
            symbolStrokeWidth=0,
        ),
    )
    cells = base.transform_filter("isValid(datum.pause)").mark_bar(height=12)
    return [
        cells.encode(
            x=x("second:Q"),
            x2="until:Q",
            y=_line(labels),
            color=alt.value(look.scheme.ink),
            opacity=shade,
            tooltip=[
                alt.Tooltip("place:N", title="topology"),
                alt.Tooltip("label:N", title="design"),
                alt.Tooltip("second:Q"),
                alt.Tooltip("paused:Q", title="machine paused, ns", format=",.4~r"),
                alt.Tooltip("stolen:Q", title="stolen by the hypervisor, ns", format=",.4~r"),
            ],
        )
    ]


def spans(base: alt.Chart, x: X, labels: list[str], scheme: Scheme) -> list[alt.Chart]:
    """The warm-up of each load; its spike, and how long it took until responses were back."""
    base = base.encode(y=_line(labels))
    warm = base.transform_filter("isValid(datum.warm_up)")
    warm = warm.transform_calculate(start="0")
    spike = base.transform_filter("isValid(datum.spike_start)").mark_bar(
        height=LINE - 8, color=scheme.grey, opacity=0.4
    )
    after = base.transform_filter("isValid(datum.spike_end)")
    words = {"fontSize": 11, "color": scheme.ink, "align": "left"}
    return [
        warm.mark_bar(height=LINE - 8, opacity=0.35).encode(x=x("start:Q"), x2="warm_up:Q"),
        warm.mark_text(dx=5, **words).encode(
            x=x("warm_up:Q"), text="warm_up_text:N", color=alt.value(scheme.ink)
        ),
        spike.encode(x=x("spike_start:Q"), x2="spike_end:Q", color=alt.value(scheme.grey)),
        after.transform_filter("isValid(datum.over)")
        .mark_bar(height=5, yOffset=7)
        .encode(x=x("spike_end:Q"), x2="over:Q"),
        *[
            # Above the bar, so that there is room wherever it ends.
            after.transform_filter(test)
            .mark_text(**(words | {"align": align, "dx": dx, "yOffset": -4}))
            .encode(x=x("words_at:Q"), text="recovery:N", color=alt.value(scheme.ink))
            for test, align, dx in (
                ("!datum.words_before", "left", 3),
                ("datum.words_before", "right", -3),
            )
        ],
    ]


def _line(labels: list[str]) -> alt.Y:
    return alt.Y("label:N", sort=labels, title=None, axis=alt.Axis(grid=False))
