/// A reducer of a state that holds a collection, with a module's reducer for each member.
///
/// What must be true of it: an action for a member reaches that member alone, at a price that does
/// not depend on how many there are; then the parent sees it. An action for a member that is not
/// there is a fault and changes nothing. Effects of a member belong to it: they end when it is no
/// longer there, and no others do.
///
/// A member that is replaced by another one with the same key, in one action, is still there: its
/// effects go on, and their answers reach the new one.
public struct ForEachReducer<Parent: Reducer, Elements: KeyedElements, Child: Reducer>: Reducer
where Elements.Member == Child.State {
  /// The state that holds the collection.
  public typealias State = Parent.State
  /// The actions of the parent, some of which are for a member.
  public typealias Action = Parent.Action

  @usableFromInline let parent: Parent
  @usableFromInline let child: Child
  @usableFromInline let path: WritableKeyPath<State, Elements>
  /// Where the collection lies in the state; `nil` for a computed property.
  @usableFromInline let offset: Int?
  @usableFromInline let part: StateRegion
  @usableFromInline let extract: (Action) -> (Elements.ElementKey, Child.Action)?
  @usableFromInline let embed: (Elements.ElementKey, Child.Action) -> Action

  @inlinable
  init(
    _ parent: Parent, _ path: WritableKeyPath<State, Elements>, _ child: Child,
    extract: @escaping (Action) -> (Elements.ElementKey, Child.Action)?,
    embed: @escaping (Elements.ElementKey, Child.Action) -> Action
  ) {
    self.parent = parent
    self.child = child
    self.path = path
    self.extract = extract
    self.embed = embed
    offset = MemoryLayout<State>.offset(of: path)
    part = .part(path)
  }

  /// Hands the action to its member, then to the parent.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard let (key, local) = extract(action) else { return reduceParent(into: &state, action) }
    let answer: Effect<Child.Action>?
    if let offset {
      answer = withUnsafeMutablePointer(to: &state) { state in
        (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Elements.self)
          .pointee.update(key) { child.reduce(into: &$0, action: local) }
      }
    } else {
      answer = state[keyPath: path].update(key) { child.reduce(into: &$0, action: local) }
    }
    guard let answer else { return .fault(.missingPart(action, "no member has the key \(key)")) }
    let own = reduceParent(into: &state, action)
    if case .none = answer { return own }
    return placed(answer, key, before: own)
  }

  @inlinable
  func reduceParent(into state: inout State, _ action: Action) -> Effect<Action> {
    let count = self.count(in: &state)
    let effect = parent.reduce(into: &state, action: action)
    let refused = takeRefusedKeys(from: &state)
    let isSmaller = self.count(in: &state) < count
    if refused.isEmpty, !isSmaller { return effect }
    return merged(effect, refused, by: action, isSmaller ? state : nil)
  }

  /// An effect, then a fault for each key that was refused, and the end of the effects of members that
  /// are not in a smaller collection.
  // Apart: most actions ask for neither.
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
    // The store finds this out by itself, where it knows the way to this reducer; a reducer that was
    // written by hand may lie between.
    let elements = smaller[keyPath: path]
    return effect.merged(
      with: .later(
        EffectPlan(
          .endMembers(site) { key in
            (key.base as? Elements.ElementKey).map { elements.member($0) == nil } ?? false
          }, namesMembers: true)))
  }

  @inlinable
  func takeRefusedKeys(from state: inout State) -> [Elements.ElementKey] {
    guard let offset else {
      var elements = state[keyPath: path]
      let refused = elements.takeRefusedKeys()
      if !refused.isEmpty { state[keyPath: path] = elements }
      return refused
    }
    return withUnsafeMutablePointer(to: &state) { state in
      (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Elements.self)
        .pointee.takeRefusedKeys()
    }
  }

  @inlinable var site: PartSite { PartSite(AnyHashable(path), of: Child.self) }

  @inlinable
  func count(in state: inout State) -> Int {
    guard let offset else { return state[keyPath: path].memberCount }
    return withUnsafeMutablePointer(to: &state) { state in
      (UnsafeMutableRawPointer(state) + offset).assumingMemoryBound(to: Elements.self)
        .pointee.memberCount
    }
  }

  // Apart: most actions ask for nothing.
  @inlinable
  @inline(never)
  func placed(
    _ effect: Effect<Child.Action>, _ key: Elements.ElementKey, before own: Effect<Action>
  ) -> Effect<Action> {
    let whole = effect.embedded { [embed] in embed(key, $0) }
    switch whole {
    case .none, .send, .run: return whole.merged(with: own)
    case .work, .later:
      return whole.placed(at: .member(site, key: AnyHashable(key))).merged(with: own)
    }
  }

  /// The member, and what the parent may change.
  @inlinable
  public func region(of action: Action) -> StateRegion {
    let own = parent.region(of: action)
    guard let (key, _) = extract(action) else { return own }
    return part.element(key).union(own)
  }
}

extension ForEachReducer {
  /// Notifies the parent; the reducer of the members learns nothing of it.
  @inlinable
  public func stateWasReplaced(by state: Parent.State) { parent.stateWasReplaced(by: state) }

  /// Notifies the member, if the action is for one, and the parent.
  @inlinable
  public func willReduceAnswer(_ action: Parent.Action) {
    if let (_, local) = extract(action) { child.willReduceAnswer(local) }
    parent.willReduceAnswer(action)
  }

  /// Which members there are, and what they and the parent know.
  @inlinable
  public func presence(of part: PlacedPart, in state: State) -> PartPresence? {
    if part.steps.isEmpty, part.site == site { return PartPresence(state[keyPath: path]) }
    guard let key = part.key(at: site) else { return parent.presence(of: part, in: state) }
    guard let key = key.base as? Elements.ElementKey else { return nil }
    guard let member = state[keyPath: path].member(key) else { return .nothing }
    return child.presence(of: part.inner, in: member)
  }
}

extension Reducer {
  /// This reducer, with a module's reducer for each member of a collection in its state.
  ///
  /// ```swift
  /// ListReducer().forEach(\.rows, RowReducer(), extract: { $0.row }, embed: ListAction.row)
  /// ```
  ///
  /// - Parameters:
  ///   - path: An array (members found by index), a dictionary (by key), an `IdentifiedArray` (by
  ///     identifier), or a collection of yours.
  ///   - child: The members' reducer.
  ///   - extract: The key and the action, if an action is for a member.
  ///   - embed: The action for a member with a key.
  @inlinable
  public func forEach<Elements: KeyedElements, Child: Reducer>(
    _ path: WritableKeyPath<State, Elements>, _ child: Child,
    extract: @escaping (Action) -> (Elements.ElementKey, Child.Action)?,
    embed: @escaping (Elements.ElementKey, Child.Action) -> Action
  ) -> ForEachReducer<Self, Elements, Child> where Elements.Member == Child.State {
    ForEachReducer(self, path, child, extract: extract, embed: embed)
  }

  /// This reducer, with a module's reducer for a part of its state that may be absent.
  ///
  /// An action for the part while it is absent is a fault; its effects end when it vanishes.
  @inlinable
  public func optional<Child: Reducer>(
    _ path: WritableKeyPath<State, Child.State?>, _ child: Child,
    action: Prism<Action, Child.Action>
  ) -> ForEachReducer<Self, Child.State?, Child> {
    ForEachReducer(
      self, path, child, extract: { action.extract($0).map { (OnlyKey(), $0) } },
      embed: { action.embed($1) })
  }
}
