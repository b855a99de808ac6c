// Whether an action can ask for work at all: decided by the action alone, so that a caller who
// does a store's effects for it need not read the store's state after every action.

extension Feature {
  /// Whether `request(for:after:)` could be anything but `nil`, whatever the state.
  @inlinable public func mayRequest(_ action: Action) -> Bool { Self.hasEffects }
}

extension Feature {
  /// The answer to the work that `action` asked for, done at once: the imperative shell around a
  /// functional core, for designs whose shape has no place for effects.
  ///
  /// - Parameter state: The state after the reduction; read only when the action may ask.
  @inlinable public func answer(
    to action: Action, after state: @autoclosure () -> State
  ) -> Action? {
    guard Self.hasEffects, mayRequest(action), let request = request(for: action, after: state())
    else { return nil }
    return perform(request)
  }
}

extension TimerFeature {
  /// Only sharing asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool { action == .share }
}

extension PrimesFeature {
  /// Asking for a prime, loading and saving ask for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    switch action {
    case .counter(.nthPrimeRequested), .favoritePrimes(.load), .favoritePrimes(.save): true
    case .counter, .primeModal, .favoritePrimes: false
    }
  }
}

extension ProfileFeature {
  /// Only a new name asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .setName = action { true } else { false }
  }
}

extension LoginFeature {
  /// Only logging in asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .login = action { true } else { false }
  }
}

extension NotesFeature {
  /// Only an edit asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .editMemo = action { true } else { false }
  }
}

extension SearchFeature {
  /// Only a search asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .search = action { true } else { false }
  }
}

extension EchoFeature {
  /// Every question asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .ask = action { true } else { false }
  }
}

extension Copies {
  /// As the module does.
  @inlinable public func mayRequest(_ action: Action) -> Bool { base.mayRequest(action.action) }
}

extension AppFeature {
  /// As the action's module does.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    switch action {
    case .timer(let local): timers.mayRequest(local)
    case .primes(let local): primes.mayRequest(local)
    case .profile(let local): profiles.mayRequest(local)
    case .login(let local): logins.mayRequest(local)
    case .notes(let local): notes.mayRequest(local)
    case .shop(let local): shops.mayRequest(local)
    case .search(let local): searches.mayRequest(local)
    }
  }
}
