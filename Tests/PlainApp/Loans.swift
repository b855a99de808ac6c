import FlowCore

/// The borrowers of books: a reducer of a store that is not on the main actor.
///
/// It is `nonisolated` for modules whose default isolation is the main actor.
nonisolated struct Loans: Reducer {
  func reduce(into names: inout [Int: String], action: Loan) -> Effect<Loan> {
    switch action {
    case .lend(let book, let name):
      names[book] = name
      return .task {
        await Task.yield()
        return .remind(book)
      }
    case .remind(let book):
      names[book]? += ", reminded"
      return .none
    }
  }
}

/// The actions of loans.
nonisolated enum Loan: Equatable {
  case lend(Int, to: String)
  case remind(Int)
}

/// Lends books, on its own actor.
actor Desk {
  private var store: Store<Loans>?

  /// Lends a book, and returns the borrowers after the reminder.
  func lend(_ book: Int, to name: String) async -> [Int: String] {
    let store = self.store ?? Store(initialState: [:], reducer: Loans())
    self.store = store
    await store.sendAndWait(.lend(book, to: name))
    return store.current
  }
}
