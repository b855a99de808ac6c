import FlowCore
import Foundation

/// The dependencies of a fast.
struct FastDependencies {
  /// The time of day.
  var now: () -> Date
}

/// The reducer of a fast.
struct FastReducer: Reducer {
  let dependencies: FastDependencies

  func reduce(into state: inout Fast, action: FastAction) -> Effect<FastAction> {
    let now = dependencies.now
    switch action {
    case .start, .reset:
      return .perform { .started(now()) }
    case .started(let date):
      state.start = date
      state.end = nil
      return .none
    case .finish:
      return .perform { .finished(now()) }
    case .finished(let date):
      state.end = date
      return .none
    }
  }
}
