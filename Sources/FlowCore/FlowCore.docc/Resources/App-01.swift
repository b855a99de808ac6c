import FlowCore

/// Everything the app keeps.
struct AppState: Equatable {
  var fast = Fast()
  var weight = Weight()
}

/// Everything that can happen.
enum AppAction: Equatable {
  case fast(FastAction)
  case weight(WeightAction)
}
