/// The reason why a cost could not be measured.
public enum CostError: Error, CustomStringConvertible, Equatable {
  /// No action was given.
  case noActions
  /// A size, a number of rounds or of actions is not positive.
  case notPositive(parameter: String, value: Int)
  /// No action changed the state.
  case nothingChanged(actions: String)
  /// A store without a size was asked for its growth.
  case noRows
  /// Creating the store or sending an action threw an error.
  case failed(step: String, error: String)

  /// The parameter, its rule, the value, and how to go on.
  public var description: String {
    switch self {
    case .noActions: "of: must have at least one action, got none"
    case .notPositive(let parameter, let value): "\(parameter): must be at least 1, got \(value)"
    case .nothingChanged(let actions):
      "of: must change the state, but it was the same after \(actions); check that `send` reaches the store, "
        + "and choose an action that has an effect on a new store"
    case .noRows:
      "sizes: the store has no size; let the closure that creates it take the number of rows: { Store(rows: $0) }"
    case .failed(let step, let error): "\(step) threw an error: \(error)"
    }
  }
}
