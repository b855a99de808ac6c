import FlowCore
import FlowTesting
import Testing

private enum Answer: Equatable, Sendable {
  case start
  case found
  case late
}

/// The effect around the work.
private enum Shape: CaseIterable, Sendable {
  case alone, stream, concatenated, merged, mergedInConcatenated, named, debounced

  func effect(_ work: Effect<Answer>, _ clock: VirtualClock) -> Effect<Answer> {
    let none = Effect<Answer>.perform { nil }
    switch self {
    case .alone, .stream: return work
    case .concatenated: return .concatenate(none, work)
    case .merged: return .merge(none, work)
    case .mergedInConcatenated: return .concatenate(.merge(none, work), none)
    case .named: return work.cancellable(id: "work")
    case .debounced: return work.debounced(id: "work", for: .zero, clock: clock)
    }
  }
}

/// Work with a timeout at its end.
private struct Racing: Reducer {
  let clock: VirtualClock
  let shape: Shape

  func reduce(into state: inout [Answer], action: Answer) -> Effect<Answer> {
    state.append(action)
    guard action == .start else { return .none }
    let clock = clock
    let work: Effect<Answer> =
      if shape == .stream {
        .run { send in
          try await clock.sleep(for: .seconds(5))
          send(.found)
        }
      } else {
        .task {
          try await clock.sleep(for: .seconds(5))
          return .found
        }
      }
    return shape.effect(work, clock).timeout(after: .seconds(5), clock: clock, answer: .late)
  }
}

@Suite(.timeLimit(.minutes(20)))
struct `Work that ends exactly at its timeout` {
  /// Returns the actions and the effects in flight for each seed.
  private func outcomes(
    _ shape: Shape, awaited: Bool
  ) throws -> [(answers: [Answer], inFlight: Int)] {
    try (0..<UInt64(400)).map { seed in
      let time = VirtualTime(seed: seed)
      return try time.run { _ in
        let store = Store(initialState: [], reducer: Racing(clock: time.clock, shape: shape))
        if awaited {
          await store.sendAndWait(.start)
        } else {
          store.send(.start)
          try await time.clock.sleep(for: .seconds(60))
        }
        return (store.current, store.effectsInFlight)
      }
    }
  }

  @Test(arguments: Shape.allCases, [false, true])
  fileprivate func `sends the action of either the work or the timeout`(shape: Shape, awaited: Bool)
    throws
  {
    let outcomes = try outcomes(shape, awaited: awaited)
    let both = outcomes.count { $0.answers != [.start, .found] && $0.answers != [.start, .late] }
    #expect(both == 0, "of \(outcomes.count) seeds")
  }

  @Test(arguments: Shape.allCases)
  fileprivate func `leaves nothing in flight when a run has awaited it`(shape: Shape) throws {
    let outcomes = try outcomes(shape, awaited: true)
    #expect(outcomes.count { $0.inFlight != 0 } == 0, "of \(outcomes.count) seeds")
  }
}
