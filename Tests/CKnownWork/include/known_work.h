#pragma once
#include <stdint.h>

/// Executes two instructions for each round and a few around them. At least one round.
void known_work(uint64_t rounds);

/// Does `known_work` on as many threads of its own at the same time; they have ended when it
/// returns. Returns whether they could be started.
int known_work_on_threads(int threads, uint64_t rounds);

/// Touches as many fresh pages of memory, each of which the kernel has to provide. Returns whether
/// it could.
int known_pages(uint64_t pages);

/// Does `known_pages` on threads of its own.
int known_pages_on_threads(int threads, uint64_t pages);

/// Starts threads that allocate nothing, and returns when their functions have ended. Nothing waits for
/// their ends. Returns whether they could be started.
int known_idle_threads(int threads);
