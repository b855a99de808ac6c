import FlowCore
import Testing

private struct Item: Equatable, Identifiable {
  var id: Int
  var amount = 0
}

private struct App: Equatable {
  var title = ""
  var first = Item(id: 1)
  var second = Item(id: 2)
  var rows: [Item] = []
  var byName: [String: Item] = [:]
  var list: IdentifiedArray<Item> = []
  var sheet: Item?

  /// A computed part, which has no offset.
  var swapped: Item {
    get { Item(id: first.id, amount: -first.amount) }
    set { first.amount = -newValue.amount }
  }
}

private enum AppAction: Equatable {
  case rename(String)
  case first(ItemAction)
  case second(ItemAction)
  case swapped(ItemAction)
  case row(Int, ItemAction)
  case named(String, ItemAction)
  case listed(Int, ItemAction)
  case sheet(ItemAction)
  case remove(Int)
}

private enum ItemAction: Equatable, Sendable {
  case add(Int)
  case ask
  case wait
}

extension CasePath<AppAction, ItemAction> {
  fileprivate static var first: Self {
    Self(AppAction.first) { if case .first(let action) = $0 { action } else { nil } }
  }
  fileprivate static var second: Self {
    Self(AppAction.second) { if case .second(let action) = $0 { action } else { nil } }
  }
  fileprivate static var swapped: Self {
    Self(AppAction.swapped) { if case .swapped(let action) = $0 { action } else { nil } }
  }
  fileprivate static var sheet: Self {
    Self(AppAction.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<AppAction, (Int, ItemAction)> {
  fileprivate static var row: Self {
    Self(AppAction.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  }
  fileprivate static var listed: Self {
    Self(AppAction.listed) {
      if case .listed(let id, let action) = $0 { (id, action) } else { nil }
    }
  }
}

extension CasePath<AppAction, (String, ItemAction)> {
  fileprivate static var named: Self {
    Self(AppAction.named) {
      if case .named(let name, let action) = $0 { (name, action) } else { nil }
    }
  }
}

private struct ItemReducer: Reducer {
  func reduce(into state: inout Item, action: ItemAction) -> Effect<ItemAction> {
    switch action {
    case .add(let amount):
      state.amount += amount
      return .none
    case .ask: return .send(.add(10))
    case .wait:
      return .task {
        try await Task.sleep(for: .seconds(3600))
        return .add(100)
      }
    }
  }
}

private struct Root: Reducer {
  func reduce(into state: inout App, action: AppAction) -> Effect<AppAction> {
    switch action {
    case .rename(let title): state.title = title
    case .remove(let id):
      state.list.remove(id: id)
      state.sheet = nil
    default: break
    }
    return .none
  }

  func region(of action: AppAction) -> StateRegion {
    switch action {
    case .rename: .part(\App.title)
    case .remove: .part(\App.list).union(.part(\App.sheet))
    default: .nothing
    }
  }
}

@MainActor
struct `Combined reducers` {
  private final class Faults {
    var all: [StoreFault] = []
  }
  private let faults = Faults()

  private func store<R: Reducer<App, AppAction>>(_ reducer: R, _ state: App = App()) -> Store<R> {
    let faults = faults
    return Store(initialState: state, reducer: reducer, faults: { faults.all.append($0) })
  }

  @Test func `a part may be computed`() {
    let store = store(ItemReducer().scoped(state: \App.swapped, action: .swapped))
    store.send(.swapped(.add(3)))
    #expect(store.current.first.amount == -3)
  }

  @Test func `members are found by index, key and identifier`() {
    var state = App()
    state.rows = [Item(id: 7), Item(id: 8)]
    state.byName = ["a": Item(id: 9)]
    state.list = [Item(id: 20), Item(id: 10)]
    state.sheet = Item(id: 30)
    let store = store(everything, state)
    store.send(.row(1, .add(1)))
    store.send(.named("a", .ask))
    store.send(.listed(10, .add(3)))
    store.send(.sheet(.add(4)))
    #expect(store.current.rows.map(\.amount) == [0, 1])
    #expect(store.current.byName["a"]?.amount == 10)
    #expect(store.current.list.map(\.amount) == [0, 3])
    #expect(store.current.sheet?.amount == 4)
    #expect(faults.all.isEmpty)
  }

  private var everything: some Reducer<App, AppAction> {
    Root()
      .forEach(\.rows, ItemReducer(), action: .row)
      .forEach(\.byName, ItemReducer(), action: .named)
      .forEach(\.list, ItemReducer(), action: .listed)
      .optional(\.sheet, ItemReducer(), action: .sheet)
  }

  @Test(arguments: [
    (AppAction.row(0, .add(1)), "no member has the key 0"),
    (.named("x", .add(1)), "no member has the key x"),
    (.listed(5, .add(1)), "no member has the key 5"), (.sheet(.add(1)), "the part is nil"),
  ])
  fileprivate func `an action for a missing part is a fault that names it`(
    action: AppAction, reason: String
  ) {
    let store = store(everything)
    store.send(action)
    #expect(store.current == App())
    #expect(faults.all.map(\.kind) == [.missingPart])
    #expect(
      faults.all.first?.description.hasPrefix("\(action) was not reduced: \(reason); ") == true)
  }

  @Test func `logging sees every action`() {
    var lines: [String] = []
    let store = store(
      Root().logging { action, state in lines.append("\(action) \(state.title)") })
    store.send(.rename("abc"))
    store.send(.rename("d"))
    #expect(lines == [#"rename("abc") abc"#, #"rename("d") d"#])
  }
}

private enum Screen: Equatable {
  case login(Item)
  case home
}

extension CasePath<Screen, Item> {
  fileprivate static var login: Self {
    Self(Screen.login) { if case .login(let item) = $0 { item } else { nil } }
  }
}

@MainActor
struct `An enum state` {
  private final class Faults {
    var all: [StoreFault] = []
  }
  private let faults = Faults()

  @Test func `is reduced and scoped by case`() {
    let faults = faults
    let reducer = ItemReducer().scoped(case: .login, action: .first)
    let store = Store(
      initialState: Screen.login(Item(id: 1)), reducer: reducer,
      faults: { faults.all.append($0) })
    let login = store.scope(case: .login, action: .first)
    login?.send(.add(2))
    #expect(store.current == .login(Item(id: 1, amount: 2)))
    #expect(login?.current.amount == 2)
    store.restore(.home)
    #expect(store.scope(case: .login, action: .first) == nil)
    login?.send(.add(1))
    #expect(store.current == .home)
    #expect(faults.all.map(\.kind) == [.missingPart])
  }
}
