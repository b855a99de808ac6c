import FlowCore

/// What was weighed, newest last.
struct Weight: Equatable {
  var kilograms: [Double] = []
}

/// What can happen to weights.
enum WeightAction: Equatable {
  case weighed(Double)
  case removeLast
}

/// What becomes of weights.
struct WeightReducer: Reducer {
  func reduce(into state: inout Weight, action: WeightAction) -> Effect<WeightAction> {
    switch action {
    case .weighed(let kilograms): state.kilograms.append(kilograms)
    case .removeLast: _ = state.kilograms.popLast()
    }
    return .none
  }
}
