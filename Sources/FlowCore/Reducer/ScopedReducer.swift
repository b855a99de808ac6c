/// A module's reducer at work on its part of a larger state (`pullback` in the articles).
///
/// What must be true of it: actions of other modules change and ask for nothing; the part is changed
/// where it lies; effects of the module belong to the part, so that those of the same module at
/// another part have other identifiers.
///
/// What it costs: the call of the prism's closure and, for a part that is a stored property, nothing
/// else: its place is looked up once. A computed property is read and written through the key path.
public struct ScopedReducer<State, Action, Child: Reducer>: Reducer {
  @usableFromInline let child: Child
  @usableFromInline let path: WritableKeyPath<State, Child.State>
  /// Where the part lies in the state; `nil` for a computed property.
  @usableFromInline let offset: Int?
  @usableFromInline let part: StateRegion
  @usableFromInline let action: Prism<Action, Child.Action>

  @inlinable
  init(
    _ child: Child, _ path: WritableKeyPath<State, Child.State>,
    _ action: Prism<Action, Child.Action>
  ) {
    self.child = child
    self.path = path
    self.action = action
    offset = MemoryLayout<State>.offset(of: path)
    part = .part(path)
  }

  /// Hands the action to the child, if it is one of its own.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let local = self.action.extract(action) else { return .none }
    guard let offset else {
      return placed(child.reduce(into: &state[keyPath: path], action: local))
    }
    // A stored property may be changed through a pointer at its offset; a key path would do the
    // same in forty nanoseconds.
    return placed(
      withUnsafeMutablePointer(to: &state) { state in
        let part = (UnsafeMutableRawPointer(state) + offset)
          .assumingMemoryBound(to: Child.State.self)
        return child.reduce(into: &part.pointee, action: local)
      })
  }

  @inlinable
  func placed(_ effect: Effect<Child.Action>) -> Effect<Action> {
    switch effect {
    case .none, .send, .run: effect.embedded(by: action.embed)
    case .work, .later: placedApart(effect)
    }
  }

  // Apart: most actions ask for nothing, and a place costs a box for its path.
  @inlinable
  @inline(never)
  func placedApart(_ effect: Effect<Child.Action>) -> Effect<Action> {
    effect.embedded(by: action.embed).placed(at: .part(site))
  }

  @inlinable var site: PartSite { PartSite(AnyHashable(path), of: Child.self) }

  /// What the child may change of its part; nothing, for another's action.
  @inlinable
  public func region(of action: Action) -> StateRegion {
    guard let local = self.action.extract(action) else { return .nothing }
    return child.region(of: local).inside(part)
  }

  /// Notifies the child of its part.
  @inlinable
  public func stateWasReplaced(by state: State) {
    child.stateWasReplaced(by: state[keyPath: path])
  }

  /// Notifies the child, if the action is one of its own.
  @inlinable
  public func willReduceAnswer(_ action: Action) {
    if let local = self.action.extract(action) { child.willReduceAnswer(local) }
  }

  /// What the child knows of its part.
  @inlinable
  public func presence(of part: PlacedPart, in state: State) -> PartPresence? {
    guard part.steps.first == .part(site) else { return nil }
    return child.presence(of: part.inner, in: state[keyPath: path])
  }
}

/// A module's reducer at work on what one case of an enum carries.
///
/// What must be true of it: effects of the module end when the state leaves the case, whichever
/// reducer makes it leave.
///
/// What it costs: the part is taken out of the case and put back, so that a collection in it is
/// copied at each write; keep the parts small, or hold them beside the enum.
public struct CaseReducer<State, Action, Child: Reducer>: Reducer {
  @usableFromInline let child: Child
  @usableFromInline let state: Prism<State, Child.State>
  @usableFromInline let action: Prism<Action, Child.Action>

  @inlinable
  init(
    _ child: Child, _ state: Prism<State, Child.State>, _ action: Prism<Action, Child.Action>
  ) {
    self.child = child
    self.state = state
    self.action = action
  }

  /// Hands the action to the child, if it is one of its own. In another case it is a fault.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let local = self.action.extract(action) else { return .none }
    guard var part = self.state.extract(state) else {
      return .fault(.missingPart(action, "the state is in another case"))
    }
    let effect = child.reduce(into: &part, action: local)
    state = self.state.embed(part)
    switch effect {
    case .none, .send, .run: return effect.embedded(by: self.action.embed)
    case .work, .later: return placedApart(effect)
    }
  }

  @inlinable
  @inline(never)
  func placedApart(_ effect: Effect<Child.Action>) -> Effect<Action> {
    effect.embedded(by: action.embed).placed(at: .member(site, key: AnyHashable(OnlyKey())))
  }

  @inlinable var site: PartSite { PartSite(AnyHashable(state.function), of: Child.self) }

  /// Some of the state; nothing, for another's action.
  @inlinable
  public func region(of action: Action) -> StateRegion {
    self.action.extract(action) == nil ? .nothing : .unknown
  }

  /// Notifies the child of its part, if the state is in its case.
  @inlinable
  public func stateWasReplaced(by state: State) {
    if let part = self.state.extract(state) { child.stateWasReplaced(by: part) }
  }

  /// Notifies the child, if the action is one of its own.
  @inlinable
  public func willReduceAnswer(_ action: Action) {
    if let local = self.action.extract(action) { child.willReduceAnswer(local) }
  }

  /// Whether the state is in the case, and what the child knows of what the case carries.
  @inlinable
  public func presence(of part: PlacedPart, in state: State) -> PartPresence? {
    if part.steps.isEmpty {
      return part.site == site ? PartPresence(isInCase: self.state.extract(state) != nil) : nil
    }
    guard part.key(at: site) != nil else { return nil }
    guard let inner = self.state.extract(state) else { return .nothing }
    return child.presence(of: part.inner, in: inner)
  }
}

extension Reducer {
  /// This module's reducer at work on the part of a larger state at the end of a path.
  ///
  /// - Parameters:
  ///   - path: Where the larger state holds this module's.
  ///   - action: Which of the larger app's actions are this module's.
  @inlinable
  public func scoped<Whole, WholeAction>(
    state path: WritableKeyPath<Whole, State>, action: Prism<WholeAction, Action>
  ) -> ScopedReducer<Whole, WholeAction, Self> { ScopedReducer(self, path, action) }

  /// This module's reducer at work on what one case of an enum carries.
  @inlinable
  public func scoped<Whole, WholeAction>(
    case state: Prism<Whole, State>, action: Prism<WholeAction, Action>
  ) -> CaseReducer<Whole, WholeAction, Self> { CaseReducer(self, state, action) }
}
