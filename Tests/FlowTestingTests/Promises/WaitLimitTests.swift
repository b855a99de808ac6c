import FlowCore
import FlowTesting
import Testing

private enum LoadAction: Equatable {
  case load(milliseconds: Int)
  case loaded
}

private struct LoadReducer: Reducer {
  func reduce(into state: inout Int, action: LoadAction) -> Effect<LoadAction> {
    switch action {
    case .load(let milliseconds):
      return .task {
        try await Task.sleep(for: .milliseconds(milliseconds))
        return .loaded
      }
    case .loaded:
      state += 1
      return .none
    }
  }
}

/// Not the main actor, on which other tests run, so that a yield may take any time.
@globalActor
private actor Quiet {
  static let shared = Quiet()
}

/// An effect that takes real time, such as one that uses a network or a disk.
@Quiet
@Suite(.timeLimit(.minutes(20)))
fileprivate struct `A test store whose effect takes real time` {
  private final class Failures {
    var all: [String] = []
  }

  private let failures = Failures()

  private func store() -> TestStore<LoadReducer> {
    let failures = failures
    return TestStore(
      initialState: 0, reducer: LoadReducer(), record: { failures.all.append($0.description) })
  }

  @Test(arguments: [200, 600])
  func `receives its action`(milliseconds: Int) async {
    let store = store()
    store.send(.load(milliseconds: milliseconds))
    await store.receive(.loaded) { $0 = 1 }
    await store.finish()
    #expect(failures.all == [])
  }

  @Test(arguments: [200, 600])
  func `waits for its end`(milliseconds: Int) async {
    let store = store()
    store.send(.load(milliseconds: milliseconds))
    await store.finish()
    #expect(failures.all == ["the test ended before it received loaded"])
  }

  @Test func `receives its action if it is not exhaustive`() async {
    let store = store()
    store.isExhaustive = false
    store.send(.load(milliseconds: 600))
    await store.receive(where: { $0 == .loaded }) { $0 = 1 }
    #expect(failures.all == [])
  }
}
