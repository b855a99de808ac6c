public import FlowCore

extension AppFeature {
  /// The number of slots: one for each copy of each kind.
  @inlinable public var slotCount: Int { copies * Self.kindCount }

  /// Returns the slot of a rank in popularity.
  ///
  /// Neighbouring ranks are of different kinds, so that the first copies of all kinds are the most
  /// popular. If ranks were slots, only modules of the first kind would be popular.
  @inlinable public func slot(rank: Int) -> Int {
    rank % Self.kindCount * copies + rank / Self.kindCount
  }

  @inlinable func copy(in slot: Int) -> Int { slot % copies }

  @inlinable func kind(in slot: Int) -> Int {
    precondition(slot >= 0 && slot < slotCount, "no slot \(slot) of \(slotCount)")
    return slot / copies
  }

  /// Returns the region of the copy in the slot.
  @inlinable public func region(slot: Int) -> StateRegion {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: Self.region(TimerPart.self, copy)
    case 1: Self.region(PrimesPart.self, copy)
    case 2: Self.region(ProfilePart.self, copy)
    case 3: Self.region(LoginPart.self, copy)
    case 4: Self.region(NotesPart.self, copy)
    case 5: Self.region(ShopPart.self, copy)
    default: Self.region(SearchPart.self, copy)
    }
  }

  /// Visits the state of the module in the slot.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: visitor.visit { $0.timer.features[copy] }
    case 1: visitor.visit { $0.primes.features[copy] }
    case 2: visitor.visit { $0.profile.features[copy] }
    case 3: visitor.visit { $0.login.features[copy] }
    case 4: visitor.visit { $0.notes.features[copy] }
    case 5: visitor.visit { $0.shop.features[copy] }
    default: visitor.visit { $0.search.features[copy] }
    }
  }

  /// Feeds the state of the module in the slot.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    let copy = copy(in: slot)
    switch kind(in: slot) {
    case 0: kept.value.timer.digest(state.timer, slot: copy, into: &digest)
    case 1: kept.value.primes.digest(state.primes, slot: copy, into: &digest)
    case 2: kept.value.profile.digest(state.profile, slot: copy, into: &digest)
    case 3: kept.value.login.digest(state.login, slot: copy, into: &digest)
    case 4: kept.value.notes.digest(state.notes, slot: copy, into: &digest)
    case 5: kept.value.shop.digest(state.shop, slot: copy, into: &digest)
    default: kept.value.search.digest(state.search, slot: copy, into: &digest)
    }
  }

  /// Returns a fingerprint of what the slot's screen shows.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: kept.value.timer.drawn(state.timer, slot: copy)
    case 1: kept.value.primes.drawn(state.primes, slot: copy)
    case 2: kept.value.profile.drawn(state.profile, slot: copy)
    case 3: kept.value.login.drawn(state.login, slot: copy)
    case 4: kept.value.notes.drawn(state.notes, slot: copy)
    case 5: kept.value.shop.drawn(state.shop, slot: copy)
    default: kept.value.search.drawn(state.search, slot: copy)
    }
  }

  /// Returns a fingerprint of a value computed from the slot's state.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0: kept.value.timer.derived(state.timer, slot: copy)
    case 1: kept.value.primes.derived(state.primes, slot: copy)
    case 2: kept.value.profile.derived(state.profile, slot: copy)
    case 3: kept.value.login.derived(state.login, slot: copy)
    case 4: kept.value.notes.derived(state.notes, slot: copy)
    case 5: kept.value.shop.derived(state.shop, slot: copy)
    default: kept.value.search.derived(state.search, slot: copy)
    }
  }

  /// Returns the next action of the module in the slot.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0:
      kept.value.timer
        .nextAction(slot: copy, cursor: &cursor.timer, style: style, using: &random)
        .map { .timer($0) }
    case 1:
      kept.value.primes
        .nextAction(slot: copy, cursor: &cursor.primes, style: style, using: &random)
        .map { .primes($0) }
    case 2:
      kept.value.profile
        .nextAction(slot: copy, cursor: &cursor.profile, style: style, using: &random)
        .map { .profile($0) }
    case 3:
      kept.value.login
        .nextAction(slot: copy, cursor: &cursor.login, style: style, using: &random)
        .map { .login($0) }
    case 4:
      kept.value.notes
        .nextAction(slot: copy, cursor: &cursor.notes, style: style, using: &random)
        .map { .notes($0) }
    case 5:
      kept.value.shop
        .nextAction(slot: copy, cursor: &cursor.shop, style: style, using: &random)
        .map { .shop($0) }
    default:
      kept.value.search
        .nextAction(slot: copy, cursor: &cursor.search, style: style, using: &random)
        .map { .search($0) }
    }
  }

  /// Returns the kind and the copy in the slot.
  public func place(of slot: Int) -> (kind: Int, copy: Int) { (slot / copies, slot % copies) }
}
