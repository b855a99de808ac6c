import Workloads

/// Returns the first `count` actions of a feature.
func actions<F: Feature>(
  of feature: F, _ distribution: Distribution = .uniform, seed: UInt64 = 1, count: Int
) -> [F.Action] {
  var generator = ActionGenerator(feature: feature, distribution: distribution, seed: seed)
  return (0..<count).map { _ in generator.next() }
}

/// The end of a run with immediate effects.
struct Fold<F: Feature> {
  var state: F.State
  var requestCount = 0
}

/// Reduces actions and their answers; calls `visit` after each with the state.
func fold<F: Feature>(
  _ feature: F, _ actions: [F.Action], visit: (F.State) -> Void = { _ in }
) -> Fold<F> {
  var fold = Fold<F>(state: feature.initialState)
  for action in actions {
    var next: F.Action? = action
    while let current = next {
      feature.reduce(into: &fold.state, action: current)
      let request = feature.request(for: current, after: fold.state)
      if request != nil { fold.requestCount += 1 }
      next = request.flatMap { feature.perform($0) }
    }
    visit(fold.state)
  }
  return fold
}

/// Returns a digest of all states of a run.
func trail<F: Feature>(_ feature: F, _ actions: [F.Action]) -> UInt64 {
  var trail = Digest()
  _ = fold(feature, actions) { state in
    for slot in 0..<feature.slotCount { feature.digest(state, slot: slot, into: &trail) }
  }
  return trail.value
}

/// Returns the digest of all slots.
func digest<F: Feature>(_ feature: F, _ state: F.State) -> UInt64 {
  var digest = Digest()
  for slot in 0..<feature.slotCount { feature.digest(state, slot: slot, into: &digest) }
  return digest.value
}

/// Reduces one action after another.
func reduced<F: Feature>(
  _ feature: F, _ actions: F.Action..., from state: F.State? = nil
) -> F.State {
  var state = state ?? feature.initialState
  for action in actions { feature.reduce(into: &state, action: action) }
  return state
}
