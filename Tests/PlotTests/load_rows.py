"""Directories of loads with known results, as `flowbench load` writes them."""

from pathlib import Path

from conftest import USUAL as RUN
from conftest import Row, scenario, write_rows
from plot.load import LoadRun, read_load

PERCENTILES = (50, 90, 99, 99.9, 100)
MS = 1_000_000
# The interval of one process: a tenth on either side, for percentiles up to the 99th.
KNOWN = (50, 90, 99)

USUAL = RUN | {
    "run_id": "load-a",
    "workload": "app",
    "features": 10,
    "load": "open:poisson:4s@1000.0",
    "round": 0,
}


def named(row: Row) -> Row:
    """Returns the row with the name of its scenario."""
    return {"scenario": scenario(row)} | row


def load_row(p99: float, **other: object) -> Row:
    """Returns a row of loads.csv whose p50 is a tenth of its p99."""
    row = USUAL | {
        "rate_per_second": 1000,
        "duration_ns": 4000 * MS,
        "offered_total": 4000,
        "completed_total": 4000,
        "dropped_total": 0,
        "abandoned_total": 0,
        "completed_per_second": 1000,
        "response_p50_ns": p99 / 10,
        "response_p99_ns": p99,
        "service_p99_ns": p99 / 20,
        "generator_delay_p99_ns": 2000,
        "valid": "true",
    }
    return named(row | other)


def latency_rows(p99: float, **other: object) -> list[Row]:
    """Returns the rows of latency.csv of a load with too few actions for a 99.9th percentile."""
    times = {50: p99 / 10, 90: p99 / 2, 99: p99, 99.9: "", 100: p99 * 2}
    return [
        named(
            USUAL
            | {
                "time": kind,
                "percentile": percentile,
                "time_ns": ns if ns == "" else ns / divisor,
                "actions_total": 4000,
            }
            | other
        )
        for kind, divisor in (("response", 1), ("service", 20), ("generator_delay", 100))
        for percentile, ns in times.items()
    ]


def judged_rows(
    p99: float, known: tuple[float, ...] = KNOWN, trusted: float = 100, **other: object
) -> list[Row]:
    """Returns these rows with intervals, trusted up to a percentile."""
    rows = latency_rows(p99, **other)
    for row in rows:
        percentile, ns = row["percentile"], row["time_ns"]
        if percentile in known:
            row |= {"time_low_ns": ns * 0.9, "time_high_ns": ns * 1.1, "batches": 30}
        row["trusted"] = str(percentile <= trusted).lower()
    return rows


def write_load(directory: Path, files: dict[str, list[Row]], cores: int = 2) -> Path:
    """Writes the files of a load, including runs.csv."""
    directory.mkdir(parents=True, exist_ok=True)
    run = {"schema_version": 2, "run_id": "load-a", "started_utc": "20261122T000000Z"}
    write_rows(directory / "runs.csv", [run | {"cpu_model": "A processor", "cpu_count": cores}])
    for name, rows in files.items():
        write_rows(directory / name, rows)
    return directory


def read_rows(directory: Path, loads: list[Row], latency: list[Row]) -> LoadRun:
    """Writes and reads a load."""
    return read_load(write_load(directory, {"loads.csv": loads, "latency.csv": latency}))


def steady_load(directory: Path) -> Path:
    """Writes two designs in two topologies and two processes; one scenario has a warning."""
    loads, latency = [], []
    times = {("flow", "single"): 2, ("flow", "per-feature"): 1, ("inout", "single"): 40}
    times[("inout", "per-feature")] = 3
    for (design, topology), p99 in times.items():
        for round_ in range(2):
            same = {"design": design, "topology": topology, "round": round_}
            late = (design, topology) == ("flow", "per-feature")
            warning = {"warning": "the generator delay is 9 %"} if late else {}
            loads.append(load_row(p99 * MS, **same, **warning))
            latency += latency_rows(p99 * MS, **same)
    return write_load(directory, {"loads.csv": loads, "latency.csv": latency})


# Rate, p99 and whether it held; 4,000 is the highest that held each time.
PROBES = [(1000, 1, True), (2000, 1, True), (4000, 4, True), (8000, 50, False), (4000, 6, True)]


def searched_load(directory: Path) -> Path:
    """Writes a search for the highest rate of one design, with four rates.

    It has intervals; the p99 at 2,000 is not trusted.
    """
    loads, latency, found = [], [], []
    for probe, (rate, p99, holds) in enumerate(PROBES):
        same = {"load": f"open:poisson:4s@{rate}.0", "round": probe}
        counts = {"rate_per_second": rate, "completed_per_second": rate}
        loads.append(load_row(p99 * MS, **same, **counts))
        latency += judged_rows(p99 * MS, trusted=50 if rate == 2000 else 100, **same)
        search = {
            "bound": "response_p99_ns<=20ms",
            "probe": probe,
            "rate_per_second": rate,
            "completed_per_second": rate,
            "response_p50_ns": p99 * MS / 10,
            "response_p99_ns": p99 * MS,
            "holds": str(holds).lower(),
            "confirmation": "true" if probe == 4 else "false",
            "highest_per_second": 4000,
        }
        found.append(named(USUAL | search))
    files = {"loads.csv": loads, "latency.csv": latency}
    return write_load(directory, files | {"saturation.csv": found})


def staged_load(directory: Path) -> Path:
    """Writes three stages of one design; the last one starts with the queue of the second."""
    whole = load_row(9 * MS, load="open:poisson:1s@10.0+1s@1000.0+1s@20.0")
    stages = [
        load_row(
            p99 * MS,
            load=whole["load"],
            stage=stage,
            stage_name=f"1s@{rate}.0",
            rate_per_second=rate,
            offered_total="",
        )
        for stage, (rate, p99) in enumerate([(10, 1), (1000, 30), (20, 5)])
    ]
    latency = latency_rows(9 * MS, load=whole["load"])
    latency += latency_rows(30 * MS, load=whole["load"], stage=1)
    return write_load(directory, {"loads.csv": [whole, *stages], "latency.csv": latency})
