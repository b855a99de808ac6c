import FlowBenchCLI

/// A workload: a state, its actions, a reducer, and a generator of actions.
struct ThermostatFeature: LeafFeature {
  struct State: Equatable, Sendable {
    var target = 20
    var history: [Int] = []
  }
  enum Action: Codable, Sendable {
    case warmer, colder
    case measured(Int)
  }

  let initialState = State()

  func reduce(into state: inout State, action: Action) {
    switch action {
    case .warmer: state.target = min(30, state.target + 1)
    case .colder: state.target = max(5, state.target - 1)
    case .measured(let degrees):
      state.history.append(degrees)
      if state.history.count > 24 { state.history.removeFirst() }
    }
  }
  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.target)
    for degrees in state.history { digest.combine(degrees) }
  }
  func drawn(_ state: State) -> UInt64 { UInt64(state.target) }
  func derived(_ state: State) -> UInt64 { UInt64(state.history.reduce(0, +)) }
  func nextAction(
    cursor: inout NoCursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let number = Int(random.next() >> 60)
    return number < 2 ? .warmer : number < 4 ? .colder : .measured(number)
  }
}

extension Workload where F == ThermostatFeature {
  static var thermostat: Self { Self(summary: "a heating and its history") { _ in F() } }
}
