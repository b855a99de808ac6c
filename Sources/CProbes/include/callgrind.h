#pragma once

/// Starts and stops callgrind's counting, for all threads. Without callgrind they do nothing.
void cprobes_callgrind_start(void);
void cprobes_callgrind_stop(void);

/// Sets everything that callgrind has counted to zero. Returns whether callgrind was there to do so.
int cprobes_callgrind_zero(void);

/// Lets callgrind write what all threads have executed since it was zeroed to its next file, with
/// `label` in it, and zero it again.
void cprobes_callgrind_dump(const char *label);

/// How many valgrinds, of whatever tool, this process runs under: 0 on a processor.
int cprobes_valgrind_depth(void);

/// Under valgrind, makes the main thread wait where valgrind survives it, once `dispatchMain` has
/// given the thread up; elsewhere does nothing. Call it right before `dispatchMain`, which lets the
/// thread wait in a sigsuspend(2) whose mask is a constant: valgrind 3.19 writes to that mask, and
/// dies of it.
void cprobes_valgrind_park_main_thread(void);
