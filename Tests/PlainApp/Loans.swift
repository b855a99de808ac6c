import FlowCore

/// Who has borrowed what: a store that is not on the main actor.
///
/// Its state and reducer belong to no actor, which must be said where the main actor is the rule.
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

/// What can happen to a loan.
nonisolated enum Loan: Equatable {
  case lend(Int, to: String)
  case remind(Int)
}

/// The desk where books are lent, on an actor of its own.
actor Desk {
  private var store: Store<Loans>?

  /// Lends a book, and says who has which when the borrower was reminded.
  func lend(_ book: Int, to name: String) async -> [Int: String] {
    let store = self.store ?? Store(initialState: [:], reducer: Loans())
    self.store = store
    await store.run(.lend(book, to: name))
    return store.current
  }
}
