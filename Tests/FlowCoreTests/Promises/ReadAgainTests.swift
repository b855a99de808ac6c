import FlowCore
import Observation
import Testing

/// How often something happened.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

/// Something that nobody can compare.
private struct Opaque {
  var number = 0
}

@MainActor
struct `A part that is read again while an action is handled` {
  private struct Whole {
    var opaque = Opaque()
    var number = 0
  }

  private let store = Store(
    initialState: Whole(),
    reducer: Reduce<Whole, Int> { state, action in
      state.opaque.number = action
      return .none
    })

  // Nobody is left for a moment then, and the list forgets whoever is closed.
  @Test(arguments: [0, 1, 2])
  func `is observed, though its notification ended all other observers`(readBefore: Int) {
    for number in 0..<readBefore {
      withObservationTracking {
        _ = store.opaque
      } onChange: {
      }
      store.send(number)
    }
    nonisolated(unsafe) var others: ObservationToken? = store.subscribe(to: \.number) { _ in }
    let count = Count()
    withObservationTracking {
      _ = store.opaque
    } onChange: {
      count.value += 1
      others = nil
    }
    store.withState { _ in
      withObservationTracking {
        _ = store.opaque
      } onChange: {
        count.value += 1
      }
    }
    #expect(count.value == 1 && others == nil, "it cannot be compared, so it is notified first")
    #expect(store.isObserved)
    store.send(99)
    #expect(count.value == 2)
    #expect(!store.isObserved)
  }
}
