import FlowCore

/// The state of the app.
struct AppState: Equatable {
  var fast = Fast()
  var weight = Weight()
}

/// The actions of the app.
enum AppAction: Equatable {
  case fast(FastAction)
  case weight(WeightAction)
}

extension CasePath<AppAction, FastAction> {
  static var fast: Self {
    Self(AppAction.fast) { if case .fast(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<AppAction, WeightAction> {
  static var weight: Self {
    Self(AppAction.weight) { if case .weight(let action) = $0 { action } else { nil } }
  }
}

/// Passes each action to its feature.
struct AppReducer: Reducer {
  let fast: FastReducer
  let weight = WeightReducer()

  func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> {
    switch action {
    case .fast(let action):
      fast.reduce(into: &state.fast, action: action).map(.fast)
    case .weight(let action):
      weight.reduce(into: &state.weight, action: action).map(.weight)
    }
  }

  func region(of action: AppAction) -> StateRegion {
    switch action {
    case .fast: .part(\AppState.fast)
    case .weight: .part(\AppState.weight)
    }
  }
}
