public import Observation

/// The interface of a store for a screen or module: a state and actions. A view is either a `Store`
/// or a part of one (`ScopedStore`, `TypedScope`).
@dynamicMemberLookup
public protocol StoreView<State, Action> {
  /// The type of the state.
  associatedtype State
  /// The type of the actions.
  associatedtype Action

  /// The location of the state.
  var _slice: _StateSlice<State> { get }

  /// The state, if it has a fixed place in its store.
  var _fixedPart: _FixedPart<State>? { get }

  /// The route of actions to the store.
  var _route: _ActionRoute<Action> { get }

  /// The innermost scope or store that is not a `TypedScope`. Apps do not use this type and the
  /// next two requirements.
  associatedtype _ScopeAnchor: StoreView = Self

  /// The innermost scope or store that is not a `TypedScope`.
  var _scopeAnchor: _ScopeAnchor { get }

  /// Embeds an action in that of the anchor.
  static func _anchored(_ action: consuming Action) -> _ScopeAnchor.Action

  /// Sends an action; see `Store.send(_:)`.
  func send(_ action: consuming Action)

  /// Sends several actions as one batch; see `Store.send(contentsOf:)`.
  func send(contentsOf actions: some Sequence<Action>)

  /// Sends an action and waits until everything that it causes has ended; see
  /// `Store.sendAndWait(_:)`.
  nonisolated(nonsending) func sendAndWait(_ action: Action) async
}

// MARK: - Reading

extension StoreView {
  /// The state, with observation: a caller that Observation tracks is notified when any part has
  /// changed, and not if the new state is equal.
  ///
  /// Read `store.count` instead of `store.state.count` to be notified only of changes to one part.
  /// The last state is kept until the next change, so the next write to each collection copies it.
  /// To read often without observation, use `current`.
  ///
  /// - Precondition: Not read by the store's reducer.
  @inlinable
  public var state: State {
    guard let part = _fixedPart else { return _slice.tracked(equality(of: State.self)) }
    return withExtendedLifetime(self) { part.tracked(equality(of: State.self)) }
  }

  /// The state, without observation.
  ///
  /// - Precondition: Not read by the store's reducer.
  @inlinable
  public var current: State { _slice.value }

  // Inlined, so that the optimiser evaluates the offset of the path.
  /// Reads a part of the state with observation: a caller that Observation tracks is notified when
  /// the part has changed, and not if the new value is equal.
  ///
  /// A member of the store hides a part of the same name. Read a part `effectsInFlight` as
  /// `store[dynamicMember: \.effectsInFlight]`.
  @inlinable @inline(__always)
  public subscript<Part: Equatable>(dynamicMember path: KeyPath<State, Part>) -> Part {
    guard let part = _fixedPart?.part(path) else {
      return _slice.part(path).tracked(path: path) { $0 == $1 }
    }
    return withExtendedLifetime(self) { part.tracked(path: path) { $0 == $1 } }
  }

  /// Reads a part of the state that is not `Equatable` with observation: a caller that Observation
  /// tracks is notified after each action that may have changed the part.
  ///
  /// A member of the store hides a part of the same name. Read a part `effectsInFlight` as
  /// `store[dynamicMember: \.effectsInFlight]`.
  @inlinable @inline(__always)
  public subscript<Part>(dynamicMember path: KeyPath<State, Part>) -> Part {
    guard let part = _fixedPart?.part(path) else {
      return _slice.part(path).tracked(path: path, nil)
    }
    return withExtendedLifetime(self) { part.tracked(path: path, nil) }
  }
}

extension StoreView where State: Equatable {
  /// The state, with observation, as for other states. The comparison is faster.
  ///
  /// - Precondition: Not read by the store's reducer.
  @inlinable
  public var state: State {
    guard let part = _fixedPart else { return _slice.tracked { $0 == $1 } }
    return withExtendedLifetime(self) { part.tracked { $0 == $1 } }
  }
}

// MARK: - Observing

extension StoreView {
  /// Subscribes to a value computed from the state.
  ///
  /// Both closures are called on the store's actor. The store retains them until the subscription
  /// ends.
  ///
  /// - Parameters:
  ///   - slice: A closure that computes the value. It is called now and after each action that may
  ///     have changed the region.
  ///   - region: The region that `slice` reads.
  ///   - changed: A closure that is called after each action that changed the value. It may send;
  ///     its actions are queued. It is not called while the part of a larger state that this view
  ///     shows is absent.
  /// - Precondition: Called on the actor that created the store, and not by the store's reducer.
  /// - Complexity: A call of `slice` and one comparison for each action that may change the region.
  @inlinable
  public func subscribe<Value: Equatable>(
    to slice: @escaping (State) -> Value, within region: StateRegion = .all,
    _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    let own = self._slice
    return own.observers.subscribe(
      to: slice, of: own.location, region.inside(own.region), changed)
  }

  /// Subscribes to a part of the state.
  ///
  /// The closure is called on the store's actor. The store retains it until the subscription ends.
  ///
  /// - Parameters:
  ///   - path: The part. If the path consists of stored properties, actions that change only other
  ///     parts cost no comparison.
  ///   - changed: A closure that is called after each action that changed the part. It may send;
  ///     its actions are queued.
  /// - Precondition: Called on the actor that created the store, and not by the store's reducer.
  /// - Complexity: One comparison for each action that may change the part.
  @inlinable
  public func subscribe<Value: Equatable>(
    to path: KeyPath<State, Value>, _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    let part = _slice.part(path)
    return part.observers.subscribe(to: part.location, part.region, path: path, changed)
  }

  /// Calls a closure now, and again after each action that changed a part it read.
  ///
  /// ```swift
  /// let drawing = store.observe { print(store.statistics) }
  /// ```
  ///
  /// The closure depends on what it reads: `state`, parts such as `store.statistics`, parts read
  /// through scopes of this store, and the presence of a part for which it creates a scope. Reads
  /// of `current` and of other stores are not recorded. The closure is called once for an action,
  /// whatever the number of changed parts. This method also records reads in a nested
  /// `withObservationTracking`, and Observation does not notify of them. Updating a view in this
  /// way costs a tenth as much as with Observation.
  ///
  /// - Parameter body: A closure that may send; actions that it sends during a notification are
  ///   queued. The token retains it, the store does not.
  /// - Precondition: Called on the actor that created the store, and not by the store's reducer.
  /// - Complexity: O(*n*) for *n* parts. There is no allocation if the closure reads the same parts
  ///   in the same order as before.
  @inlinable
  public func observe(_ body: @escaping () -> Void) -> ObservationToken {
    _slice.observers.read(body)
  }

  /// Returns a part of the state as a sequence of its current value and the value after each
  /// change.
  ///
  /// The sequence ends with the store, so a reader that retains the store never reaches the end.
  /// When its reader ends, the observation ends at the next turn of the store's actor. In a store
  /// without an actor, it ends at the next change.
  ///
  /// - Parameters:
  ///   - path: The part.
  ///   - buffer: The policy for values that are not read in time: `.bufferingNewest(1)` to show the
  ///     current value, `.bufferingOldest(n)` to keep the first ones, `.unbounded` to receive all.
  /// - Precondition: Called on the actor that created the store, and not by the store's reducer.
  /// - Complexity: One comparison for each action that may change the part.
  public func states<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value>, buffer: AsyncStream<Value>.Continuation.BufferingPolicy
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: buffer)
    let part = _slice.part(path)
    part.observers.feed(continuation, from: part.location, part.region, path: path)
    return stream
  }
}

// MARK: - Scoping

extension StoreView {
  /// Returns this view as a `ScopedStore`, which hides the store that it is part of.
  @inlinable @inline(__always)
  public func scope() -> ScopedStore<State, Action> { ScopedStore(slice: _slice, route: _route) }

  /// Returns a view of a part of the state.
  ///
  /// - Parameters:
  ///   - path: The part.
  ///   - action: The case of the part's actions.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    state path: KeyPath<State, LocalState>, action: CasePath<Action, LocalAction>
  ) -> ScopedStore<LocalState, LocalAction> {
    let embed = action.embed
    return unsafe makeScope(of: _slice.part(path)) { buffer, _ in
      unsafe buffer.embed { Self._anchored(embed($0)) }
    }
  }

  /// Returns a view of a state that is computed from this one.
  ///
  /// Observation notifies of changes to the computed state. Scopes created in one place of the
  /// source are treated as scopes of the same function, as in a view that is drawn again. If they
  /// differ, as in a loop, the readers of one are also notified of changes to the others. Prefer a
  /// key path or a key if possible.
  ///
  /// - Parameters:
  ///   - compute: A closure that computes the state. It is called for each read and, while there
  ///     are observers, after each action that may have changed this state.
  ///   - action: The case of the part's actions.
  ///   - file: The file of the call. Use the default value, as for the following two.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    state compute: @escaping (State) -> LocalState,
    action: CasePath<Action, LocalAction>,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> ScopedStore<LocalState, LocalAction> {
    let function = SliceFunction(at: SourceSite(file, line, column))
    let embed = action.embed
    return unsafe makeScope(of: _slice.computed(function, compute)) { buffer, _ in
      unsafe buffer.embed { Self._anchored(embed($0)) }
    }
  }

  /// Returns a view of a member of a collection; `nil` if it is absent.
  ///
  /// A reader that Observation or `observe(_:)` tracks is notified when the member appears or
  /// disappears. While the member is absent, the view reads the state that the member had when the
  /// view was created, its subscriptions are not called, and its actions are faults.
  ///
  /// The view keeps a copy of that state, so the next write to each collection in the member copies
  /// the collection.
  ///
  /// - Parameters:
  ///   - key: The index, key or identifier of the member.
  ///   - path: The collection.
  ///   - action: The case with the key and the action of a member.
  /// - Complexity: One lookup of the member and a copy of it.
  @inlinable @inline(__always)
  public func scope<Elements: KeyedElements, LocalAction>(
    _ key: Elements.ElementKey, of path: KeyPath<State, Elements>,
    action: CasePath<Action, (Elements.ElementKey, LocalAction)>
  ) -> ScopedStore<Elements.Member, LocalAction>? {
    guard let member = _slice.part(path).member(key) else { return nil }
    let embed = action.embed
    return unsafe ScopedStore(member: member, key: key, outer: _scopeAnchor._route.link) {
      buffer, link in
      let link = unsafe unsafeDowncast(
        link, to: MemberLink<Elements.Member, Elements.ElementKey>.self)
      unsafe buffer.embed { Self._anchored(embed((link.key, $0))) }
    }
  }

  /// Returns a view of an optional part; `nil` if it is absent.
  ///
  /// A reader that Observation or `observe(_:)` tracks is notified when the part appears or
  /// disappears. While the part is absent, the view reads the state that the part had when the view
  /// was created, its subscriptions are not called, and its actions are faults.
  ///
  /// The view keeps a copy of that state, so the next write to each collection in the part copies
  /// the collection.
  ///
  /// - Parameters:
  ///   - path: The optional part.
  ///   - action: The case of the part's actions.
  /// - Complexity: A copy of the part.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    optional path: KeyPath<State, LocalState?>, action: CasePath<Action, LocalAction>
  ) -> ScopedStore<LocalState, LocalAction>? {
    guard let member = _slice.part(path).member(_OnlyKey()) else { return nil }
    let embed = action.embed
    return unsafe makeScope(of: member) { buffer, _ in
      unsafe buffer.embed { Self._anchored(embed($0)) }
    }
  }

  /// Returns a view of the content of an enum case; `nil` if the state is another case.
  ///
  /// A reader that Observation or `observe(_:)` tracks is notified when the state enters or leaves
  /// the case. While the state is another case, the view reads the content that the case had when
  /// the view was created, its subscriptions are not called, and its actions are faults. The view
  /// keeps a copy of that content.
  ///
  /// - Parameters:
  ///   - state: The case.
  ///   - action: The case of the part's actions.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    case state: CasePath<State, LocalState>, action: CasePath<Action, LocalAction>
  ) -> ScopedStore<LocalState, LocalAction>? {
    guard let part = _slice.part(state) else { return nil }
    let embed = action.embed
    return unsafe makeScope(of: part) { buffer, _ in
      unsafe buffer.embed { Self._anchored(embed($0)) }
    }
  }

  // Each method creates its step in a single closure and is inlined. If the optimiser sees the case
  // path at the call, `embed` becomes part of the step, and a level of scopes costs one call. It does
  // not merge a stored closure with another one that it captures.
  @inlinable @inline(__always)
  func makeScope<LocalState, LocalAction>(
    of part: _StateSlice<LocalState>,
    step: @escaping _StoreLink.Step
  ) -> ScopedStore<LocalState, LocalAction> {
    unsafe ScopedStore(slice: part, outer: _scopeAnchor._route.link, step: step)
  }
}

extension StoreView {
  /// `nil`: the state is not known to have a fixed place.
  @inlinable public var _fixedPart: _FixedPart<State>? { nil }
}

extension StoreView where _ScopeAnchor == Self {
  /// This view, because it is not a `TypedScope`.
  @inlinable public var _scopeAnchor: Self { self }

  /// Returns the action unchanged.
  @inlinable @inline(__always)
  public static func _anchored(_ action: consuming Action) -> Action { action }
}

// MARK: - Conforming to Observable

// Reads of `state` and of its parts are tracked. Not a requirement of `StoreView`, whose witness
// tables would refer to the conformance.
extension Store: Observable {}
extension ScopedStore: Observable {}
extension TypedScope: Observable {}
