"""The list of survivors that nobody can see, each with the reason why."""

from dataclasses import dataclass
from pathlib import Path

from .operators import Mutant, lasting
from .tokens import MutationError


@dataclass(frozen=True)
class Known:
    """A line of the list: `name  # why`."""

    name: str
    reason: str


def read_known(path: Path) -> list[Known]:
    """The list; every line must have a reason."""
    known = []
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        name, _, reason = (part.strip() for part in line.partition(" # "))
        if not reason or name.count(":") != 3:
            raise MutationError(f"{path.name}:{number}: file:line:operator:mark # why")
        known.append(Known(name, reason))
    return known


def stale(known: list[Known], all_mutants: list[Mutant], killed: set[str]) -> list[tuple[str, str]]:
    """Entries that are no survivors, each with what became of them."""
    existing = {mutant.lasting_name for mutant in all_mutants}
    found = []
    for entry in known:
        if lasting(entry.name) not in existing:
            found.append((entry.name, "there is no such mutant any more"))
        elif lasting(entry.name) in killed:
            found.append((entry.name, "a test kills it now"))
    return found
