import FlowCore
import Observation

/// The screen of the app.
@MainActor
final class LibraryScreen {
  private let store: ScopedStore<Library, LibraryAction>
  // The default value of a property has no `#isolation`.
  private let taps = Store(
    initialState: 0,
    reducer: Reduce<Int, Int> { count, amount in
      count += amount
      return amount > 1 ? .task { amount / 2 } : .none
    },
    isolation: MainActor.shared)
  private var subscription: ObservationToken?

  /// The text above the list, updated by a subscription.
  private(set) var title = "No books"
  /// The text below the list, updated by Observation.
  private(set) var footer = ""
  /// All actions.
  private(set) var log: [String] = []
  /// All faults.
  private(set) var faults: [StoreFault] = []

  init(world: World, clock: some Clock<Duration>) {
    var say: (String) -> Void = { _ in }
    var complain: (StoreFault) -> Void = { _ in }
    store =
      Store(
        initialState: Library(),
        reducer: LibraryReducer.whole(world: world, clock: clock) { say($0) },
        faults: { complain($0) }
      ).scope()
    say = { [unowned self] line in log.append(line) }
    complain = { [unowned self] fault in faults.append(fault) }
    subscription = store.subscribe(to: \.books.count) { [weak self] count in
      self?.title = "\(count) books"
    }
    drawFooter()
  }

  /// Draws the footer now and after each change.
  private func drawFooter() {
    withObservationTracking {
      footer = "\(store.search.found.count) found"
    } onChange: { [weak self] in
      Task { @MainActor in self?.drawFooter() }
    }
  }

  // MARK: - Reading

  var titles: [String] { store.books.map(\.title) }
  var isSaved: Bool { store.isSaved }
  var day: Int { store.current.day }
  var news: [String] { store.current.search.news }
  var tapCount: Int { taps.current }

  /// The first search with a result.
  func firstResult() async -> Search? {
    for await search in store.states(of: \.search, buffer: .bufferingNewest(1))
    where !search.found.isEmpty { return search }
    return nil
  }

  // MARK: - Parts

  /// Returns the row of a book, if it exists.
  func row(_ id: Int) -> BookRow? {
    store.scope(id, of: \.books, action: .book).map { BookRow($0) }
  }

  /// Returns the book that is shown in detail.
  func detail() -> BookRow? {
    store.scope(optional: \.detail, action: .detail).map { BookRow($0) }
  }

  private var search: ScopedStore<Search, SearchAction> {
    store.scope(state: \.search, action: .search)
  }

  // MARK: - Acting

  /// Opens the list, and waits for everything that this causes.
  func open() async { await store.sendAndWait(.open) }

  func add(_ title: String) { store.send(.add(title)) }
  func remove(_ id: Int) { store.send(.remove(id: id)) }
  func show(_ id: Int?) { store.send(.show(id: id)) }
  func type(_ query: String) { search.send(.typed(query)) }
  func follow() { search.send(.follow) }
  func unfollow() { search.send(.unfollow) }
  func tap(_ amount: Int) { taps.send(amount) }
}

/// One book on the screen.
@MainActor
final class BookRow {
  private let store: any StoreView<Book, BookAction>

  init(_ store: some StoreView<Book, BookAction>) { self.store = store }

  var isRead: Bool { store.isRead }
  var cover: String? { store.current.cover }
  /// The whole book, compared with an erased type.
  var book: Book { state(of: store) }

  func toggleRead() { store.send(.toggleRead) }
  func loadCover() async { await store.sendAndWait(.loadCover) }

  private func state<Shown>(of view: some StoreView<Shown, BookAction>) -> Shown { view.state }
}
