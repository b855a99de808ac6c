import FlowCore
import FlowTesting
import Testing

/// Yields or sleeps once for each action.
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

/// Only the executor can observe where the caller of `run` waits.
struct `A run` {
  private func jobs(for actions: [Int]) throws -> Int {
    let time = VirtualTime(seed: 1)
    try time.run { actor in
      let store = Store(initialState: 0, reducer: Yielding(clock: time.clock), isolation: actor)
      for action in actions { await store.sendAndWait(action) }
      #expect(store.current == actions.count)
    }
    #expect(time.foreignJobs == 0)
    return time.jobs
  }

  /// Returns the number of jobs for each run of an action.
  private func jobsPerRun(_ action: Int) throws -> Double {
    let few = try jobs(for: Array(repeating: action, count: 100))
    let many = try jobs(for: Array(repeating: action, count: 200))
    return Double(many - few) / 100
  }

  // The number that the runtime needs with an executor preference. It would be one more for each
  // change of the executor, after which the caller may miss the end of the run.
  @Test func `waits on its actor`() throws {
    #expect(try jobsPerRun(0) == 0)
    #expect(try jobsPerRun(1) <= 6)
    #expect(try jobsPerRun(2) <= 5)
  }
}
