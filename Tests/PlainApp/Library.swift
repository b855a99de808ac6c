import FlowCore

/// The state of the app.
struct Library: Equatable {
  var books: IdentifiedArray<Book> = []
  var search = Search()
  var detail: Book?
  var day = 0
  var isSaved = true
}

/// The actions of the app.
enum LibraryAction: Equatable {
  case open
  case opened(day: Int)
  case add(String)
  case remove(id: Int)
  case show(id: Int?)
  case saved
  case book(id: Int, BookAction)
  case detail(BookAction)
  case search(SearchAction)
}

extension CasePath<LibraryAction, BookAction> {
  static var detail: Self {
    Self(LibraryAction.detail) { if case .detail(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<LibraryAction, SearchAction> {
  static var search: Self {
    Self(LibraryAction.search) { if case .search(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<LibraryAction, (Int, BookAction)> {
  static var book: Self {
    Self(LibraryAction.book) {
      if case .book(let id, let action) = $0 { (id, action) } else { nil }
    }
  }
}

/// The reducer of the list without its books.
struct LibraryReducer<C: Clock<Duration>>: Reducer {
  let world: World
  let search: SearchReducer<C>

  func reduce(into state: inout Library, action: LibraryAction) -> Effect<LibraryAction> {
    switch action {
    case .open:
      let today = world.today
      return .perform { .opened(day: today()) }
    case .opened(let day):
      state.day = day
    case .add(let title):
      let id = (state.books.ids.max() ?? 0) + 1
      state.books.append(Book(id: id, title: title))
      state.isSaved = false
    case .remove(let id):
      state.books.remove(id: id)
    case .show(let id):
      state.detail = id.flatMap { state.books[id: $0] }
    case .saved:
      state.isSaved = true
    case .search(let action):
      return search.reduce(into: &state.search, action: action).map(.search)
    case .book, .detail:
      break
    }
    return .none
  }

  func region(of action: LibraryAction) -> StateRegion {
    switch action {
    case .open, .book, .detail: .nothing
    case .opened: .part(\Library.day)
    case .saved: .part(\Library.isSaved)
    case .remove: .part(\Library.books)
    case .show: .part(\Library.detail)
    case .search: .part(\Library.search)
    case .add: .all
    }
  }
}

/// Saves the list when a book is added.
struct Saving: Middleware {
  let save: @Sendable ([String]) async throws -> Void

  func effect(of action: LibraryAction, in state: Library) -> Effect<LibraryAction> {
    guard case .add = action else { return .none }
    let (save, titles) = (save, state.books.map(\.title))
    return .task {
      try await save(titles)
      return .saved
    }.cancellable(id: "saving", cancelInFlight: true)
  }
}

extension LibraryReducer {
  /// Returns the reducer of the app with its middlewares.
  static func whole(
    world: World, clock: C, log: @escaping (String) -> Void
  ) -> some Reducer<Library, LibraryAction> {
    LibraryReducer(world: world, search: SearchReducer(world: world, clock: clock))
      .forEach(\.books, BookReducer(world: world), action: .book)
      .optional(\.detail, BookReducer(world: world), action: .detail)
      .middleware(Saving(save: world.save))
      .middleware(dependencies: 7) { action, state, friday in
        await Self.advice(on: state, after: action, friday: friday)
      }
      .logging { action, _ in log("\(action)") }
  }

  /// A middleware in the form of the articles, which proposes a book on Fridays.
  private static func advice(
    on action: LibraryAction, after state: Library, friday: Int
  ) async -> LibraryAction? {
    guard case .opened = action, state.day % friday == 5 else { return nil }
    await Task.yield()
    return .add("Something for the weekend")
  }
}
