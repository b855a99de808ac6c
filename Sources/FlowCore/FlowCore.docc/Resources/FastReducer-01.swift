import FlowCore
import Foundation

/// The reducer of a fast.
struct FastReducer: Reducer {
  func reduce(into state: inout Fast, action: FastAction) -> Effect<FastAction> {
    switch action {
    case .started(let date):
      state.start = date
      state.end = nil
      return .none
    case .finished(let date):
      state.end = date
      return .none
    case .start, .finish, .reset:
      return .none
    }
  }
}
