"""The mutants of a function, by its body."""

from mutants.operators import Mutant, mutants_of


def mutants_in(body: str, head: str = "func f()") -> list[Mutant]:
    """Returns the mutants of a function with this body."""
    return mutants_of("T/F.swift", f"{head} {{\n{body}\n}}\n")


def mutated(body: str, operator: str, head: str = "func f()") -> list[str]:
    """Returns the lines that an operator makes of a body."""
    found = [one for one in mutants_in(body, head) if one.change.operator == operator]
    return [one.after_line.strip() for one in found]
