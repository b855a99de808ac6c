import Dispatch
import FlowTestSupport
import PublishedStores
import Testing

private struct Later: Command {
  let action: Int
  let isAsynchronous: Bool

  func execute(in store: CommandStore<[Int], Int>) {
    guard isAsynchronous else {
      store.dispatch(action)
      return
    }
    DispatchQueue.global().async { store.dispatch(action) }
  }
}

/// Even actions dispatch the next one immediately, multiples of ten later.
private let reducer: CommandReducer<[Int], Int> = { state, action in
  let command: Later? =
    if action % 10 == 0 {
      Later(action: action + 1, isAsynchronous: true)
    } else if action % 2 == 0 {
      Later(action: action + 1, isAsynchronous: false)
    } else {
      nil
    }
  return (state + [action], command)
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Command store` {
  private let store = CommandStore(initialState: [], reducer: reducer)

  // The case depends on the system (see `isOnMainThread`).
  @Test func `dispatch is synchronous on the main thread only`() async {
    store.dispatch(2)
    #expect(store.state == (isOnMainThread() ? [2, 3] : []))
    await until { store.state.count == 2 }
    #expect(store.state == [2, 3])
  }

  @Test func `the state is assigned and notified before the command executes`() async {
    var notified: [[Int]] = []
    let subscription = store.subscribe { notified.append($0) }
    store.dispatch(2)
    await until { notified.count == 2 }
    withExtendedLifetime(subscription) {}
    #expect(notified == [[2], [2, 3]])
  }

  @Test func `a dispatch from a background thread reaches the main queue`() async {
    let queues = Log<Bool>()
    let subscription = store.subscribe { _ in queues.add(isOnMainQueue()) }
    DispatchQueue.global().async { [store] in
      queues.add(isOnMainQueue())
      store.dispatch(1)
      store.dispatch(3)
    }
    await until { store.state.count == 2 }
    withExtendedLifetime(subscription) {}
    #expect(store.state == [1, 3])
    #expect(queues.entries.filter { !$0 }.count == 1)
  }

  @Test func `a command may dispatch later from another thread`() async {
    store.dispatch(10)
    await until { store.state.count == 2 }
    #expect(store.state == [10, 11])
  }
}
