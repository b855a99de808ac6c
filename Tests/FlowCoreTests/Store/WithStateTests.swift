import FlowCore
import Testing

private enum ListAction {
  case clear
  case append(Int)
}

private struct ListReducer: Reducer {
  func reduce(into state: inout [Int], action: ListAction) -> Effect<ListAction> {
    switch action {
    case .clear:
      state.removeAll()
      return .send(.append(9))
    case .append(let number):
      state.append(number)
      return .none
    }
  }
}

// In processes of their own, because the borrowed memory may be freed.
struct `A state within withState` {
  @Test func `does not change until the closure returns`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: [1, 2, 3], reducer: ListReducer())
      let seen = store.withState { state in
        let before = state.count
        store.send(.clear)
        return [before, state.count, state.reduce(0, +), store.current.count]
      }
      #expect(seen == [3, 3, 6, 3])
      #expect(store.current == [9])
    }
  }

  @Test func `does not change while an observed store receives actions`() async {
    await #expect(processExitsWith: .success) {
      var notified: [[Int]] = []
      let store = Store(initialState: [1, 2, 3], reducer: ListReducer())
      let subscription = store.subscribe(to: \.self) { notified.append($0) }
      let seen = store.withState { state in
        store.withState { _ in store.scope().send(.clear) }
        store.send(.append(10))
        return [state.count, notified.count]
      }
      #expect(seen == [3, 0])
      #expect(notified == [[], [10], [10, 9]])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `cannot be replaced`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let store = Store(initialState: [1, 2, 3], reducer: ListReducer())
      store.withState { _ in store.restore([]) }
    }
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("`restore` must not be called within `withState`; call it afterwards"))
    #endif
  }
}

@MainActor
struct `A long chain of actions` {
  private enum Action {
    case start
    case step(Int, CountedToken)
  }

  @Test func `releases each action after its reduction while others wait`() {
    let live = LiveTokens()
    var highest = 0
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Action> { count, action in
        guard case .step(let rest, _) = action else {
          return .merge(
            .send(.step(1_000, CountedToken(live))), .send(.step(1_000, CountedToken(live))))
        }
        count += 1
        highest = max(highest, live.count)
        return rest == 0 ? .none : .send(.step(rest - 1, CountedToken(live)))
      })
    store.send(.start)
    #expect(store.current == 2_002)
    #expect(highest < 100)
    #expect(live.count == 0)
  }

  @Test func `releases each action after its reduction if an observer sends the next`() {
    let live = LiveTokens()
    var highest = 0
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Action> { count, action in
        count += 1
        highest = max(highest, live.count)
        return .none
      })
    let subscription = store.subscribe(to: \.self) { [unowned store] count in
      if count < 1_000 { store.send(.step(count, CountedToken(live))) }
      if count == 1 { store.send(.step(count, CountedToken(live))) }
    }
    store.send(.start)
    #expect(highest < 100)
    withExtendedLifetime(subscription) {}
  }
}
