import FlowCore

/// The recorded weights, newest last.
struct Weight: Equatable {
  var kilograms: [Double] = []
}

/// The actions for weights.
enum WeightAction: Equatable {
  case weighed(Double)
  case removeLast
}

/// The reducer of weights.
struct WeightReducer: Reducer {
  func reduce(into state: inout Weight, action: WeightAction) -> Effect<WeightAction> {
    switch action {
    case .weighed(let kilograms): state.kilograms.append(kilograms)
    case .removeLast: _ = state.kilograms.popLast()
    }
    return .none
  }
}
