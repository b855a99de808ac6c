#pragma once
#include <stdint.h>

/// Does work of a fixed kind `steps` times, and returns a number that depends on all of it.
///
/// A step does what stores do: it follows a pointer through 8 KiB, frees and allocates a block of 32
/// or 96 bytes, and adds atomically. Not safe for several threads at the same time.
uint64_t cprobes_reference(int steps);
