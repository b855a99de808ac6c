/// What a screen or module needs of a store: its state and its actions; whether that is a `Store` of
/// its own or a part of a larger one (`ScopedStore`).
@dynamicMemberLookup
public protocol StoreView<State, Action> {
  /// What it shows.
  associatedtype State
  /// What can be sent.
  associatedtype Action

  /// Where the state is found.
  var slice: StateSlice<State> { get }

  /// The state, if it lies at a fixed place of its root's; where it is found without a count.
  var fixedPart: FixedPart<State>? { get }

  /// How an action gets to the root.
  var route: ActionRoute<Action> { get }

  /// What it is a scope of, leaving out the levels that are types; itself, if it is none of them. Apps
  /// have no use for it, nor for the two that follow.
  associatedtype ScopeAnchor: StoreView = Self

  /// The store or scope where the levels begin that are types.
  var scopeAnchor: ScopeAnchor { get }

  /// The action that the anchor is sent for one of this.
  static func anchored(_ action: consuming Action) -> ScopeAnchor.Action

  /// Reduces an action, notifies who observes what it changed, and starts the work it asked for; see `Store.send`.
  func send(_ action: consuming Action)

  /// Sends several actions as one batch, notifying each observer at most once; see
  /// `Store.send(contentsOf:)`.
  func send(contentsOf actions: some Sequence<Action>)

  /// Sends an action and waits until everything it caused has ended; see `Store.run`.
  nonisolated(nonsending) func run(_ action: Action) async
}

// MARK: - Reading

extension StoreView {
  /// The state, for a reader that Observation may track: it is notified when any part has changed, and
  /// not when all is equal to what it was.
  ///
  /// Who needs a part should read the part: `store.count` for `store.state.count`. The state read
  /// last is kept until the next change, to compare with, so that a collection in it is copied at
  /// its next write; who reads often and need not be notified reads `current`.
  ///
  /// - Precondition: Not read by the store's own reducer, which holds it already.
  @inlinable
  public var state: State {
    guard let part = fixedPart else { return slice.tracked(equality(of: State.self)) }
    return withExtendedLifetime(self) { part.tracked(equality(of: State.self)) }
  }

  /// The state, for a reader that need not be notified of changes.
  ///
  /// - Precondition: Not read by the store's own reducer, which holds it already.
  @inlinable
  public var current: State { slice.value }

  // Inlined, as what it calls: then the optimiser sees the path, and its offset is a number.
  /// A part of the state, for a reader that Observation may track: it is notified when this part has
  /// changed, and not when it was set to an equal value.
  ///
  /// A property of the store itself wins over a part of the same name: read the part `isObserved` as
  /// `store[dynamicMember: \.isObserved]`.
  @inlinable @inline(__always)
  public subscript<Part: Equatable>(dynamicMember path: KeyPath<State, Part>) -> Part {
    guard let part = fixedPart?.part(path) else {
      return slice.part(path).tracked(path: path) { $0 == $1 }
    }
    return withExtendedLifetime(self) { part.tracked(path: path) { $0 == $1 } }
  }

  /// A part of the state, for a reader that Observation may track: it is notified whenever this part
  /// may have changed, since it cannot be compared.
  ///
  /// A property of the store itself wins over a part of the same name: read the part `isObserved` as
  /// `store[dynamicMember: \.isObserved]`.
  @inlinable @inline(__always)
  public subscript<Part>(dynamicMember path: KeyPath<State, Part>) -> Part {
    guard let part = fixedPart?.part(path) else {
      return slice.part(path).tracked(path: path, nil)
    }
    return withExtendedLifetime(self) { part.tracked(path: path, nil) }
  }
}

extension StoreView where State: Equatable {
  /// The state, for a reader that Observation may track: as for other states, and compared faster.
  ///
  /// - Precondition: Not read by the store's own reducer, which holds it already.
  @inlinable
  public var state: State {
    guard let part = fixedPart else { return slice.tracked { $0 == $1 } }
    return withExtendedLifetime(self) { part.tracked { $0 == $1 } }
  }
}

// MARK: - Observing

extension StoreView {
  /// Calls `changed` with the slice after each action that made it differ from the time before.
  ///
  /// - Parameters:
  ///   - slice: Computed once now and once after every action that may have changed `part`; keep it
  ///     cheap.
  ///   - region: All of the state that `slice` reads.
  ///   - changed: May send; what it sends is queued. Not called while the part of a larger state that
  ///     this store shows is absent.
  @inlinable
  public func subscribe<Value: Equatable>(
    to slice: @escaping (State) -> Value, within region: StateRegion = .all,
    _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    let own = self.slice
    return own.observers.subscribe(
      to: own.location.map(slice), region.inside(own.region), path: nil, changed)
  }

  /// Calls `changed` with the part after each action that made it differ from the time before.
  ///
  /// - Parameters:
  ///   - path: The part; if it leads through stored properties, actions that change others are not
  ///     even compared.
  ///   - changed: May send; what it sends is queued.
  @inlinable
  public func subscribe<Value: Equatable>(
    to path: KeyPath<State, Value>, _ changed: @escaping (Value) -> Void
  ) -> ObservationToken {
    let part = slice.part(path)
    return part.observers.subscribe(to: part.location, part.region, path: path, changed)
  }

  /// Calls `body` now, and again after each action that changed something it read of this store.
  ///
  /// ```swift
  /// let drawing = store.observe { print(store.statistics) }
  /// ```
  ///
  /// What `body` reads of the store, by its name (`store.statistics`), `state`, or through a scope of the
  /// store, and whether a part is present that it makes a scope of, is noted while it runs; it is called once for an action, whatever number of these parts the
  /// action changed, and not for other parts. What it reads by `current` or of another store is not
  /// noted. A reading in `withObservationTracking` within `body` is one of `body`: Observation does not
  /// notify of it. A view of your own is drawn by this at a tenth of what Observation costs.
  ///
  /// - Parameter body: May send; what it sends while it is called for a change is queued. Held by the
  ///   subscription, not by the store.
  /// - Complexity: O(*n*) for *n* parts that it reads; nothing is allocated as long as it reads the
  ///   same parts in the same order as the time before.
  @inlinable
  public func observe(_ body: @escaping () -> Void) -> ObservationToken {
    slice.observers.read(body)
  }

  /// A part of the state as a sequence: as it is now, and after each action that changed it.
  ///
  /// It ends with the store. A reader that has gone is no longer observed for, from the next turn of
  /// the store's actor on.
  ///
  /// - Parameters:
  ///   - path: The part.
  ///   - buffer: What becomes of states that come faster than they are read. There is no default
  ///     that suits all: `.bufferingNewest(1)` for who draws what is true now, `.bufferingOldest(n)`
  ///     for who must not miss the beginning, `.unbounded` for who must see all and keeps up.
  public func states<Value: Equatable & Sendable>(
    of path: KeyPath<State, Value>, buffer: AsyncStream<Value>.Continuation.BufferingPolicy
  ) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: buffer)
    let part = slice.part(path)
    part.observers.feed(continuation, from: part.location, part.region, path: path)
    return stream
  }
}

// MARK: - Scoping

extension StoreView {
  /// This store as a value that does not say what it is a part of.
  @inlinable @inline(__always)
  public func scope() -> ScopedStore<State, Action> { ScopedStore(slice: slice, route: route) }

  /// This store as one screen or module sees it.
  ///
  /// - Parameters:
  ///   - path: The part it may read.
  ///   - embed: Makes an action of this store from one of the module's.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    state path: KeyPath<State, LocalState>, action embed: @escaping (LocalAction) -> Action
  ) -> ScopedStore<LocalState, LocalAction> {
    makeScope(of: slice.part(path)) { buffer, _ in buffer.embed { Self.anchored(embed($0)) } }
  }

  /// This store as a module sees it whose state is computed from this one's.
  ///
  /// Readers that Observation tracks are notified of changes to what is computed. Scopes that are made
  /// at one place of the program are taken for scopes of one function, as those of a view that is
  /// drawn again; where they differ, as in a loop, the readers of one are notified of changes to the
  /// others' parts, too. Scope by a path or a key where that is possible.
  ///
  /// - Parameters:
  ///   - compute: Called at each reading, and after each action that may have changed this store's
  ///     state while somebody observes.
  ///   - embed: Makes an action of this store from one of the module's.
  ///   - file: Where the scope is made; leave it out, as those that follow.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    state compute: @escaping (State) -> LocalState,
    action embed: @escaping (LocalAction) -> Action,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> ScopedStore<LocalState, LocalAction> {
    let function = SliceFunction(at: SourceSite(file, line, column))
    return makeScope(of: slice.computed(function, compute)) { buffer, _ in
      buffer.embed { Self.anchored(embed($0)) }
    }
  }

  /// The child for one member of a collection; `nil` if it is not there.
  ///
  /// A reader that Observation or `observe(_:)` tracks is notified when the member appears or vanishes,
  /// whether or not it reads the child.
  ///
  /// While the member is absent, the child reads the state that the member had when the child was
  /// made, its subscriptions are silent, and what it sends is refused by the collection's reducer.
  ///
  /// - Parameters:
  ///   - key: The index, key or identifier of the member.
  ///   - path: The collection.
  ///   - embed: Makes an action of this store from the key and one of the member's.
  @inlinable @inline(__always)
  public func scope<Elements: KeyedElements, LocalAction>(
    _ key: Elements.ElementKey, of path: KeyPath<State, Elements>,
    action embed: @escaping (Elements.ElementKey, LocalAction) -> Action
  ) -> ScopedStore<Elements.Member, LocalAction>? {
    guard let member = slice.part(path).member(key) else { return nil }
    return ScopedStore(member: member, key: key, outer: scopeAnchor.route.link) { buffer, link in
      let link = unsafeDowncast(link, to: MemberLink<Elements.Member, Elements.ElementKey>.self)
      buffer.embed { Self.anchored(embed(link.key, $0)) }
    }
  }

  /// The child for what may be there; `nil` if it is not.
  ///
  /// A reader that Observation or `observe(_:)` tracks is notified when the part appears or vanishes,
  /// whether or not it reads the child.
  ///
  /// While it is absent, the child reads what it was when the child was made, its subscriptions are
  /// silent, and what it sends is refused by the reducer of the optional part.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    optional path: KeyPath<State, LocalState?>,
    action embed: @escaping (LocalAction) -> Action
  ) -> ScopedStore<LocalState, LocalAction>? {
    guard let member = slice.part(path).member(OnlyKey()) else { return nil }
    return makeScope(of: member) { buffer, _ in buffer.embed { Self.anchored(embed($0)) } }
  }

  /// The child for one case of a state that is an enum; `nil` if the state is in another case.
  ///
  /// A reader that Observation or `observe(_:)` tracks is notified when the state enters or leaves the
  /// case, whether or not it reads the child.
  ///
  /// While the state is in another case, the child reads what it was when the child was made, its
  /// subscriptions are silent, and what it sends is refused by the case's reducer.
  ///
  /// - Parameters:
  ///   - prism: The case. One that is made once, a `static let`, is distinct from all others.
  ///   - embed: Makes an action of this store from one of the case's.
  @inlinable @inline(__always)
  public func scope<LocalState, LocalAction>(
    case prism: Prism<State, LocalState>, action embed: @escaping (LocalAction) -> Action
  ) -> ScopedStore<LocalState, LocalAction>? {
    guard let part = slice.part(prism) else { return nil }
    return makeScope(of: part) { buffer, _ in buffer.embed { Self.anchored(embed($0)) } }
  }

  // Each of them writes its step itself, in one closure, and is inlined into its callers: where
  // `embed` is written there, it becomes part of the step, and a level of scopes costs one call. The
  // optimiser does not join a closure that is kept with another one that is kept in it.
  /// A part, as a scope one level below the anchor.
  @inlinable @inline(__always)
  func makeScope<LocalState, LocalAction>(
    of part: StateSlice<LocalState>,
    step: @escaping StoreLink.Step
  ) -> ScopedStore<LocalState, LocalAction> {
    ScopedStore(slice: part, outer: scopeAnchor.route.link, step: step)
  }
}

extension StoreView {
  /// Not known to lie at a fixed place.
  @inlinable public var fixedPart: FixedPart<State>? { nil }
}

extension StoreView where ScopeAnchor == Self {
  /// This store: no level of it is a type.
  @inlinable public var scopeAnchor: Self { self }

  /// The action as it is.
  @inlinable @inline(__always)
  public static func anchored(_ action: consuming Action) -> Action { action }
}
