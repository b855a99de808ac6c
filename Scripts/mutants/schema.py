"""Writes all mutants of a file into one file. A switch, read at the start, selects one.

Each body becomes a choice between itself and its mutants, which are copies with one change:

    if mutantIsElsewhere(place, first, last) { body } else if mutantIs(first) { … } else { … }

A body that is one expression has a `return` in each branch, so that the compiler checks each branch
by itself. All mutants are built together, so trying one only runs tests.
"""

from dataclasses import dataclass, field

from .operators import Mutant
from .tokens import Body

SWITCH = "MutantSwitch"

HEADER = """\
#ifndef MUTANT_SWITCH_H
#define MUTANT_SWITCH_H
#include <stdbool.h>

extern int mutantChosen;
extern unsigned char *mutantPlaces;

/// Whether the body at a place is to run as it is; notes that it was reached.
static inline bool mutantIsElsewhere(int place, int first, int last) {
  mutantPlaces[place] = 1;
  return mutantChosen < first || last < mutantChosen;
}

static inline bool mutantIs(int number) { return mutantChosen == number; }

#endif
"""

CODE = """\
#include "MutantSwitch.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAX_PLACES (1 << 16)

static unsigned char unread[MAX_PLACES];
int mutantChosen = 0;
unsigned char *mutantPlaces = unread;

// A file in memory that is shared: what a process has reached is known even if it crashes.
__attribute__((constructor)) static void readSwitch(void) {
  const char *number = getenv("MUTANT_NUMBER");
  if (number) mutantChosen = atoi(number);
  const char *path = getenv("MUTANT_PLACES");
  if (!path) return;
  int file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, MAX_PLACES) != 0) abort();
  void *memory = mmap(0, MAX_PLACES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (memory == MAP_FAILED) abort();
  mutantPlaces = memory;
  close(file);
}
"""


@dataclass
class Schema:
    """A file with its mutants, and the owners of its lines."""

    text: str
    # The mutant of a line, by line number.
    owners: dict[int, Mutant] = field(default_factory=dict)
    # The mutants of the body of a line that belongs to no single mutant.
    bodies: dict[int, list[Mutant]] = field(default_factory=dict)


@dataclass
class Numbers:
    """The number of each mutant and the place of each body, counted over all files."""

    mutants: dict[str, int] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    place: int = 0

    def take(self, mutants: list[Mutant]) -> list[int]:
        """Returns consecutive numbers for the mutants of a body; the place without a body is 0."""
        self.place += 1
        numbers = []
        for mutant in mutants:
            numbers.append(len(self.mutants) + 1)
            self.mutants[mutant.name] = numbers[-1]
            self.places[mutant.name] = self.place if mutant.body else 0
        return numbers


def branch(text: str, body: Body, mutant: Mutant | None) -> str:
    inside = text[body.start : body.end]
    if mutant:
        change = mutant.change
        inside = text[body.start : change.start] + change.after + text[change.end : body.end]
    beginning = ""
    if body.is_expression:
        # Only comments precede the expression.
        beginning, inside = text[body.start : body.head], inside[body.head - body.start :]
        beginning += "return "
    return f"{beginning}{inside.strip(' ')}\n"


def with_mutants(text: str, mutants: list[Mutant], numbers: Numbers) -> Schema:
    bodies: dict[Body | int, list[Mutant]] = {}
    for mutant in mutants:
        # Outside of bodies, there are single literals only.
        bodies.setdefault(mutant.body or mutant.change.start, []).append(mutant)
    schema = Schema(f"public import {SWITCH}\n" if mutants else "")
    place = 0

    def write(piece: str, inside: list[Mutant], owner: Mutant | None = None) -> None:
        line = schema.text.count("\n") + 1
        schema.text += piece
        for number in range(line, line + piece.count("\n") + 1):
            if owner:
                schema.owners[number] = owner
            elif inside:
                schema.bodies.setdefault(number, inside)

    for key, inside in bodies.items():
        taken = numbers.take(inside)
        if isinstance(key, int):
            change = inside[0].change
            write(text[place : change.start], [])
            write(f"(mutantIs({taken[0]}) ? {change.after} : ", inside)
            write(f"{text[change.start : change.end]})", inside)
            place = change.end
            continue
        write(text[place : key.start] + "\n", [])
        write(f"if mutantIsElsewhere({numbers.place}, {taken[0]}, {taken[-1]}) {{\n", inside)
        write(branch(text, key, None), inside)
        for number, mutant in zip(taken, inside, strict=True):
            is_last = mutant is inside[-1]
            write(f"}} else {'' if is_last else f'if mutantIs({number}) '}{{\n", inside)
            write(branch(text, key, mutant), inside, mutant)
        write("}\n", inside)
        place = key.end
    write(text[place:], [])
    return schema
