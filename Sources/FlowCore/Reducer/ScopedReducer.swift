/// A reducer that passes actions to a child reducer of a part of its state, also known as
/// `pullback`.
///
/// Actions of other children are ignored. The part is changed in place. The effects of the child
/// are scoped to the part, so that a child of the same type at another part has separate
/// identifiers.
///
/// The cost is a call of the case path's closure. The offset of a stored property is looked up once;
/// a computed property is accessed through the key path.
@usableFromInline
package struct ScopedReducer<State, Action, Child: Reducer>: Reducer {
  @usableFromInline let child: Child
  @usableFromInline let path: WritableKeyPath<State, Child.State>
  /// The offset of the part in the state; `nil` for a computed property.
  @usableFromInline let offset: Int?
  @usableFromInline let part: StateRegion
  @usableFromInline let action: CasePath<Action, Child.Action>

  @inlinable
  init(
    _ child: Child, _ path: WritableKeyPath<State, Child.State>,
    _ action: CasePath<Action, Child.Action>
  ) {
    self.child = child
    self.path = path
    self.action = action
    offset = MemoryLayout<State>.offset(of: path)
    part = .part(path)
  }

  /// Passes the action to the child if it is one of the child's.
  @inlinable
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let local = self.action.extract(action) else { return .none }
    guard let offset else {
      return placed(child.reduce(into: &state[keyPath: path], action: local))
    }
    // A pointer at the offset of a stored property, because a key path would take 40 ns.
    return unsafe placed(
      withUnsafeMutablePointer(to: &state) { state in
        let part = unsafe (UnsafeMutableRawPointer(state) + offset)
          .assumingMemoryBound(to: Child.State.self)
        return unsafe child.reduce(into: &part.pointee, action: local)
      })
  }

  @inlinable
  func placed(_ effect: Effect<Child.Action>) -> Effect<Action> {
    switch effect {
    case .none, .send, .perform: effect.embedded(by: action.embed)
    case .work, .later: placedApart(effect)
    }
  }

  // Separate, because most actions return no effect, and a scope allocates its path.
  @inlinable
  @inline(never)
  func placedApart(_ effect: Effect<Child.Action>) -> Effect<Action> {
    effect.embedded(by: action.embed).placed(at: .part(site))
  }

  @inlinable var site: PartSite { PartSite(AnyHashable(path), of: Child.self) }

  /// Returns the region of the part that the child may change; `nothing` for other actions.
  @inlinable
  package func region(of action: Action) -> StateRegion {
    guard let local = self.action.extract(action) else { return .nothing }
    return child.region(of: local).inside(part)
  }

  /// Notifies the child of its part.
  @inlinable
  package func stateWasReplaced(by state: State) {
    child.stateWasReplaced(by: state[keyPath: path])
  }

  /// Notifies the child if the action is one of the child's.
  @inlinable
  package func willReduceAnswer(_ action: Action) {
    if let local = self.action.extract(action) { child.willReduceAnswer(local) }
  }

  /// Returns the presence that the child knows.
  @inlinable
  package func _presence(of part: _PlacedPart, in state: State) -> _PartPresence? {
    guard part.steps.first == .part(site) else { return nil }
    return child._presence(of: part.inner, in: state[keyPath: path])
  }
}

/// A reducer that passes actions to a child reducer of the content of an enum case.
///
/// The effects of the child end when the state leaves the case, whichever reducer changes it.
///
/// The part is extracted from the case and embedded again, so each write to a collection in it
/// copies the collection. Keep such parts small, or store them beside the enum.
@usableFromInline
package struct CaseReducer<State, Action, Child: Reducer>: Reducer {
  @usableFromInline let child: Child
  @usableFromInline let state: CasePath<State, Child.State>
  @usableFromInline let action: CasePath<Action, Child.Action>
  @usableFromInline let identity = MemberIdentity<_OnlyKey, Child.State>(isPosition: false)

  @inlinable
  init(
    _ child: Child, _ state: CasePath<State, Child.State>, _ action: CasePath<Action, Child.Action>
  ) {
    self.child = child
    self.state = state
    self.action = action
  }

  /// Passes the action to the child if it is one of the child's. It is a fault if the state is
  /// another case.
  @inlinable
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let local = self.action.extract(action) else { return .none }
    guard var part = self.state.extract(state) else {
      return .fault(.missingPart(action, "the state is in another case"))
    }
    let effect = child.reduce(into: &part, action: local)
    state = self.state.embed(part)
    if case .none = effect { return .none }
    return placedApart(effect, of: part)
  }

  @inlinable
  @inline(never)
  func placedApart(_ effect: Effect<Child.Action>, of part: Child.State) -> Effect<Action> {
    assert(state.checkPlace(for: state.embed(part)))
    let name = identity.name(of: _OnlyKey()) { part }
    return effect.embedded(by: action.embed).placed(at: .member(site, key: name))
  }

  @inlinable var site: PartSite { PartSite(AnyHashable(state.site), of: Child.self) }

  /// Returns the part if it has a name in the paths of its effects.
  @inlinable
  func part(_ name: AnyHashable, in state: State) -> Child.State? {
    identity.member(name) { _ in self.state.extract(state) }
  }

  /// Returns `unknown`; `nothing` for actions of other children.
  @inlinable
  package func region(of action: Action) -> StateRegion {
    self.action.extract(action) == nil ? .nothing : .unknown
  }

  /// Notifies the child if the state is in its case.
  @inlinable
  package func stateWasReplaced(by state: State) {
    if let part = self.state.extract(state) { child.stateWasReplaced(by: part) }
  }

  /// Notifies the child if the action is one of the child's.
  @inlinable
  package func willReduceAnswer(_ action: Action) {
    if let local = self.action.extract(action) { child.willReduceAnswer(local) }
  }

  /// Returns the presence of the case, or one that the child knows.
  @inlinable
  package func _presence(of part: _PlacedPart, in state: State) -> _PartPresence? {
    if part.steps.isEmpty {
      guard part.site == site else { return nil }
      return _PartPresence { self.part($0, in: state) != nil }
    }
    guard let name = part.key(at: site) else { return nil }
    guard let inner = self.part(name, in: state) else { return .nothing }
    return child._presence(of: part.inner, in: inner)
  }
}

extension Reducer {
  /// Returns this reducer as a reducer of a larger state.
  ///
  /// - Parameters:
  ///   - path: The key path of this reducer's state in the larger state.
  ///   - action: The case of this reducer's actions in the larger action.
  @inlinable
  public func scoped<Whole, WholeAction>(
    state path: WritableKeyPath<Whole, State>, action: CasePath<WholeAction, Action>
  ) -> some Reducer<Whole, WholeAction> { ScopedReducer(self, path, action) }

  // Without the next two, the compiler reports unequal types and does not name the cause.
  /// Unavailable: a collection has a reducer for each member; see `forEach`.
  @available(
    *, unavailable, message: "for a collection, call `forEach` on the parent: `parent.forEach(…)`"
  )
  public func scoped<Whole, WholeAction, Elements: KeyedElements>(
    state path: WritableKeyPath<Whole, Elements>,
    action: CasePath<WholeAction, (Elements.ElementKey, Action)>
  ) -> EmptyReducer<Whole, WholeAction> where Elements.Member == State { EmptyReducer() }

  /// Unavailable: an optional part may be absent; see `optional`.
  @available(
    *, unavailable, message: "for an optional part, call `optional` on the parent"
  )
  public func scoped<Whole, WholeAction>(
    state path: WritableKeyPath<Whole, State?>, action: CasePath<WholeAction, Action>
  ) -> EmptyReducer<Whole, WholeAction> { EmptyReducer() }

  /// Returns this reducer as a reducer of an enum state with a case for this reducer's state.
  ///
  /// The effects of the part end when the state leaves the case or, if the part is `Identifiable`,
  /// when its `id` changes.
  @inlinable
  public func scoped<Whole, WholeAction>(
    case state: CasePath<Whole, State>, action: CasePath<WholeAction, Action>
  ) -> some Reducer<Whole, WholeAction> { CaseReducer(self, state, action) }
}
