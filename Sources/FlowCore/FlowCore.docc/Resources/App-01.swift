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
