import FlowCore

/// A row that counts its loads.
struct LoadingRow: Equatable, Identifiable {
  var id = 0
  var loads = 0
}

enum LoadingAction: Sendable {
  case load
  /// Loads, and cancels the previous load.
  case search
  case stop
  case loaded
}

/// Loads until a turnstile is opened.
struct LoadingReducer: Reducer {
  let turnstile: Turnstile

  func reduce(into state: inout LoadingRow, action: LoadingAction) -> Effect<LoadingAction> {
    let turnstile = turnstile
    let loading = Effect<LoadingAction>.task {
      try await turnstile.pass()
      return .loaded
    }
    switch action {
    case .load: return loading
    case .search: return loading.cancellable(id: "search", cancelInFlight: true)
    case .stop: return .cancel(id: "search")
    case .loaded: state.loads += 1
    }
    return .none
  }
}

/// Two features of the same type.
struct Twins<Half: Equatable>: Equatable {
  var left: Half
  var right: Half
}

enum TwinAction<Half> {
  case left(Half)
  case right(Half)
  case stop
}

extension CasePath where Root == TwinAction<Value> {
  static var left: Self {
    Self(TwinAction.left) { if case .left(let half) = $0 { half } else { nil } }
  }
  static var right: Self {
    Self(TwinAction.right) { if case .right(let half) = $0 { half } else { nil } }
  }
}
