import FlowCore
import Foundation

/// The dependencies of a fast.
struct FastDependencies {
  /// The time of day.
  var now: () -> Date
  /// Shares a fast with other users; throws an error if it fails.
  var share: @Sendable (Date, Date) async throws -> Void
}

/// The reducer of a fast.
struct FastReducer: Reducer {
  let dependencies: FastDependencies

  func reduce(into state: inout Fast, action: FastAction) -> Effect<FastAction> {
    let now = dependencies.now
    switch action {
    case .start:
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
    case .reset:
      state.sharingStatus = .notShared
      return .perform { .started(now()) }
    case .share:
      return share(&state)
    case .setSharingStatus(let status):
      state.sharingStatus = status
      return .none
    }
  }

  private func share(_ state: inout Fast) -> Effect<FastAction> {
    guard let start = state.start else {
      state.sharingStatus = .notShared
      return .none
    }
    state.sharingStatus = .uploading
    let end = state.end ?? start + state.goal
    let share = dependencies.share
    return .task {
      do {
        try await share(start, end)
        return .setSharingStatus(.shared)
      } catch {
        return .setSharingStatus(.notShared)
      }
    }
  }
}
