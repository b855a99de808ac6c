import FlowCore
import FlowTestSupport
import PublishedStores
import Testing

private struct App: Equatable, Sendable {
  var count = 0
  var names: [String] = []
  var feed: [String] = []
}

private enum AppAction: Equatable, Sendable {
  case count(Int)
  case name(String)
  case removeName(at: Int)

  var counted: Int? {
    guard case .count(let amount) = self else { return nil }
    return amount
  }
}

private let counting: InoutReducer<Int, Int> = { $0 += $1 }
private let naming: InoutReducer<App, AppAction> = { app, action in
  switch action {
  case .count: break
  case .name(let name): app.names.append(name)
  case .removeName(let index): app.names.remove(at: index)
  }
}
private let appReducer = combine(
  pullback(counting, value: \App.count, action: \AppAction.counted), naming)

struct `Inout store` {
  @Test func `combine runs all reducers in order`() {
    let store = InoutStore<[Int], Int>(
      initialState: [],
      reducer: combine(
        { $0.append($1) }, { $0.append($1 * 10) }, { state, _ in state.append(state.count) }))
    store.send(7)
    #expect(store.state == [7, 70, 2])
  }

  @Test func `pullback ignores foreign actions`() {
    let reducer = pullback(counting, value: \App.count, action: \AppAction.counted)
    let store = InoutStore(initialState: App(), reducer: reducer)
    store.send(.name("a"))
    #expect(store.state == App())
    store.send(.count(3))
    #expect(store.state.count == 3)
  }

  @Test func `logging writes the action, then the new state`() {
    let log = Log<String>()
    let store = InoutStore(initialState: 1, reducer: logging(counting, to: log.add))
    store.send(2)
    store.send(3)
    #expect(log.entries == ["action: 2", "state: 3", "action: 3", "state: 6"])
  }

  @Test func `activityFeed can record removed values`() {
    let reducer = activityFeed(appReducer) { app, action in
      switch action {
      case .name(let name): app.feed.append("added \(name)")
      case .removeName(let index): app.feed.append("removed \(app.names[index])")
      case .count: break
      }
    }
    let store = InoutStore(initialState: App(), reducer: reducer)
    store.send(.name("a"))
    store.send(.count(1))
    store.send(.removeName(at: 0))
    #expect(store.state == App(count: 1, names: [], feed: ["added a", "removed a"]))
  }

  @Test func `subscribers are notified after every send, in order, also without a change`() {
    var notified: [String] = []
    let store = InoutStore(initialState: 0, reducer: counting)
    let first = store.subscribe { notified.append("first \($0)") }
    let second = store.subscribe { notified.append("second \($0)") }
    store.send(1)
    first.cancel()
    store.send(0)
    second.cancel()
    store.send(1)
    #expect(notified == ["first 1", "second 1", "second 1"])
  }

  @Test func `a subscription ends with its last reference`() {
    var notified = 0
    let store = InoutStore(initialState: 0, reducer: counting)
    var subscription: ObservationToken? = store.subscribe { _ in notified += 1 }
    store.send(1)
    withExtendedLifetime(subscription) {}
    subscription = nil
    store.send(1)
    #expect(notified == 1)
  }

  @Test func `a subscriber that an earlier one cancels is not notified`() {
    var notified: [String] = []
    let store = InoutStore(initialState: 0, reducer: counting)
    var later: ObservationToken?
    let earlier = store.subscribe { _ in
      notified.append("earlier")
      later?.cancel()
    }
    later = store.subscribe { _ in notified.append("later") }
    store.send(1)
    withExtendedLifetime(earlier) {}
    #expect(notified == ["earlier"])
  }

  @Test func `subscribers may send`() {
    let store = InoutStore(initialState: 0, reducer: counting)
    let subscription = store.subscribe { [unowned store] in if $0 < 3 { store.send(1) } }
    store.send(1)
    withExtendedLifetime(subscription) {}
    #expect(store.state == 3)
  }
}

struct `Views of an inout store` {
  private let store = InoutStore(initialState: App(), reducer: appReducer)

  @Test func `a view sends through its parent`() {
    let view = store.view(value: \.count, action: AppAction.count)
    view.send(4)
    #expect(store.state.count == 4)
    #expect(view.state == 4)
  }

  @Test func `a view follows its parent, and so does a view of a view`() {
    let names = store.view(value: \.names, action: AppAction.name)
    let first = names.view(value: \.first, action: { (name: String) in name })
    store.send(.name("a"))
    #expect(names.state == ["a"])
    #expect(first.state == "a")
    first.send("b")
    #expect(store.state.names == ["a", "b"])
    #expect(names.state == ["a", "b"])
  }

  @Test func `a view's subscribers see every change of the parent`() {
    let view = store.view(value: \.count, action: AppAction.count)
    var notified: [Int] = []
    let subscription = view.subscribe { notified.append($0) }
    store.send(.name("a"))
    view.send(2)
    withExtendedLifetime(subscription) {}
    #expect(notified == [0, 2])
  }

  @Test func `the parent does not retain a view and removes its subscription`() {
    var computed = 0
    weak var observed: InoutStore<Int, Int>?
    do {
      let view = store.view(
        value: { app in
          computed += 1
          return app.count
        }, action: AppAction.count)
      observed = view
      store.send(.count(1))
      withExtendedLifetime(view) {}
    }
    #expect(observed == nil)
    let before = computed
    store.send(.count(1))
    #expect(computed == before)
  }

  @Test func `a view keeps its parent alive`() {
    var parent: InoutStore? = InoutStore(initialState: App(), reducer: appReducer)
    let view = parent!.view(value: \.count, action: AppAction.count)
    parent = nil
    view.send(2)
    #expect(view.state == 2)
  }
}
