public import FlowCore

extension AppFeature {
  /// A slot for each copy of each kind.
  @inlinable public var slotCount: Int { copies * Self.kindCount }

  /// Neighbouring ranks are of different kinds: the seven most popular slots are the first copies
  /// of the seven kinds. Were ranks the slots, only timers would be popular.
  @inlinable public func slot(rank: Int) -> Int {
    rank % Self.kindCount * copies + rank / Self.kindCount
  }

  /// Which copy of its kind is in a slot.
  @inlinable func copy(in slot: Int) -> Int { slot % copies }

  /// Which kind is in a slot, from 0 in the order above.
  @inlinable func kind(in slot: Int) -> Int {
    precondition(slot >= 0 && slot < slotCount, "no slot \(slot) of \(slotCount)")
    return slot / copies
  }

  /// Those that the module they are for accepts.
  public func accepts(_ action: Action) -> Bool {
    switch action {
    case .timer(let local): timers.accepts(local)
    case .primes(let local): primes.accepts(local)
    case .profile(let local): profiles.accepts(local)
    case .login(let local): logins.accepts(local)
    case .notes(let local): notes.accepts(local)
    case .shop(let local): shops.accepts(local)
    case .search(let local): searches.accepts(local)
    }
  }

  /// The copy of the kind that the action is for.
  @inlinable public func region(of action: Action) -> StateRegion {
    switch action {
    case .timer(let local): region(\.timers, local.index)
    case .primes(let local): region(\.primes, local.index)
    case .profile(let local): region(\.profiles, local.index)
    case .login(let local): region(\.logins, local.index)
    case .notes(let local): region(\.notes, local.index)
    case .shop(let local): region(\.shops, local.index)
    case .search(let local): region(\.searches, local.index)
    }
  }

  /// The copy of the kind that is in the slot.
  @inlinable public func region(slot: Int) -> StateRegion {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: region(\.timers, copy)
    case 1: region(\.primes, copy)
    case 2: region(\.profiles, copy)
    case 3: region(\.logins, copy)
    case 4: region(\.notes, copy)
    case 5: region(\.shops, copy)
    default: region(\.searches, copy)
    }
  }

  // Inlined, so that the optimiser sees the path and folds its offset to a number.
  @inlinable @inline(__always)
  func region<F: LeafFeature>(
    _ kind: KeyPath<State, Copies<F>.State>, _ copy: Int
  ) -> StateRegion {
    Copies<F>.region(copy: copy).inside(.part(kind))
  }

  /// Feeds all that one slot keeps.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    let copy = copy(in: slot)
    switch kind(in: slot) {
    case 0: timers.digest(state.timers, slot: copy, into: &digest)
    case 1: primes.digest(state.primes, slot: copy, into: &digest)
    case 2: profiles.digest(state.profiles, slot: copy, into: &digest)
    case 3: logins.digest(state.logins, slot: copy, into: &digest)
    case 4: notes.digest(state.notes, slot: copy, into: &digest)
    case 5: shops.digest(state.shops, slot: copy, into: &digest)
    default: searches.digest(state.searches, slot: copy, into: &digest)
    }
  }

  /// What one slot's screen shows.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: timers.drawn(state.timers, slot: copy)
    case 1: primes.drawn(state.primes, slot: copy)
    case 2: profiles.drawn(state.profiles, slot: copy)
    case 3: logins.drawn(state.logins, slot: copy)
    case 4: notes.drawn(state.notes, slot: copy)
    case 5: shops.drawn(state.shops, slot: copy)
    default: searches.drawn(state.searches, slot: copy)
    }
  }

  /// What is computed from one slot's slice.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: timers.derived(state.timers, slot: copy)
    case 1: primes.derived(state.primes, slot: copy)
    case 2: profiles.derived(state.profiles, slot: copy)
    case 3: logins.derived(state.logins, slot: copy)
    case 4: notes.derived(state.notes, slot: copy)
    case 5: shops.derived(state.shops, slot: copy)
    default: searches.derived(state.searches, slot: copy)
    }
  }

  /// Nobody anywhere.
  @inlinable public var initialCursor: Cursor {
    Cursor(
      timers: timers.initialCursor,
      primes: primes.initialCursor,
      profiles: profiles.initialCursor,
      logins: logins.initialCursor,
      notes: notes.initialCursor,
      shops: shops.initialCursor,
      searches: searches.initialCursor)
  }

  /// The next action of the module in a slot.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0:
      timers.nextAction(slot: copy, cursor: &cursor.timers, style: style, using: &random)
        .map { .timer($0) }
    case 1:
      primes.nextAction(slot: copy, cursor: &cursor.primes, style: style, using: &random)
        .map { .primes($0) }
    case 2:
      profiles.nextAction(slot: copy, cursor: &cursor.profiles, style: style, using: &random)
        .map { .profile($0) }
    case 3:
      logins.nextAction(slot: copy, cursor: &cursor.logins, style: style, using: &random)
        .map { .login($0) }
    case 4:
      notes.nextAction(slot: copy, cursor: &cursor.notes, style: style, using: &random)
        .map { .notes($0) }
    case 5:
      shops.nextAction(slot: copy, cursor: &cursor.shops, style: style, using: &random)
        .map { .shop($0) }
    default:
      searches.nextAction(slot: copy, cursor: &cursor.searches, style: style, using: &random)
        .map { .search($0) }
    }
  }
}
