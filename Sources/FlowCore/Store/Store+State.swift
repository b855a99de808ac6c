extension Store {
  /// Where the state is found.
  @inlinable
  public var slice: StateSlice<R.State> {
    StateSlice(location: .fixed(UnsafePointer(place)), region: .all, link: self)
  }

  /// The state where it lies.
  @inlinable
  public var fixedPart: FixedPart<R.State>? {
    FixedPart(core: core, place: UnsafePointer(place), region: .all)
  }

  /// How an action gets to the root: this store.
  @inlinable
  public var route: ActionRoute<R.Action> { ActionRoute(self) }

  /// The state, for a reader that need not be notified of changes. Costs nothing.
  ///
  /// - Precondition: Not read by the store's own reducer, which holds it already.
  @inlinable
  public var current: R.State {
    core.pointee.checkReadable()
    return place.pointee
  }

  /// Reads the state where it lies, without a copy and without being notified of changes.
  ///
  /// - Parameter body: May send: what it sends is reduced after it has returned, before `withState`
  ///   returns. It must not `restore` another state.
  @inlinable
  public func withState<Result, Failure: Error>(
    _ body: (borrowing R.State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    core.pointee.checkReadable()
    let before = core.pointee.status
    core.pointee.status.insert([.settling, .lent])
    defer { endLending(before) }
    return try body(place.pointee)
  }

  @inlinable
  func endLending(_ before: StoreStatus) {
    if !before.contains(.lent) { core.pointee.status.remove(.lent) }
    guard !before.contains(.settling) else { return }
    if core.pointee.status.contains(.queued) {
      settle(.none, for: nil)
    } else {
      core.pointee.status.remove(.settling)
    }
  }

  /// How many works of effects have begun and not ended. The interval after a throttled effect is one.
  public var effectsInFlight: Int { runner?.running.count ?? 0 }

  /// Whether anybody wants to be notified of changes at present.
  public var isObserved: Bool { core.pointee.status.contains(.observed) }

  /// Cancels all effects in flight, in the order in which they began; their answers that wait to be
  /// reduced are dropped.
  public func cancelEffects() {
    dropAnswers(nil)
    runner?.cancelAll()
  }

  /// Puts the state back to what it was, or was elsewhere: a restored snapshot, a step in a history.
  ///
  /// Who observes a part is notified if it differs. Effects in flight go on, also those of parts that
  /// are not there now: their answers are reduced as any other action. The old state is destroyed when
  /// the new one is in place and its observers have been notified.
  ///
  /// - Precondition: Not called by the store's own reducer, nor by the body of `withState(_:)`.
  @inlinable
  public func restore(_ state: consuming R.State) {
    core.pointee.checkReadable()
    precondition(
      !core.pointee.status.contains(.lent),
      "a state is not replaced while `withState` lends it; restore after it has returned")
    let isOuter = !core.pointee.status.contains(.settling)
    core.pointee.status.insert(.settling)
    replaceState(by: state)
    if isOuter { settle(.none, for: nil) }
  }

  /// Puts another state in place, and destroys the old one when everything has been notified of the new
  /// one: the `deinit` of a part may read the store and send.
  @inlinable
  func replaceState(by state: consuming R.State) {
    swap(&place.pointee, &state)
    reducer.stateWasReplaced(by: place.pointee)
    if core.pointee.status.contains(.observed) { notifyObservers(of: .all) }
    if core.pointee.status.contains(.placed) { runner?.notePresence(presence) }
    withExtendedLifetime(state) {}
  }
}

/// What a store keeps account of; for tests of what it forgets.
package struct StoreCounts: Equatable, Sendable {
  /// Works of effects that have begun and not ended.
  package var works: Int
  /// Effects, works and what holds them together, that have a slot.
  package var effects: Int
  /// Observers and observed slices that want to be notified.
  package var observers: Int
  /// Observers and observed slices that are remembered, whether or not they want to be notified.
  package var remembered: Int
  /// Actions that have come and are not reduced yet.
  package var queued: Int
  /// Actions that there is room for.
  package var queueCapacity: Int
}

extension Store {
  private var observers: ObserverList? { core.pointee.observers?.takeUnretainedValue() }

  /// What it keeps account of at present.
  package var counts: StoreCounts {
    StoreCounts(
      works: effectsInFlight, effects: runner?.running.entryCount ?? 0,
      observers: observers?.openCount ?? 0, remembered: observers?.all.count ?? 0,
      queued: queue.count, queueCapacity: queue.capacity)
  }
}
