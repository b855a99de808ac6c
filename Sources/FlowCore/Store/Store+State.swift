extension Store {
  /// The location of the state.
  @inlinable
  public var _slice: _StateSlice<R.State> {
    unsafe _StateSlice(location: .fixed(UnsafePointer(place)), region: .all, link: self)
  }

  /// The state at its fixed place.
  @inlinable
  public var _fixedPart: _FixedPart<R.State>? {
    unsafe _FixedPart(core: core, place: UnsafePointer(place), region: .all)
  }

  /// The route of actions, which is this store.
  @inlinable
  public var _route: _ActionRoute<R.Action> { _ActionRoute(self) }

  /// The current state, without observation. The access costs nothing.
  ///
  /// - Precondition: Not read by the store's reducer.
  @inlinable
  public var current: R.State {
    core.pointee.checkReadable()
    return place.pointee
  }

  /// Calls a closure with the state in place, without a copy and without observation.
  ///
  /// - Parameter body: A closure that may send. Its actions are reduced after it has returned and
  ///   before `withState` returns. It must not call `restore`.
  /// - Precondition: Called on the actor that created the store, and not by the store's reducer.
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

  @inlinable @inline(__always)
  func endLending(_ before: StoreStatus) {
    let ended = StoreStatus([.settling, .lent]).subtracting(before)
    core.pointee.status.subtract(ended)
    if ended.contains(.settling), core.pointee.status.contains(.queued) {
      settle(.none, for: nil)
    }
  }

  /// The number of works that have started and not ended, including the interval after a throttled
  /// effect.
  public var effectsInFlight: Int { runner?.running.count ?? 0 }

  /// A Boolean value that indicates whether an observer is to be notified of changes.
  package var isObserved: Bool { core.pointee.status.contains(.observed) }

  /// Cancels all effects in flight in the order in which they started, and drops their queued
  /// actions, but not the answers of effects that have ended. Cancellation handlers run before the
  /// method returns.
  ///
  /// - Precondition: Called on the actor that created the store.
  /// - Complexity: O(*n* log *n*) for *n* effects in flight and queued actions.
  public func cancelEffects() { runner?.cancelAll() }

  /// Replaces the state, for example by a snapshot or an earlier state of a history.
  ///
  /// Observers of changed parts are notified. Effects continue, even if their parts are absent from
  /// the new state, and their actions are reduced as usual. The old state is destroyed after the
  /// observers were notified.
  ///
  /// - Precondition: Called on the actor that created the store, and not by the store's reducer or
  ///   within `withState(_:)`.
  /// - Complexity: One comparison for each observer.
  @inlinable
  public func restore(_ state: consuming R.State) {
    core.pointee.checkReadable()
    precondition(
      !core.pointee.status.contains(.lent),
      "`restore` must not be called within `withState`; call it afterwards")
    let isOuter = !core.pointee.status.contains(.settling)
    core.pointee.status.insert(.settling)
    replaceState(by: state)
    if isOuter { settle(.none, for: nil) }
  }

  /// Replaces the state and destroys the old one last, because the `deinit` of a part may read the
  /// store and send.
  @inlinable
  func replaceState(by state: consuming R.State) {
    swap(&place.pointee, &state)
    reducer.stateWasReplaced(by: place.pointee)
    if core.pointee.status.contains(.observed) { notifyObservers(of: .all) }
    if core.pointee.status.contains(.placed) { runner?.recordPresence(presence) }
    withExtendedLifetime(state) {}
  }
}

/// The internal counts of a store, for tests.
package struct StoreCounts: Equatable, Sendable {
  /// Works that have started and not ended.
  package var works: Int
  /// Effects with a slot: works and the groups that contain them.
  package var effects: Int
  /// Open observers and observed slices.
  package var observers: Int
  /// All observers and observed slices, open or closed.
  package var remembered: Int
  /// Actions in the queue.
  package var queued: Int
  /// The capacity of the queue.
  package var queueCapacity: Int
}

extension Store {
  private var observers: ObserverList? { unsafe core.pointee.observers?.takeUnretainedValue() }

  /// The current internal counts.
  package var counts: StoreCounts {
    StoreCounts(
      works: effectsInFlight, effects: runner?.running.entryCount ?? 0,
      observers: observers?.openCount ?? 0, remembered: observers?.all.count ?? 0,
      queued: queue.count, queueCapacity: queue.capacity)
  }
}
