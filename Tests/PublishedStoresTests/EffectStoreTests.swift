import FlowTestSupport
import PublishedStores
import Testing

struct `Effect store` {
  @Test func `merged effects run in order, after all reducers`() {
    let log = Log<String>()
    let first: EffectReducer<Int, Int> = { _, _ in
      log.add("first reduces")
      return [fireAndForget { log.add("first acts") }, fireAndForget { log.add("first again") }]
    }
    let second: EffectReducer<Int, Int> = { _, _ in
      log.add("second reduces")
      return [fireAndForget { log.add("second acts") }]
    }
    EffectStore(initialState: 0, reducer: combine(first, second)).send(1)
    #expect(
      log.entries == [
        "first reduces", "second reduces", "first acts", "first again", "second acts",
      ])
  }

  @Test func `an effect finds the mutation done and the subscribers notified`() {
    let log = Log<String>()
    let store = EffectStore<Int, Int>(initialState: 0) { state, action in
      state += action
      return action == 1
        ? [
          { send in
            log.add("effect"); send(10)
          }
        ] : []
    }
    let subscription = store.subscribe { log.add("state \($0)") }
    store.send(1)
    withExtendedLifetime(subscription) {}
    #expect(log.entries == ["state 1", "effect", "state 11"])
  }

  @Test func `pullback ignores foreign actions and embeds the answers of effects`() {
    struct App { var left = 0, right = 0 }
    enum AppAction: Sendable {
      case left(Int)
      case right(Int)
    }
    let halving: EffectReducer<Int, Int> = { state, action in
      state += action
      return action > 1 ? [{ send in send(action / 2) }] : []
    }
    let reducer: EffectReducer<App, AppAction> = combine(
      pullback(
        halving, value: \App.left,
        action: { if case .left(let amount) = $0 { amount } else { nil } },
        embed: AppAction.left),
      pullback(
        halving, value: \App.right,
        action: { if case .right(let amount) = $0 { amount } else { nil } },
        embed: AppAction.right))
    let store = EffectStore(initialState: App(), reducer: reducer)
    store.send(.right(8))
    #expect(store.state.right == 8 + 4 + 2 + 1)
    #expect(store.state.left == 0)
  }

  @Test func `logging prints in an effect, before the action's own effects`() {
    let log = Log<String>()
    let counting: EffectReducer<Int, Int> = { state, action in
      state += action
      return [fireAndForget { log.add("own effect") }]
    }
    let logged = logging(counting, to: log.add)
    var state = 1
    let effects = logged(&state, 2)
    #expect(log.entries.isEmpty)
    for effect in effects { effect { _ in } }
    #expect(log.entries == ["action: 2", "state: 3", "own effect"])
  }

  @Test func `activityFeed records and passes the effects on`() {
    let log = Log<String>()
    let counting: EffectReducer<[Int], Int> = { state, action in
      state.append(action)
      return [fireAndForget { log.add("effect") }]
    }
    let store = EffectStore(
      initialState: [], reducer: activityFeed(counting) { state, action in state.append(-action) })
    store.send(5)
    #expect(store.state == [-5, 5])
    #expect(log.entries == ["effect"])
  }

  @Test func `a child view never runs an effect twice`() {
    let log = Log<Int>()
    let store = EffectStore<Int, Int>(initialState: 0) { state, action in
      state += action
      return [fireAndForget { log.add(action) }]
    }
    let view = store.view(value: { $0 }, action: { (action: Int) in action })
    let grandchild = view.view(value: { "\($0)" }, action: { (text: String) in Int(text)! })
    grandchild.send("3")
    view.send(4)
    store.send(5)
    #expect(log.entries == [3, 4, 5])
    #expect(grandchild.state == "12")
  }

  @Test func `the parent does not retain a view`() {
    let store = EffectStore<Int, Int>(initialState: 0) { state, action in
      state += action
      return []
    }
    weak var observed: EffectStore<Int, Int>?
    do {
      let view = store.view(value: { $0 }, action: { (action: Int) in action })
      observed = view
      view.send(1)
    }
    #expect(observed == nil)
    store.send(1)
    #expect(store.state == 2)
  }
}
