/// The work of a store that is sent a list of actions in turn, whose states are compared by their hashes.
@usableFromInline
package struct ListedWork {
  /// The texts of the actions.
  package let actions: [String]
  /// The name of the fold or the store whose states are compared; `nil` if states are not known.
  let reference: String?
  /// A Boolean value that indicates whether the states are those of a reducer.
  let isChecked: Bool
  /// Returns a Boolean value that indicates whether no action changes the state of a new store.
  let isIdle: () -> Bool

  /// The first word of the warning.
  package static let uncheckedWord = "unchecked:"

  /// The warning of its rows; `nil` if a reducer checks the states.
  package var warning: String? {
    guard !isChecked else { return nil }
    let word = Self.uncheckedWord
    guard let reference else { return "\(word) without its state, lost actions are not found" }
    return "\(word) its states are those of \(reference), which may lack the same actions"
  }

  /// Returns the text of the action with a number, from 1.
  package func text(of action: Int) -> String {
    actions[(action - 1) % actions.count] + (reference.map { " as by \($0)" } ?? "")
  }

  /// Returns the reason why the work cannot be measured; `nil` if there is none.
  ///
  /// - Parameter isEqual: A Boolean value that indicates whether the states are equal.
  package func fault(isEqual: Bool) -> String? {
    guard isEqual else { return "wrong state: it differs from that of \(reference ?? "a store")" }
    return isIdle()
      ? "no action changes the state of a new store: let send reach the store, or choose other actions"
      : nil
  }
}
