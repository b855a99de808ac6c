import FlowCore
import Foundation

/// What a fast needs from the world.
struct FastDependencies {
  /// The time of day.
  var now: () -> Date
  /// Notifies others of a fast from its start to its end; throws when they cannot be notified.
  var share: @Sendable (Date, Date) async throws -> Void
}

/// What becomes of a fast when something happens to it.
struct FastReducer: Reducer {
  let dependencies: FastDependencies

  func reduce(into state: inout Fast, action: FastAction) -> Effect<FastAction> {
    let now = dependencies.now
    switch action {
    case .start:
      return .run { .started(now()) }
    case .started(let date):
      state.start = date
      state.end = nil
      return .none
    case .finish:
      return .run { .finished(now()) }
    case .finished(let date):
      state.end = date
      return .none
    case .reset:
      state.sharingStatus = .notShared
      return .merge(.cancel(id: Sharing()), .run { .started(now()) })
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
    }.cancellable(id: Sharing(), cancelInFlight: true)
  }

  /// What sharing is cancelled by: a type of its own, which no other feature can have.
  private struct Sharing: Hashable {}
}
