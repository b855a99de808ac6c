import Foundation
import Synchronization

/// The reductions of a store or of a fold since the last comparison, and its pieces of work.
final class ReductionLog<Action: Codable & Sendable>: Sendable {
  struct Entries: Sendable {
    var actions: [Action] = []
    var performed = 0
  }

  // A store may reduce on any thread.
  private let entries = Mutex(Entries())

  func reduce(_ action: Action) { entries.withLock { $0.actions.append(action) } }

  func perform() { entries.withLock { $0.performed += 1 } }

  /// Calls a closure with the entries, then removes them.
  func take<Result: Sendable>(_ body: (borrowing Entries) -> Result) -> Result {
    entries.withLock { entries in
      defer {
        entries.actions.removeAll(keepingCapacity: true)
        entries.performed = 0
      }
      return body(entries)
    }
  }
}

/// The comparison of a store's reductions with those of the fold, without the type of the actions.
@MainActor
@usableFromInline
package struct ReductionComparison {
  /// Compares the reductions since the last call; `nil` if they are equal.
  package let difference: () -> ReductionDifference?

  /// - Parameter middlewares: The number of middlewares that the store calls for each reduction; the
  ///   fold has none.
  init<Action: Codable & Sendable>(
    _ store: ReductionLog<Action>, _ fold: ReductionLog<Action>, middlewares: Int
  ) {
    let areEqual = equality(of: Action.self)
    difference = {
      store.take { found in
        fold.take { expected in
          ReductionDifference(found, expected, middlewares: middlewares, areEqual)
        }
      }
    }
  }
}

/// The first difference between the reductions of a store and those of the fold.
@usableFromInline
package struct ReductionDifference: Equatable, Sendable {
  /// The reductions of the action and its answers.
  package let expected: Int
  package let found: Int
  /// The pieces of work that were done.
  package let expectedWork: Int
  package let foundWork: Int
  /// The number of equal reductions at the beginning.
  package let equal: Int

  init?<Action>(
    _ found: borrowing ReductionLog<Action>.Entries,
    _ expected: borrowing ReductionLog<Action>.Entries, middlewares: Int,
    _ areEqual: (Action, Action) -> Bool
  ) {
    let expectedWork = expected.performed + middlewares * expected.actions.count
    var equal = 0
    let common = min(found.actions.count, expected.actions.count)
    while equal < common, areEqual(found.actions[equal], expected.actions[equal]) { equal += 1 }
    guard
      equal < expected.actions.count || found.actions.count != expected.actions.count
        || found.performed != expectedWork
    else { return nil }
    self.equal = equal
    self.expected = expected.actions.count
    self.found = found.actions.count
    self.expectedWork = expectedWork
    foundWork = found.performed
  }
}

/// Returns the equality of a type: its own, or that of its JSON.
private func equality<Value: Codable>(of type: Value.Type) -> (Value, Value) -> Bool {
  func own<E: Equatable>(_: E.Type) -> (Value, Value) -> Bool {
    { left, right in
      guard let left = left as? E, let right = right as? E else { return false }
      return left == right
    }
  }
  if let type = type as? any Equatable.Type { return own(type) }
  func json(_ value: Value) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return try? encoder.encode(value)
  }
  return { json($0) == json($1) }
}
