public import FlowCore

extension ModularApp {
  /// A slot for each copy of each kind.
  @inlinable public var slotCount: Int { copies * Self.kindCount }

  /// Neighbouring ranks are of different kinds: the most popular slots are the first copies of all
  /// kinds. Were ranks the slots, only modules of the first kind would be popular.
  @inlinable public func slot(rank: Int) -> Int {
    rank % Self.kindCount * copies + rank / Self.kindCount
  }

  /// A slot for each kind.
  @inlinable public var slotsOfCopy: Int { Self.kindCount }

  /// The most popular module is the first of the list.
  @inlinable public func slot(rank: Int, ofCopy copy: Int) -> Int { rank * copies + copy }

  /// Which copy of its kind is in a slot.
  @inlinable func copy(in slot: Int) -> Int { slot % copies }

  /// Which kind is in a slot, from 0 in the order of the list.
  @inlinable func kind(in slot: Int) -> Int {
    precondition(slot >= 0 && slot < slotCount, "no slot \(slot) of \(slotCount)")
    return slot / copies
  }

  /// The copy of the kind that is in the slot.
  @inlinable public func region(slot: Int) -> StateRegion {
    var question = RegionOfSlot<Self>(copy: copy(in: slot))
    visitPart(kind(in: slot), &question)
    return question.region
  }

  /// Hands the visitor one module's state.
  @inlinable public func visitSlice<V: SliceVisitor>(slot: Int, _ visitor: V) -> V.Result
  where V.State == State {
    var question = SliceOfSlot<Self, V>(copy: copy(in: slot), visitor: visitor)
    visitPart(kind(in: slot), &question)
    guard let result = question.result else {
      preconditionFailure("there is no module in slot \(slot)")
    }
    return result
  }

  /// Feeds all that one slot keeps.
  @inlinable public func digest(_ state: State, slot: Int, into digest: inout Digest) {
    var question = DigestOfSlot(digest: digest)
    ask(&question, state, slot: slot)
    digest = question.digest
  }

  /// What one slot's screen shows.
  @inlinable public func drawn(_ state: State, slot: Int) -> UInt64 {
    var question = DrawnOfSlot()
    ask(&question, state, slot: slot)
    return question.drawn
  }

  /// What is computed from one slot's slice.
  @inlinable public func derived(_ state: State, slot: Int) -> UInt64 {
    var question = DerivedOfSlot()
    ask(&question, state, slot: slot)
    return question.derived
  }

  /// The next action of the module in a slot.
  @inlinable public func nextAction(
    slot: Int, cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    let copy = copy(in: slot)
    return switch kind(in: slot) {
    case 0:
      kept.value.m0.nextAction(slot: copy, cursor: &cursor.m0, style: style, using: &random)
        .map { .m0($0) }
    case 1:
      kept.value.m1.nextAction(slot: copy, cursor: &cursor.m1, style: style, using: &random)
        .map { .m1($0) }
    case 2:
      kept.value.m2.nextAction(slot: copy, cursor: &cursor.m2, style: style, using: &random)
        .map { .m2($0) }
    case 3:
      kept.value.m3.nextAction(slot: copy, cursor: &cursor.m3, style: style, using: &random)
        .map { .m3($0) }
    case 4:
      kept.value.m4.nextAction(slot: copy, cursor: &cursor.m4, style: style, using: &random)
        .map { .m4($0) }
    case 5:
      kept.value.m5.nextAction(slot: copy, cursor: &cursor.m5, style: style, using: &random)
        .map { .m5($0) }
    case 6:
      kept.value.m6.nextAction(slot: copy, cursor: &cursor.m6, style: style, using: &random)
        .map { .m6($0) }
    default:
      kept.value.m7.nextAction(slot: copy, cursor: &cursor.m7, style: style, using: &random)
        .map { .m7($0) }
    }
  }

  /// How many copies there are of each kind.
  @inlinable public var copyCount: Int { copies }

  /// The same modules with fewer copies.
  public func with(copies: Int) -> Self {
    Self(
      modules: Modules(
        kept.value.m0.with(copies: copies), kept.value.m1.with(copies: copies),
        kept.value.m2.with(copies: copies), kept.value.m3.with(copies: copies),
        kept.value.m4.with(copies: copies), kept.value.m5.with(copies: copies),
        kept.value.m6.with(copies: copies), kept.value.m7.with(copies: copies)), copies: copies)
  }

  /// Slots are numbered kind by kind.
  public func place(of slot: Int) -> (kind: Int, copy: Int) {
    (slot / copies, slot % copies)
  }

  /// Slots are numbered kind by kind.
  public func slot(kind: Int, copy: Int, copies: Int) -> Int { kind * copies + copy }

  // Inlined, so that what is asked is compiled into the switch.
  @inlinable @inline(__always)
  func ask<Q: SlotQuestion>(_ question: inout Q, _ state: State, slot: Int) {
    let copy = copy(in: slot)
    switch kind(in: slot) {
    case 0: question.ask(kept.value.m0, state.m0, slot: copy)
    case 1: question.ask(kept.value.m1, state.m1, slot: copy)
    case 2: question.ask(kept.value.m2, state.m2, slot: copy)
    case 3: question.ask(kept.value.m3, state.m3, slot: copy)
    case 4: question.ask(kept.value.m4, state.m4, slot: copy)
    case 5: question.ask(kept.value.m5, state.m5, slot: copy)
    case 6: question.ask(kept.value.m6, state.m6, slot: copy)
    default: question.ask(kept.value.m7, state.m7, slot: copy)
    }
  }
}
