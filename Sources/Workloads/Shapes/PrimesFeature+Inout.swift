public import PublishedStores

extension PrimesFeature {
  /// The app as its article composes it: three modules, each pulled back along the key path of its
  /// computed local state, and the whole wrapped by the activity feed.
  public func inoutReducer() -> InoutReducer<State, Action> {
    activityFeed(
      combine([
        pullback(
          { Self.reduceCounter(into: &$0, action: $1) }, value: \State.counter,
          action: \Action.counter),
        pullback(
          { Self.reducePrimeModal(into: &$0, action: $1) }, value: \State.primeModal,
          action: \Action.primeModal),
        pullback(
          { Self.reduceFavoritePrimes(into: &$0, action: $1) }, value: \State.favoritePrimes,
          action: \Action.favoritePrimes),
      ]))
  }

  /// The same composition, returning one effect for the work that was asked for.
  public func effectReducer() -> EffectReducer<State, Action> {
    let reducer = inoutReducer()
    return { state, action in
      reducer(&state, action)
      guard let request = request(for: action, after: state) else { return [] }
      return [{ send in if let answer = perform(request) { send(answer) } }]
    }
  }
}
