import Observation
import Testing

@testable import FlowCore

private struct Person: Equatable, Identifiable {
  var id: Int
  var name = ""
}

private struct App: Equatable {
  var title = "a"
  var ticks = 0
  var person: Person?
  var people: IdentifiedArray<Person> = []
  var problem: String?
}

private enum AppAction: Equatable {
  case setTitle(String)
  case tick
  case show(Person?)
  case rename(String)
  case close
  case fail(String?)
  case person(Person)
  case member(id: Int, Person)
}

extension CasePath<AppAction, Person> {
  fileprivate static var person: Self {
    Self(AppAction.person) { if case .person(let person) = $0 { person } else { nil } }
  }
}

extension CasePath<AppAction, (Int, Person)> {
  fileprivate static var member: Self {
    Self(AppAction.member) {
      if case .member(let id, let person) = $0 { (id, person) } else { nil }
    }
  }
}

extension CasePath<AppAction, String> {
  fileprivate static var setTitle: Self {
    Self(AppAction.setTitle) { if case .setTitle(let title) = $0 { title } else { nil } }
  }
}

/// Changes the state and records the actions. It closes the person only if it may.
private struct AppReducer: Reducer {
  final class Log { var actions: [AppAction] = [] }

  let log = Log()
  var mayClose = true

  func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
    log.actions.append(action)
    switch action {
    case .setTitle(let title): state.title = title
    case .tick: state.ticks += 1
    case .show(let person): state.person = person
    case .rename(let name): state.person?.name = name
    case .close: if mayClose { state.person = nil }
    case .fail(let problem): state.problem = problem
    case .person(let person): state.person = person
    case .member(let id, let person): state.people[id: id] = person
    }
    return .none
  }
}

private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

/// Returns for each action the number of times that Observation notifies a reader of a change.
private func notifications(
  _ store: Store<AppReducer>, of read: @escaping () -> Void, after actions: [AppAction]
) -> [Int] {
  actions.map { action in
    let count = Count()
    withObservationTracking(read) { count.value += 1 }
    store.send(action)
    return count.value
  }
}

private typealias Item = BoundPart<ScopeItem<Person, Person>?>

struct `A binding to a value` {
  private let store = Store(initialState: App(), reducer: AppReducer())

  @Test func `reads the state and sends what is set`() {
    let title = store.boundPart(\.title, send: AppAction.setTitle)
    #expect(title.get() == "a")
    title.set("b")
    #expect(title.get() == "b")
    store.send(.setTitle("c"))
    #expect(title.get() == "c")
    #expect(store.reducer.log.actions == [.setTitle("b"), .setTitle("c")])
  }

  @Test func `does the same for a scope`() {
    store.send(.show(Person(id: 1, name: "Ada")))
    let person = store.scope(optional: \.person, action: .person)
    let name = person?.boundPart(\.name, send: { Person(id: 1, name: $0) })
    #expect(name?.get() == "Ada")
    name?.set("Bob")
    #expect(name?.get() == "Bob")
    #expect(store.reducer.log.actions.last == .person(Person(id: 1, name: "Bob")))
  }

  @Test func `is notified of changes to its part alone`() {
    let title = store.boundPart(\.title, send: AppAction.setTitle)
    let counts = notifications(
      store, of: { _ = title.get() }, after: [.tick, .setTitle("b"), .setTitle("b")])
    #expect(counts == [0, 1, 0])
  }
}

struct `A binding to an item` {
  private let store = Store(initialState: App(), reducer: AppReducer())

  private func item(of store: Store<AppReducer>) -> Item {
    store.boundItem(
      { $0.scope(optional: \.person, action: .person) }, dismiss: .close)
  }

  @Test func `is nil while the part is absent, and else its scope`() throws {
    let bound = item(of: store)
    #expect(bound.get() == nil)
    store.send(.show(Person(id: 7, name: "Ada")))
    let shown = try #require(bound.get())
    #expect(shown.id == 7)
    #expect(shown.store.name == "Ada")
    shown.store.send(Person(id: 7, name: "Bob"))
    #expect(shown.store.name == "Bob")
    store.send(.show(nil))
    #expect(bound.get() == nil)
  }

  @Test func `has the identity of the part`() throws {
    let bound = item(of: store)
    store.send(.show(Person(id: 7)))
    let first = try #require(bound.get())
    store.send(.rename("Ada"))
    let renamed = try #require(bound.get())
    #expect(first == renamed)
    #expect(first.hashValue == renamed.hashValue)
    store.send(.show(Person(id: 8)))
    let second = try #require(bound.get())
    #expect(first != second)
    #expect(first.hashValue != second.hashValue)
    #expect(Set([first, renamed, second]).map(\.id).sorted() == [7, 8])
  }

  @Test func `does not keep the store alive after it was read`() {
    weak var log: AppReducer.Log?
    do {
      let store = Store(initialState: App(person: Person(id: 7)), reducer: AppReducer())
      log = store.reducer.log
      let bound = item(of: store)
      withObservationTracking {
        _ = bound.get()?.store.name
      } onChange: {
      }
    }
    #expect(log == nil)
  }

  @Test func `reads the last state of its part while it is dismissed`() throws {
    let bound = item(of: store)
    store.send(.show(Person(id: 7, name: "Ada")))
    let shown = try #require(bound.get()).store
    store.send(.rename("Bob"))
    #expect(shown.name == "Bob")
    store.send(.show(nil))
    #expect(shown.name == "Bob")
    store.send(.show(Person(id: 7, name: "Cleo")))
    #expect(shown.name == "Cleo")
  }

  @Test func `reads the last state of its part after another one has replaced it`() throws {
    let bound = item(of: store)
    store.send(.show(Person(id: 7, name: "Ada")))
    let old = try #require(bound.get()).store
    store.send(.show(Person(id: 8, name: "Bob")))
    let new = try #require(bound.get()).store
    #expect(old.name == "Ada")
    #expect(new.name == "Bob")
    let counts = notifications(
      store, of: { _ = (old.name, new.name) },
      after: [.rename("Cleo"), .tick, .show(Person(id: 7, name: "Dan")), .show(nil)])
    #expect(counts == [1, 0, 1, 1])
    #expect(old.name == "Dan")
    #expect(new.name == "Cleo")
  }

  @Test func `sends actions to the part that has replaced its own`() throws {
    let bound = item(of: store)
    store.send(.show(Person(id: 7, name: "Ada")))
    let old = try #require(bound.get()).store
    store.send(.show(Person(id: 8, name: "Bob")))
    old.send(Person(id: 8, name: "Cleo"))
    #expect(old.name == "Ada")
    #expect(store.current.person == Person(id: 8, name: "Cleo"))
  }

  @Test func `is notified of another identity alone, where it is created and where it is read`() {
    let actions: [AppAction] = [
      .show(Person(id: 1)), .rename("Ada"), .tick, .show(Person(id: 2)), .show(nil),
    ]
    let created = notifications(store, of: { _ = item(of: store) }, after: actions)
    #expect(created == [1, 0, 0, 1, 1])
    let bound = item(of: store)
    #expect(notifications(store, of: { _ = bound.get() }, after: actions) == [1, 0, 0, 1, 1])
  }

  @Test func `sends the action of a dismissal once`() {
    store.send(.show(Person(id: 1)))
    let bound = item(of: store)
    bound.set(nil)
    bound.set(nil)
    #expect(store.reducer.log.actions == [.show(Person(id: 1)), .close])
    #expect(store.current.person == nil)
  }

  @Test func `sends nothing if the part is already absent`() {
    store.send(.show(Person(id: 1)))
    let bound = item(of: store)
    store.send(.show(nil))
    bound.set(nil)
    #expect(!store.reducer.log.actions.contains(.close))
  }

  @Test func `sends nothing if the part was replaced by one that was not shown`() {
    store.send(.show(Person(id: 1)))
    let old = item(of: store)
    store.send(.show(Person(id: 2)))
    old.set(nil)
    #expect(store.current.person == Person(id: 2))
    // A binding that has read the new part dismisses it.
    #expect(old.get()?.id == 2)
    old.set(nil)
    #expect(store.current.person == nil)
  }

  @Test func `sends nothing for an item that is set`() {
    store.send(.show(Person(id: 1)))
    let bound = item(of: store)
    bound.set(bound.get())
    #expect(store.reducer.log.actions == [.show(Person(id: 1))])
    bound.set(nil)
    #expect(store.reducer.log.actions.last == .close)
  }

  @Test func `sends once while the action is queued`() {
    store.send(.show(Person(id: 1)))
    let bound = item(of: store)
    let subscription = store.subscribe(to: \.ticks) { _ in
      bound.set(nil)
      bound.set(nil)
    }
    store.send(.tick)
    #expect(store.reducer.log.actions == [.show(Person(id: 1)), .tick, .close])
    withExtendedLifetime(subscription) {}
  }

  @Test func `sends again if the reducer kept the part`() {
    let store = Store(initialState: App(), reducer: AppReducer(mayClose: false))
    store.send(.show(Person(id: 1)))
    let bound = item(of: store)
    bound.set(nil)
    #expect(bound.get()?.id == 1)
    bound.set(nil)
    #expect(store.reducer.log.actions == [.show(Person(id: 1)), .close, .close])
  }

  @Test func `shows a member of a collection`() {
    let store = Store(
      initialState: App(people: [Person(id: 7, name: "Ada")]), reducer: AppReducer())
    let bound = store.boundItem(
      { $0.scope(7, of: \.people, action: .member) }, dismiss: .close)
    #expect(bound.get()?.store.name == "Ada")
    bound.set(nil)
    #expect(store.reducer.log.actions == [.close])
  }
}

struct `A binding to the presence of a part` {
  private let store = Store(initialState: App(), reducer: AppReducer())

  @Test func `is true while the part is present`() {
    let bound = store.boundPresence(of: \.problem, dismiss: .fail(nil))
    #expect(!bound.get())
    store.send(.fail("offline"))
    #expect(bound.get())
    bound.set(false)
    #expect(!bound.get())
    #expect(store.current.problem == nil)
  }

  @Test func `is notified of the presence alone, where it is created and where it is read`() {
    let actions: [AppAction] = [.fail("a"), .fail("b"), .tick, .fail(nil)]
    let created = notifications(
      store, of: { [store] in _ = store.boundPresence(of: \.problem, dismiss: .fail(nil)) },
      after: actions)
    #expect(created == [1, 0, 0, 1])
    let bound = store.boundPresence(of: \.problem, dismiss: .fail(nil))
    #expect(notifications(store, of: { _ = bound.get() }, after: actions) == [1, 0, 0, 1])
  }

  @Test func `sends the action of a dismissal once, and only if the part is present`() {
    store.send(.fail("offline"))
    let bound = store.boundPresence(of: \.problem, dismiss: .fail(nil))
    bound.set(true)
    #expect(store.reducer.log.actions == [.fail("offline")])
    bound.set(false)
    bound.set(false)
    #expect(store.reducer.log.actions == [.fail("offline"), .fail(nil)])
    store.send(.fail("again"))
    #expect(bound.get())
    store.send(.fail(nil))
    bound.set(false)
    #expect(store.reducer.log.actions.count == 4)
  }
}

struct `A store for an environment` {
  /// Returns the type of a value that SwiftUI's `Environment` accepts.
  private func type<Value: AnyObject & Observable>(of value: Value) -> ObjectIdentifier {
    ObjectIdentifier(Value.self)
  }

  private func isObservable(_ value: some Observable) -> Bool { true }

  @Test func `is an observable object, and its scopes are observable`() {
    let store = Store(initialState: App(), reducer: AppReducer())
    #expect(type(of: store) == ObjectIdentifier(Store<AppReducer>.self))
    #expect(isObservable(store.scope()))
    #expect(isObservable(store.scope(TitleInApp.self)))
  }
}

private enum TitleInApp: ScopePath {
  static var state: KeyPath<App, String> { \.title }
  static var action: CasePath<AppAction, String> { .setTitle }
}
