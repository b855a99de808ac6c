import FlowCore
import FlowTestSupport
import Observation
import Testing

private struct Modal: Equatable {
  var number = 0
  var favorites: [Int]
}

private enum Sheet: Equatable {
  case none
  case modal(Modal)

  static let modal = Prism<Sheet, Modal>(
    embed: { .modal($0) }, extract: { if case .modal(let modal) = $0 { modal } else { nil } })
}

private struct Root: Equatable {
  var a = 0
  var b = 0
  var favorites: [Int] = [0]
  var sheet: Sheet {
    get { .modal(modal) }
    set { if case .modal(let modal) = newValue { self.modal = modal } }
  }
  /// Lies nowhere: made of parts that lie elsewhere in the root than in the modal.
  var modal: Modal {
    get { Modal(favorites: favorites) }
    set { favorites = newValue.favorites }
  }
}

/// Sets the first favorite, and says so.
private struct RootReducer: Reducer {
  func reduce(into state: inout Root, action: Int) -> Effect<Int> {
    state.favorites = [action]
    return .none
  }

  func region(of action: Int) -> StateRegion { .part(\Root.favorites) }
}

/// Sets the first favorite of a modal, and says so.
private struct ModalReducer: Reducer {
  func reduce(into state: inout Modal, action: Int) -> Effect<Int> {
    state.favorites = [action]
    return .none
  }

  func region(of action: Int) -> StateRegion { .part(\Modal.favorites) }
}

private typealias Changes = [[Int]]

/// What a subscriber is notified of while 1, 1 and 2 are sent.
private func changes(
  in store: Store<some Reducer<Root, Int>>,
  _ subscribe: (@escaping ([Int]) -> Void) -> ObservationToken?
) -> Changes {
  var notified: Changes = []
  let subscription = subscribe { notified.append($0) }
  for action in [1, 1, 2] { store.send(action) }
  withExtendedLifetime(subscription) {}
  return notified
}

// Debug builds stop at a region that they take for too small; hence the processes.
struct `Observers of a computed part` {
  @Test func `are notified of changes to what a property is computed from`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Root(), reducer: RootReducer())
      let modal = store.scope(state: \.modal, action: { (action: Int) in action })
      #expect(changes(in: store) { modal.subscribe(to: \.favorites, $0) } == [[1], [2]])
    }
  }

  @Test func `are notified of changes to what a closure computes`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Root(), reducer: RootReducer())
      let modal = store.scope(
        state: { Modal(favorites: $0.favorites) }, action: { (action: Int) in action })
      #expect(changes(in: store) { modal.subscribe(to: \.favorites, $0) } == [[1], [2]])
    }
  }

  @Test func `are notified of changes to a case of an enum that is computed`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Root(), reducer: RootReducer())
      let modal = store.scope(state: \.sheet, action: { (action: Int) in action })
        .scope(case: Sheet.modal, action: { (action: Int) in action })
      #expect(changes(in: store) { modal?.subscribe(to: \.favorites, $0) } == [[1], [2]])
    }
  }

  @Test func `are notified of changes to a member of a collection in it`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Root(), reducer: RootReducer())
      let first = store.scope(state: \.modal, action: { (action: Int) in action })
        .scope(0, of: \.favorites, action: { (_, action: Int) in action })
      let notified = changes(in: store) { tell in first?.subscribe(to: \.self) { tell([$0]) } }
      #expect(notified == [[1], [2]])
    }
  }

  @Test func `are notified of it within the part that they name`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Root(), reducer: RootReducer())
      let modal = store.scope(state: \.modal, action: { (action: Int) in action })
      let notified = changes(in: store) {
        modal.subscribe(to: { $0.favorites }, within: .part(\Modal.favorites), $0)
      }
      #expect(notified == [[1], [2]])
    }
  }

  @Test func `are notified of it by Observation`() async {
    await #expect(processExitsWith: .success) {
      let notified = Log<Void>()
      let store = Store(initialState: Root(), reducer: RootReducer())
      let modal = store.scope(state: \.modal, action: { (action: Int) in action })
      withObservationTracking {
        _ = modal.favorites
      } onChange: {
        notified.add(())
      }
      store.send(1)
      #expect(notified.entries.count == 1)
    }
  }

  @Test func `are notified of what a module's reducer changes through a computed property`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(
        initialState: Root(),
        reducer: ModalReducer().scoped(
          state: \Root.modal, action: Prism<Int, Int>(embed: { $0 }, extract: { $0 })))
      #expect(changes(in: store) { store.subscribe(to: \.favorites, $0) } == [[1], [2]])
    }
  }
}

/// One storage that is seen as two collections with different keys.
private struct Drawers: Equatable {
  var storage = [0, 0, 0, 0]

  /// The drawers, counted from the last.
  var fromLast: [Int] {
    get { storage.reversed() }
    set { storage = newValue.reversed() }
  }
  /// The drawers by name.
  var named: [String: Int] {
    get { Dictionary(uniqueKeysWithValues: zip(["a", "b", "c", "d"], storage)) }
    set { storage = newValue.sorted { $0.key < $1.key }.map(\.value) }
  }
}

private struct Desk: Equatable {
  var drawers = Drawers()
  var lamp = 0
}

/// A name, or a number from the last, and what is put there.
private enum Put {
  case named(String, Int)
  case fromLast(Int, Int)
}

private var drawers: some Reducer<Drawers, Put> {
  let put = Reduce<Int, Int> { content, new in
    content = new
    return .none
  }
  return EmptyReducer<Drawers, Put>()
    .forEach(
      \.named, put,
      extract: { if case .named(let name, let new) = $0 { (name, new) } else { nil } },
      embed: Put.named
    )
    .forEach(
      \.fromLast, put,
      extract: { if case .fromLast(let place, let new) = $0 { (place, new) } else { nil } },
      embed: Put.fromLast)
}

/// Who is notified, of the drawers 0 to 3, while each is changed through another view.
private func notified<R: Reducer>(
  by store: Store<R>, _ drawer: (Int) -> ScopedStore<Int, Put>?
) -> [Int] where R.Action == Put {
  var notified: [Int] = []
  let kept = (0..<4).map { place in
    drawer(place)?.subscribe(to: \.self) { _ in notified.append(place) }
  }
  store.send(.named("a", 1))
  store.send(.fromLast(2, 1))
  store.send(.named("c", 1))
  store.send(.fromLast(0, 1))
  withExtendedLifetime(kept) {}
  return notified
}

struct `Observers of one of several views of a collection` {
  @Test func `are notified of changes made through computed collections with other keys`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Drawers(), reducer: drawers)
      let notified = notified(by: store) { store.scope($0, of: \.storage, action: { $1 }) }
      #expect(notified == [0, 1, 2, 3])
    }
  }

  @Test func `are notified of changes that a module inside a larger state made through them`() async
  {
    await #expect(processExitsWith: .success) {
      let whole = Prism<Put, Put>(embed: { $0 }, extract: { $0 })
      let store = Store(
        initialState: Desk(), reducer: drawers.scoped(state: \Desk.drawers, action: whole))
      let notified = notified(by: store) { store.scope($0, of: \.drawers.storage, action: { $1 }) }
      #expect(notified == [0, 1, 2, 3])
    }
  }

  @Test func `are notified through a computed collection of changes made through another`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(initialState: Drawers(), reducer: drawers)
      let notified = notified(by: store) { store.scope(3 - $0, of: \.fromLast, action: { $1 }) }
      #expect(notified == [0, 1, 2, 3])
    }
  }
}
