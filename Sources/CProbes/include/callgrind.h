#pragma once

/// Start and stop callgrind's counting, for all threads. Without callgrind they do nothing.
void cprobes_callgrind_start(void);
void cprobes_callgrind_stop(void);

/// Sets callgrind's counts to zero. Returns 1 under callgrind, otherwise 0.
int cprobes_callgrind_zero(void);

/// Makes callgrind write its counts of all threads to its next file, with `label` in it, and set them
/// to zero.
void cprobes_callgrind_dump(const char *label);

/// Returns the number of valgrinds, of any tool, that this process runs under: 0 on a processor.
int cprobes_valgrind_depth(void);

/// Prevents `dispatchMain` from crashing valgrind 3.19; elsewhere it does nothing. Call it right
/// before `dispatchMain`, which makes the main thread wait in a sigsuspend(2) whose mask is a
/// constant: valgrind writes to that mask.
void cprobes_valgrind_park_main_thread(void);
