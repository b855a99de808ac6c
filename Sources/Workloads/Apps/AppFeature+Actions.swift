public import FlowCore

extension AppFeature {
  /// Returns whether the action's module accepts it.
  public func accepts(_ action: Action) -> Bool {
    switch action {
    case .timer(let own): modules.timer.accepts(own)
    case .primes(let own): modules.primes.accepts(own)
    case .profile(let own): modules.profile.accepts(own)
    case .login(let own): modules.login.accepts(own)
    case .notes(let own): modules.notes.accepts(own)
    case .shop(let own): modules.shop.accepts(own)
    case .search(let own): modules.search.accepts(own)
    }
  }

  /// Returns whether the action's module can request work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    switch action {
    case .timer(let own): kept.value.timer.mayRequest(own)
    case .primes(let own): kept.value.primes.mayRequest(own)
    case .profile(let own): kept.value.profile.mayRequest(own)
    case .login(let own): kept.value.login.mayRequest(own)
    case .notes(let own): kept.value.notes.mayRequest(own)
    case .shop(let own): kept.value.shop.mayRequest(own)
    case .search(let own): kept.value.search.mayRequest(own)
    }
  }

  /// Returns the region of the copy that the action is for.
  @inlinable public func region(of action: Action) -> StateRegion {
    switch action {
    case .timer(let own): Self.region(TimerPart.self, own.index)
    case .primes(let own): Self.region(PrimesPart.self, own.index)
    case .profile(let own): Self.region(ProfilePart.self, own.index)
    case .login(let own): Self.region(LoginPart.self, own.index)
    case .notes(let own): Self.region(NotesPart.self, own.index)
    case .shop(let own): Self.region(ShopPart.self, own.index)
    case .search(let own): Self.region(SearchPart.self, own.index)
    }
  }

  @inlinable @inline(__always)
  static func region<Part: AppPart>(_ part: Part.Type, _ copy: Int) -> StateRegion
  where Part.App == AppFeature {
    Copies<Part.Module>.region(copy: copy).inside(.part(Part.state))
  }
}

extension AppFeature.Action {
  /// The kind of the module that the action is for, from 0.
  @inlinable @inline(__always)
  package var kind: Int {
    switch self {
    case .timer: 0
    case .primes: 1
    case .profile: 2
    case .login: 3
    case .notes: 4
    case .shop: 5
    case .search: 6
    }
  }
}
