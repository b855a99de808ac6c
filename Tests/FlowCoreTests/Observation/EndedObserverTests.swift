import FlowCore
import FlowTestSupport
import Testing

private final class Picture: Equatable {
  static func == (left: Picture, right: Picture) -> Bool { left === right }
}

private struct Album: Equatable {
  var count = 0
  var cover: Picture?
  var counts = [0, 0, 0]
}

private enum AlbumAction {
  case setCount(Int)
  case setCover(Picture?)
  case row(Int, Int)
}

extension CasePath<AlbumAction, (Int, Int)> {
  fileprivate static var row: Self {
    Self(AlbumAction.row) {
      if case .row(let index, let count) = $0 { (index, count) } else { nil }
    }
  }
}

private struct AlbumReducer: Reducer {
  func reduce(into state: inout Album, action: AlbumAction) -> Effect<AlbumAction> {
    switch action {
    case .setCount(let count): state.count = count
    case .setCover(let cover): state.cover = cover
    case .row(let index, let count): state.counts[index] = count
    }
    return .none
  }

  func region(of action: AlbumAction) -> StateRegion {
    switch action {
    case .setCount: .part(\Album.count)
    case .setCover: .part(\Album.cover)
    case .row(let index, _): .element(\Album.counts, key: index)
    }
  }
}

@MainActor
struct `An observer that has ended while others remain` {
  private let store = Store(initialState: Album(), reducer: AlbumReducer())
  private let live = LiveTokens()
  private let others: [ObservationToken]

  init() {
    let store = store
    others = [
      store.subscribe(to: \.count) { _ in },
      store.subscribe(to: \.counts) { _ in },
    ]
  }

  @Test func `releases its closure`() {
    let subscription: ObservationToken
    do {
      let token = CountedToken(live)
      subscription = store.subscribe(to: \.count) { _ in withExtendedLifetime(token) {} }
    }
    #expect(live.count == 1)
    subscription.cancel()
    #expect(live.count == 0)
    #expect(store.counts.observers == 2)
  }

  @Test func `releases the function of its value`() {
    let subscription: ObservationToken
    do {
      let token = CountedToken(live)
      subscription = store.subscribe(
        to: { album in withExtendedLifetime(token) { album.count } }, { _ in })
    }
    #expect(live.count == 1)
    subscription.cancel()
    #expect(live.count == 0)
  }

  @Test func `releases what it read last`() {
    weak var cover: Picture?
    let drawing: ObservationToken
    do {
      let picture = Picture()
      cover = picture
      store.send(.setCover(picture))
      drawing = store.observe { [store] in _ = store.cover }
    }
    drawing.cancel()
    #expect(cover != nil)
    store.send(.setCover(nil))
    #expect(cover == nil)
  }

  @Test func `releases the part that its closure no longer reads`() {
    weak var cover: Picture?
    do {
      let picture = Picture()
      cover = picture
      store.send(.setCover(picture))
    }
    let drawing = store.observe { [store] in if store.count == 0 { _ = store.cover } }
    store.send(.setCount(1))
    store.send(.setCover(nil))
    #expect(cover == nil)
    drawing.cancel()
  }

  @Test func `releases the closure of a row`() {
    var subscriptions = (0..<12).map { number in
      let token = CountedToken(live)
      return store.scope(number % 3, of: \.counts, action: .row)!
        .subscribe(to: \.self) { [token] _ in withExtendedLifetime(token) {} }
    }
    for index in [3, 0, 9, 4] {
      subscriptions.remove(at: index).cancel()
      #expect(live.count == subscriptions.count)
      #expect(store.counts.observers == subscriptions.count + 2)
    }
    #expect(store.counts.remembered == 14)
    store.send(.row(1, 5))
    subscriptions.removeAll()
    #expect(live.count == 0)
  }

  @Test func `releases its closure after the notification that ends it`() {
    var token: CountedToken? = CountedToken(live)
    var alive: [Int] = []
    var subscription: ObservationToken?
    subscription = store.subscribe(to: \.count) { [token, live] _ in
      subscription?.cancel()
      withExtendedLifetime(token) { alive.append(live.count) }
    }
    token = nil
    store.send(.setCount(1))
    #expect(alive == [1])
    #expect(live.count == 0)
    store.send(.setCount(2))
    #expect(alive == [1])
  }

  @Test func `sends when its closure is released`() {
    final class Sender {
      let send: () -> Void
      init(_ send: @escaping () -> Void) { self.send = send }
      deinit { send() }
    }
    let store = store
    var seen: [Int] = []
    let last = store.subscribe(to: \.count) { seen.append($0) }
    var sender: Sender? = Sender { store.send(.setCount(store.current.count + 10)) }
    var subscription: ObservationToken?
    subscription = store.subscribe(to: \.count) { [sender] _ in
      withExtendedLifetime(sender) {}
      subscription?.cancel()
    }
    sender = nil
    store.send(.setCount(1))
    #expect(seen == [1, 11])
    last.cancel()
  }

  @Test func `notifies the others in their order`() {
    var notified: [Int] = []
    var subscriptions = (0..<30).map { number in
      let row = store.scope(1, of: \.counts, action: .row)!
      return number % 2 == 0
        ? row.subscribe(to: \.self) { _ in notified.append(number) }
        : store.subscribe(to: \.counts) { _ in notified.append(number) }
    }
    var expected = Array(0..<30)
    for (step, index) in [29, 0, 13, 7, 7, 20, 1, 5, 18].enumerated() {
      subscriptions.remove(at: index).cancel()
      expected.remove(at: index)
      notified = []
      store.send(.row(1, step + 1))
      #expect(notified == expected)
    }
  }
}

#if DEBUG
  /// A value that calls a closure when it is compared.
  private struct Compared: Equatable {
    final class Hook { var run: () -> Void = {} }

    let hook: Hook

    static func == (left: Compared, right: Compared) -> Bool {
      left.hook.run()
      return true
    }
  }

  private struct Pair {
    var value: Compared
    var other = 0
  }

  struct `A comparison that checks the region of an action` {
    @Test func `may end all observers`() async {
      await #expect(processExitsWith: .success) {
        let hook = Compared.Hook()
        let reducer = NotingOther()
        let store = Store(initialState: Pair(value: Compared(hook: hook)), reducer: reducer)
        var subscriptions = (0..<40).map { _ in store.subscribe(to: \.value) { _ in } }
        hook.run = {
          hook.run = {}
          subscriptions.removeAll()
        }
        store.send(1)
        #expect(subscriptions.isEmpty)
        #expect(!store.isObserved)
        #expect(store.counts.remembered == 0)
      }
    }
  }

  private struct NotingOther: Reducer {
    func reduce(into state: inout Pair, action: Int) -> Effect<Int> {
      state.other = action
      return .none
    }

    func region(of action: Int) -> StateRegion { .part(\Pair.other) }
  }
#endif
