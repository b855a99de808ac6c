public import PublishedStores

extension Feature {
  /// Copies the state, changes the copy, returns it: what an article's `switch` does.
  public func returningReducer() -> ReturningReducer<State, Action> {
    { state, action in
      var next = state
      reduce(into: &next, action: action)
      return next
    }
  }

  /// The returning reducer's state with a command for the work that was asked for.
  public func commandReducer(_ inFlight: CommandsInFlight) -> CommandReducer<State, Action> {
    let reducer = returningReducer()
    return { state, action in
      let next = reducer(state, action)
      guard let request = request(for: action, after: next) else { return (next, nil) }
      return (next, PerformCommand(feature: self, request: request, inFlight: inFlight))
    }
  }
}

extension Copies {
  /// Replaces one element by what the module's reducer returns, in a copy of the array.
  public func returningReducer() -> ReturningReducer<State, Action> {
    let module = base.returningReducer()
    return { state, action in
      var next = state
      next.features[action.index] = module(state.features[action.index], action.action)
      return next
    }
  }
}

extension AppFeature {
  /// Replaces one property by what its reducer returns, in a copy of the whole state.
  public func returningReducer() -> ReturningReducer<State, Action> {
    let timer = timers.returningReducer()
    let primes = primes.returningReducer()
    let profile = profiles.returningReducer()
    let login = logins.returningReducer()
    let notes = notes.returningReducer()
    let shop = shops.returningReducer()
    let search = searches.returningReducer()
    return { state, action in
      var next = state
      switch action {
      case .timer(let local): next.timers = timer(state.timers, local)
      case .primes(let local): next.primes = primes(state.primes, local)
      case .profile(let local): next.profiles = profile(state.profiles, local)
      case .login(let local): next.logins = login(state.logins, local)
      case .notes(let local): next.notes = notes(state.notes, local)
      case .shop(let local): next.shops = shop(state.shops, local)
      case .search(let local): next.searches = search(state.searches, local)
      }
      return next
    }
  }
}
