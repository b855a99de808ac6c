import FlowCore
import FlowTesting
import Testing

/// Yields once for each action, and as often sleeps.
private struct Yielding: Reducer {
  let clock: VirtualClock

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += 1
    let clock = clock
    return switch action {
    case 0: .none
    case 1:
      .task {
        await Task.yield()
        return nil
      }
    default:
      .task {
        try await clock.sleep(for: .seconds(1))
        return nil
      }
    }
  }
}

/// Where the caller of `run` waits, nobody sees but the executor that is given the jobs.
struct `A run` {
  private func jobs(for actions: [Int]) throws -> Int {
    let time = VirtualTime(seed: 1)
    try time.run { actor in
      let store = Store(initialState: 0, reducer: Yielding(clock: time.clock), isolation: actor)
      for action in actions { await store.run(action) }
      #expect(store.current == actions.count)
    }
    #expect(time.foreignJobs == 0)
    return time.jobs
  }

  /// How many jobs each of the runs of an action takes.
  private func jobsPerRun(_ action: Int) throws -> Double {
    let few = try jobs(for: Array(repeating: action, count: 100))
    let many = try jobs(for: Array(repeating: action, count: 200))
    return Double(many - few) / 100
  }

  // As many as the runtime needs that keeps its tasks where an executor is preferred. One more each time
  // that somebody leaves the actor, who then misses what ends meanwhile and waits for ever.
  @Test func `waits on its actor`() throws {
    #expect(try jobsPerRun(0) == 0)
    #expect(try jobsPerRun(1) <= 6)
    #expect(try jobsPerRun(2) <= 5)
  }
}
