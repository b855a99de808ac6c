"""What is kept of a run in the repository: its machine, and the rows that figures show."""

import csv
import io
import re
from pathlib import Path

from .figures import allocations, moved, wasted
from .run import TIME

# The figures that the README shows.
SHOWN = ("growth", "designs", "moved")

METRICS = {TIME, moved.SEND, moved.CPU, wasted.NOTIFIED, wasted.WASTED, *allocations.COUNTED}


def reference_of(directory: Path) -> dict[str, bytes]:
    """The files to keep, by name. Rows are as they were; metrics in no figure are left out."""
    rows = io.StringIO(newline="")
    writer = csv.writer(rows, lineterminator="\n")
    with (directory / "summary.csv").open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        header = next(reader)
        metric, valid = header.index("metric"), header.index("valid")
        writer.writerow(header)
        writer.writerows(row for row in reader if row[metric] in METRICS or row[valid] == "false")
    # Where the run was written to is nobody's business.
    machine = (directory / "runs.csv").read_text(encoding="utf-8")
    return {
        "runs.csv": re.sub(r" --out [^ ,\"]+", "", machine).encode(),
        "summary.csv": rows.getvalue().encode(),
    }
