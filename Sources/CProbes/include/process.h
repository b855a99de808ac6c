#pragma once
#include <stdint.h>

/// Reads what distinguishes a version of an open file from others: device, inode, size, and the seconds
/// and nanoseconds of its last change of any kind, which no program can set. Returns 0, or the error.
int cprobes_file_state(int descriptor, uint64_t state[5]);

/// Computes a number from the contents of an open file. Returns 0, or the error.
///
/// In C, because a debug build would need half a second for an executable.
int cprobes_file_digest(int descriptor, uint64_t *digest);

/// Returns 1 if a process is stopped, as by SIGSTOP; 0 if it is not, or if that is unknown.
int cprobes_is_stopped(int process);

/// Ends this process with an exit code as soon as its parent has ended, from a thread that sleeps in
/// the kernel until then.
///
/// `descriptor` is a pipe that only the parent reads. Returns 0, or the error.
int cprobes_end_with_parent(int descriptor, int code);

/// Starts and ends so many threads at the same time. Returns 0, or the error.
int cprobes_try_threads(int count);
