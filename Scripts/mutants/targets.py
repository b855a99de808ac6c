"""What is built and run: the one list to be changed when a target comes or goes."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Target:
    """A target, in Sources/NAME or Tests/NAME; it depends on what it imports of this list."""

    name: str
    # Whether its statements are changed.
    is_mutated: bool = False
    # Files of it that are left out of the copy; those that are gone already do no harm.
    without: tuple[str, ...] = ()
    # Folders of it that are copied, and not changed.
    kept: tuple[str, ...] = ()

    @property
    def is_test(self) -> bool:
        """Whether it holds tests."""
        return self.name.endswith("Tests")


TARGETS = (
    Target("FlowCore", is_mutated=True),
    Target("FlowTesting"),
    Target("FlowTestSupport"),
    Target("FlowCoreModel"),
    Target("FlowCoreTests"),
    Target("FlowTestingTests"),
    Target("FlowCoreModelTests"),
)
