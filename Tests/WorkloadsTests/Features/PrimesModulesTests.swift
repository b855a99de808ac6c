import Testing
import Workloads

@Suite struct PrimesModulesTests {
  typealias State = PrimesFeature.State
  typealias Action = PrimesFeature.Action

  /// Reduces with the modules composed by key path and case, as published stores do.
  func composed(into state: inout State, action: Action) {
    if let action = action.counter {
      PrimesFeature.reduceCounter(into: &state[keyPath: \.counter], action: action)
    }
    if let action = action.primeModal {
      PrimesFeature.reducePrimeModal(into: &state[keyPath: \.primeModal], action: action)
    }
    if let action = action.favoritePrimes {
      PrimesFeature.reduceFavoritePrimes(
        into: &state[keyPath: \.favoritePrimes], action: action)
    }
  }

  @Test func `modules composed by key path reduce as the feature does`() {
    let feature = PrimesFeature(dependencies: .simulated(clock: SimulatedClock(step: 0)))
    var expected = feature.initialState
    var state = expected
    let wrapped = feature.activityFeed { composed(into: &$0, action: $1) }
    for action in actions(of: feature, .session(users: 1), count: 20_000) {
      feature.reduce(into: &expected, action: action)
      wrapped(&state, action)
    }
    #expect(state == expected)
  }

  @Test(arguments: [PrimesFeature.PrimeModalAction.saveFavorite, .removeFavorite])
  func `the sheet saves and removes the count`(action: PrimesFeature.PrimeModalAction) {
    var state = State(count: 3, favoritePrimes: action == .saveFavorite ? [2] : [2, 3])
    PrimesFeature.reducePrimeModal(into: &state.primeModal, action: action)
    #expect(state.favoritePrimes == (action == .saveFavorite ? [2, 3] : [2]))
  }

  @Test func `an action belongs to one module`() {
    let action = Action.primeModal(.saveFavorite)
    #expect(action.counter == nil)
    #expect(action.primeModal == .saveFavorite)
    #expect(action.favoritePrimes == nil)
  }

  @Test func `a small index set can be clamped to a list`() {
    let all = SmallIndexSet(bits: .max)
    #expect(all.clamped(to: 0).bits == 0)
    #expect(all.clamped(to: 3).bits == 0b111)
    #expect(all.clamped(to: 64) == all)
    var order: [Int] = []
    SmallIndexSet(bits: 0b1011).forEachDescending { order.append($0) }
    #expect(order == [3, 1, 0])
    #expect(SmallIndexSet(63).bits == 1 << 63)
  }
}
