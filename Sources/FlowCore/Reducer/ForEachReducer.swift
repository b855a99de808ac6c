/// A reducer that passes the actions of a collection's members to a child reducer.
///
/// The cost of an action does not depend on the number of members. The parent receives each action
/// after the member. An action for a missing member is a fault and changes nothing. When a member
/// is removed, its effects are cancelled.
///
/// If an action replaces a member by another one with the same identity (see `MemberIdentity`), the
/// effects continue and their actions are sent to the new member.
@usableFromInline
package struct ForEachReducer<Parent: Reducer, Elements: KeyedElements, Child: Reducer>: Reducer
where Elements.Member == Child.State {
  /// The state with the collection.
  @usableFromInline package typealias State = Parent.State
  /// The action of the parent, some of whose values are for a member.
  @usableFromInline package typealias Action = Parent.Action

  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let path: WritableKeyPath<State, Elements>
  /// The offset of the collection in the state; `nil` for a computed property.
  @usableFromInline let offset: Int?
  @usableFromInline let part: StateRegion
  @usableFromInline let action: CasePath<Action, (Elements.ElementKey, Child.Action)>
  @usableFromInline let identity: MemberIdentity<Elements.ElementKey, Elements.Member>

  @inlinable
  package init(
    _ parent: Parent, _ path: WritableKeyPath<State, Elements>, _ child: Child,
    action: CasePath<Action, (Elements.ElementKey, Child.Action)>
  ) {
    self.parent = parent
    self.child = child
    self.path = path
    self.action = action
    offset = MemoryLayout<State>.offset(of: path)
    part = .part(path)
    identity = MemberIdentity(isPosition: Elements.self == [Elements.Member].self)
  }

  /// Passes the action to its member and then to the parent.
  @inlinable
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let (key, local) = self.action.extract(action) else {
      return reduceParent(into: &state, action)
    }
    let answer: Effect<Child.Action>?
    if let offset {
      answer = unsafe withUnsafeMutablePointer(to: &state) { state in
        unsafe (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Elements.self)
          .pointee.update(key) { child.reduce(into: &$0, action: local) }
      }
    } else {
      answer = state[keyPath: path].update(key) { child.reduce(into: &$0, action: local) }
    }
    guard let answer else {
      return .fault(
        .missingPart(
          action, key is _OnlyKey ? "the part is nil" : "no member has the key \(key)"))
    }
    if case .none = answer { return reduceParent(into: &state, action) }
    return reduceParent(into: &state, action, after: answer, of: key)
  }

  @inlinable
  func reduceParent(into state: inout State, _ action: Action) -> Effect<Action> {
    let count = self.count(in: &state)
    let effect = parent.reduce(into: &state, action: action)
    let refused = _takeRefusedKeys(from: &state)
    let isSmaller = self.count(in: &state) < count
    if refused.isEmpty, !isSmaller { return effect }
    return merged(effect, refused, by: action, isSmaller ? state : nil)
  }

  /// Returns an effect with faults for refused keys and, if members were removed, the cancellation
  /// of their effects.
  // Separate, because most actions need neither.
  @inlinable
  @inline(never)
  func merged(
    _ effect: Effect<Action>, _ refused: [Elements.ElementKey], by action: Action,
    _ smaller: State?
  ) -> Effect<Action> {
    var effect = effect
    for key in refused {
      effect = effect.merged(with: .fault(.duplicateIdentifier(key, by: action)))
    }
    guard let smaller else { return effect }
    // The store detects removed members itself if it knows the path to this reducer. A hand-written
    // reducer may be in between.
    return effect.merged(
      with: .later(
        _EffectPlan(.control(.endMembers(site) { member($0, in: smaller) == nil }))))
  }

  @inlinable
  func _takeRefusedKeys(from state: inout State) -> [Elements.ElementKey] {
    guard let offset else {
      var elements = state[keyPath: path]
      let refused = elements._takeRefusedKeys()
      if !refused.isEmpty { state[keyPath: path] = elements }
      return refused
    }
    return unsafe withUnsafeMutablePointer(to: &state) { state in
      unsafe (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Elements.self)
        .pointee._takeRefusedKeys()
    }
  }

  @inlinable var site: PartSite { PartSite(AnyHashable(path), of: Child.self) }

  @inlinable
  func count(in state: inout State) -> Int {
    guard let offset else { return state[keyPath: path].memberCount }
    return unsafe withUnsafeMutablePointer(to: &state) { state in
      unsafe (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Elements.self)
        .pointee.memberCount
    }
  }

  // Separate, because most actions return no effect.
  @inlinable
  @inline(never)
  func reduceParent(
    into state: inout State, _ action: Action, after effect: Effect<Child.Action>,
    of key: Elements.ElementKey
  ) -> Effect<Action> {
    let whole = effect.embedded { [embed = self.action.embed] in embed((key, $0)) }
    // The name of the member before the parent may replace it.
    let name = identity.name(of: key) { state[keyPath: path].member(key) }
    let own = reduceParent(into: &state, action)
    return whole.placed(at: .member(site, key: name)).merged(with: own)
  }

  /// Returns the member with a name in the paths of its effects; `nil` if it has gone.
  @inlinable
  func member(_ name: AnyHashable, in state: State) -> Elements.Member? {
    identity.member(name, state[keyPath: path].member)
  }

  /// Returns the region of the member and the parent's region.
  @inlinable
  package func region(of action: Action) -> StateRegion {
    let own = parent.region(of: action)
    guard let (key, _) = self.action.extract(action) else { return own }
    return part.element(key).union(own)
  }
}

extension ForEachReducer {
  /// Notifies the parent of the new state.
  @inlinable
  package func stateWasReplaced(by state: Parent.State) { parent.stateWasReplaced(by: state) }

  /// Notifies the member that the action is for, and the parent.
  @inlinable
  package func willReduceAnswer(_ action: Parent.Action) {
    if let (_, local) = self.action.extract(action) { child.willReduceAnswer(local) }
    parent.willReduceAnswer(action)
  }

  /// Returns the presence of a member, or one that a member or the parent knows.
  @inlinable
  package func _presence(of part: _PlacedPart, in state: State) -> _PartPresence? {
    if part.steps.isEmpty, part.site == site {
      return _PartPresence(stamp: state[keyPath: path]._membershipStamp) {
        member($0, in: state) != nil
      }
    }
    guard let name = part.key(at: site) else { return parent._presence(of: part, in: state) }
    guard let member = member(name, in: state) else { return .nothing }
    return child._presence(of: part.inner, in: member)
  }
}

extension Reducer {
  /// Returns this reducer with a child reducer for each member of a collection in its state.
  ///
  /// The effects of a member end when an action removes it, or replaces it by one with another
  /// identity: another `id`, if the members are `Identifiable`. A member that is removed and added
  /// again by one action, with the same identity, keeps its effects.
  ///
  /// ```swift
  /// ListReducer().forEach(\.rows, RowReducer(), action: .row)
  /// ```
  ///
  /// - Parameters:
  ///   - path: The collection: an array (keyed by index), a dictionary (by key), an
  ///     `IdentifiedArray` (by identifier), or a collection of your own.
  ///   - child: The reducer of the members.
  ///   - action: The case with the key and the action of a member.
  @inlinable
  public func forEach<Elements: KeyedElements, Child: Reducer>(
    _ path: WritableKeyPath<State, Elements>, _ child: Child,
    action: CasePath<Action, (Elements.ElementKey, Child.Action)>
  ) -> some Reducer<State, Action> where Elements.Member == Child.State {
    ForEachReducer(self, path, child, action: action)
  }

  /// Returns this reducer with a child reducer for an optional part of its state.
  ///
  /// An action for the part while it is `nil` is a fault. The effects of the part end when it becomes
  /// `nil` or, if it is `Identifiable`, when its `id` changes. Otherwise, an action that replaces the
  /// part leaves them running.
  @inlinable
  public func optional<Child: Reducer>(
    _ path: WritableKeyPath<State, Child.State?>, _ child: Child,
    action: CasePath<Action, Child.Action>
  ) -> some Reducer<State, Action> {
    ForEachReducer(
      self, path, child,
      action: CasePath({ action.embed($1) }) { action.extract($0).map { (_OnlyKey(), $0) } })
  }
}
