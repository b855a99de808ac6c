"""Files that several runs share: `make check-macos` and the tests of it use one work folder."""

import fcntl
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def exclusive(file: Path) -> Iterator[None]:
    """Waits until no other thread or process holds the lock of this file, and holds it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def write(file: Path, text: str) -> None:
    """Replaces a file as a whole if its text differs; the file of a reader never changes."""
    if file.is_file() and file.read_text(encoding="utf-8") == text:
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=file.parent, delete=False) as new:
        new.write(text)
    Path(new.name).replace(file)
