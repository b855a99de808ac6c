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
