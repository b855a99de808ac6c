public import PublishedStores

extension Feature {
  /// The plain reduction as a closure.
  public func inoutReducer() -> InoutReducer<State, Action> {
    { state, action in reduce(into: &state, action: action) }
  }

  /// The plain reduction, returning one effect for the work that was asked for.
  public func effectReducer() -> EffectReducer<State, Action> {
    { state, action in
      reduce(into: &state, action: action)
      guard let request = request(for: action, after: state) else { return [] }
      return [{ send in if let answer = perform(request) { send(answer) } }]
    }
  }
}

extension Copies {
  /// Pulls the module's reducer back along a key path for each copy, and runs all of them.
  public func inoutReducer() -> InoutReducer<State, Action> {
    let module = base.inoutReducer()
    return combine(
      (0..<count).map { index in
        pullback(
          module, value: \State.features[index],
          action: { $0.index == index ? $0.action : nil })
      })
  }

  /// Pulls the module's reducer back for each copy; effects of all are merged in order.
  public func effectReducer() -> EffectReducer<State, Action> {
    let module = base.effectReducer()
    return combine(
      (0..<count).map { index in
        pullback(
          module, value: \State.features[index],
          action: { $0.index == index ? $0.action : nil },
          embed: { Action(index: index, action: $0) })
      })
  }
}

extension AppFeature {
  /// Pulls seven reducers back along key paths and enum cases, and runs all of them.
  public func inoutReducer() -> InoutReducer<State, Action> {
    combine([
      pullback(timers.inoutReducer(), value: \State.timers, action: \.timer),
      pullback(primes.inoutReducer(), value: \State.primes, action: \.primes),
      pullback(profiles.inoutReducer(), value: \State.profiles, action: \.profile),
      pullback(logins.inoutReducer(), value: \State.logins, action: \.login),
      pullback(notes.inoutReducer(), value: \State.notes, action: \.notes),
      pullback(shops.inoutReducer(), value: \State.shops, action: \.shop),
      pullback(searches.inoutReducer(), value: \State.searches, action: \.search),
    ])
  }

  /// Pulls seven effectful reducers back; their effects are merged in order.
  public func effectReducer() -> EffectReducer<State, Action> {
    combine([
      pullback(
        timers.effectReducer(), value: \State.timers, action: \.timer, embed: Action.timer),
      pullback(
        primes.effectReducer(), value: \State.primes, action: \.primes, embed: Action.primes),
      pullback(
        profiles.effectReducer(), value: \State.profiles, action: \.profile,
        embed: Action.profile),
      pullback(logins.effectReducer(), value: \State.logins, action: \.login, embed: Action.login),
      pullback(notes.effectReducer(), value: \State.notes, action: \.notes, embed: Action.notes),
      pullback(shops.effectReducer(), value: \State.shops, action: \.shop, embed: Action.shop),
      pullback(
        searches.effectReducer(), value: \State.searches, action: \.search,
        embed: Action.search),
    ])
  }
}
