import FlowCore
import Testing

private struct Item: Equatable, Identifiable {
  var id: Int
  var name = ""
  var amount = 0
}

private struct Shelf: Equatable {
  var title = ""
  var item = Item(id: 1)
  var items: [Item] = []
  var stored: IdentifiedArray<Item> = []
  var count = 0

  var computed: IdentifiedArray<Item> {
    get { stored }
    set { stored = newValue }
  }
}

/// Numbers below 10 set the amount of an item.
private struct ItemReducer: Reducer {
  func reduce(into state: inout Item, action: Int) -> Effect<Int> {
    state.amount = action
    return .none
  }

  func region(of action: Int) -> StateRegion { .part(\Item.amount) }
}

private struct ShelfReducer: Reducer {
  func reduce(into state: inout Shelf, action: Int) -> Effect<Int> {
    if action >= 20 { state.title = "\(action)" }
    return .none
  }

  func region(of action: Int) -> StateRegion { action >= 20 ? .part(\Shelf.title) : .nothing }
}

private enum Box: Equatable {
  case full(Item)
  case empty
}

extension CasePath<Box, Item> {
  fileprivate static var full: Self {
    Self(Box.full) { if case .full(let item) = $0 { item } else { nil } }
  }
}

private struct Silent: Middleware {
  func effect(of action: Int, in state: Shelf) -> Effect<Int> { .none }
}

extension CasePath<Int, Int> {
  fileprivate static var small: Self { Self({ $0 }) { $0 < 10 ? $0 : nil } }
}

extension CasePath<Int, (Int, Int)> {
  fileprivate static var smallAtThree: Self { Self({ $1 }) { $0 < 10 ? (3, $0) : nil } }
}

private var items: some Reducer<Shelf, Int> {
  ShelfReducer().forEach(\.items, ItemReducer(), action: .smallAtThree)
}

struct `The region of an action` {
  private func regions(_ reducer: some Reducer<Shelf, Int>) -> [StateRegion] {
    [1, 11, 21].map { reducer.region(of: $0) }
  }

  @Test func `is that of the part at the path`() {
    let stored = ItemReducer().scoped(state: \Shelf.item, action: .small)
    #expect(regions(stored) == [.part(\Shelf.item.amount), .nothing, .nothing])
    let case_ = ItemReducer().scoped(case: .full, action: .small)
    #expect(case_.region(of: 1) == .unknown && case_.region(of: 11) == .nothing)
  }

  @Test func `is the member and the region of the parent`() {
    #expect(
      regions(items) == [.element(\Shelf.items, key: 3), .nothing, .part(\Shelf.title)])
    let whole = Reduce<Shelf, Int> { _, _ in .none }
      .forEach(\.items, ItemReducer(), action: .smallAtThree)
    #expect(regions(whole) == [.unknown, .unknown, .unknown])
  }

  @Test func `is that of all reducers of one state together`() {
    let item = ItemReducer().scoped(state: \Shelf.item, action: .small)
    let expected: [StateRegion] = [.part(\Shelf.item.amount), .nothing, .part(\Shelf.title)]
    #expect(regions(item.combined(with: ShelfReducer())) == expected)
    #expect(regions(ShelfReducer().combined(with: item)) == expected)
    let all = CombineReducers {
      item
      ShelfReducer()
    }
    #expect(regions(all) == expected)
  }

  @Test func `is that of the reducer inside a transparent one`() {
    let expected = regions(items)
    #expect(regions(items.logging { _, _ in }) == expected)
    #expect(regions(items.middleware(Silent())) == expected)
    #expect(regions(items.ignoringEffects()) == expected)
    #expect(regions(items.recording(into: History(capacity: 1, interval: 1))) == expected)
  }

  @Test func `is nothing without a reducer, and unknown by default`() {
    #expect(regions(EmptyReducer()) == [.nothing, .nothing, .nothing])
    #expect(regions(Reduce { _, _ in .none }) == [.unknown, .unknown, .unknown])
  }

  @Test func `overlaps that of observers of a case`() {
    let store = Store(
      initialState: Box.full(Item(id: 1)),
      reducer: ItemReducer().scoped(case: .full, action: .small))
    var notified: [Box] = []
    let subscription = store.subscribe(to: \.self) { notified.append($0) }
    for action in [1, 11, 2] { store.send(action) }
    #expect(notified == [.full(Item(id: 1, amount: 1)), .full(Item(id: 1, amount: 2))])
    subscription.cancel()
  }
}

struct `A duplicate identifier` {
  /// Returns the faults for duplicate items and other actions.
  private func faults(
    _ path: WritableKeyPath<Shelf, IdentifiedArray<Item>>
  ) -> [StoreFault.Kind] {
    var faults: [StoreFault.Kind] = []
    let store = Store(
      initialState: Shelf(),
      reducer: Reduce<Shelf, Int> { shelf, action in
        if action > 0 { shelf[keyPath: path].append(Item(id: action)) }
        shelf.count += 1
        return .none
      }.forEach(path, ItemReducer(), action: CasePath({ $1 }) { _ in nil }),
      faults: { faults.append($0.kind) })
    for action in [1, 2, 1, 0, 2, 0, 3] { store.send(action) }
    #expect(store.current.stored.ids == [1, 2, 3])
    #expect(store.current.count == 7)
    return faults
  }

  @Test func `is one fault in a stored or computed collection`() {
    #expect(faults(\.stored) == [.duplicateIdentifier, .duplicateIdentifier])
    #expect(faults(\.computed) == [.duplicateIdentifier, .duplicateIdentifier])
  }
}
