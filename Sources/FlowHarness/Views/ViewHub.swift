import FlowCore
import Observation
import Workloads

/// Observers that stand for views: each reads what it would draw, is notified of a change, and
/// reads again when the driver lets it, as a run loop does after the event.
///
/// `@unchecked Sendable` because the registrar takes a `@Sendable` closure: the hub, its store and
/// the driver live on one executor, where every change is made and notified.
@usableFromInline
package final class ViewHub: @unchecked Sendable {
  private final class Observer {
    let body: () -> UInt64
    // Unchecked: written between two calls of anybody else's.
    @exclusivity(unchecked) var drawn: UInt64 = 0
    @exclusivity(unchecked) var isDirty = false

    init(_ body: @escaping () -> UInt64) { self.body = body }
  }

  // Unmanaged, and not an array that may change: neither a count nor a check of the harness's own is
  // to be measured. Retained.
  private let observers: UnsafeMutableBufferPointer<Unmanaged<Observer>>
  // Two lists that change places, so that nothing of the harness allocates while it counts.
  // Unchecked: the driver asks after every action whether any is dirty, and the check would be a call
  // into the runtime of the harness's own. `redraw` swaps the list away before any view's code runs.
  @exclusivity(unchecked) @usableFromInline var dirty: [Int] = []
  @exclusivity(unchecked) private var notified: [Int] = []
  private var subscriptions: [ObservationToken] = []
  private let isTracking: Bool

  // Private: with a reader in another module, each change would be a checked access at run time.
  private var invalidationCount = 0
  private var wastedCount = 0

  /// How often an observer was notified of a change, at most once for each action.
  package var invalidations: Int { invalidationCount }
  /// How often it then read just what it had drawn before.
  package var wasted: Int { wastedCount }

  private init(isTracking: Bool, _ bodies: [() -> UInt64]) {
    self.isTracking = isTracking
    observers = .allocate(capacity: bodies.count)
    _ = observers.initialize(from: bodies.map { .passRetained(Observer($0)) })
    dirty.reserveCapacity(bodies.count)
    notified.reserveCapacity(bodies.count)
  }

  deinit {
    for observer in observers { observer.release() }
    observers.deallocate()
  }

  /// Observers as `specs` say; `nil` when there are none.
  ///
  /// - Precondition: The design notifies, which the plan has checked.
  static func watching(
    _ specs: [ObserverSpec], notification: NotificationStyle,
    read: @escaping (Reading, Int) -> UInt64,
    subscribe: (Reading, [Int], @escaping () -> Void) -> [ObservationToken]
  ) -> ViewHub? {
    guard !specs.isEmpty else { return nil }
    precondition(notification != .none, "a design that notifies nobody cannot have views")
    let hub = ViewHub(isTracking: notification == .tracking, specs.map { $0.body(reading: read) })
    for (index, spec) in specs.enumerated() {
      if !hub.isTracking {
        hub.subscriptions += subscribe(
          spec.reading, spec.slots,
          spec.readsAtOnce
            ? { [unowned hub] in hub.readAtOnce(index) }
            : { [unowned hub] in hub.invalidate(index) })
      }
      hub.withObserver(index) { $0.drawn = hub.draw($0, index) }
    }
    return hub
  }

  /// What each observer has drawn last.
  package var drawn: [UInt64] { observers.map { $0.takeUnretainedValue().drawn } }

  /// How many observers have drawn what they would not draw now.
  package var stale: Int {
    observers.map { $0.takeUnretainedValue() }.count { $0.drawn != $0.body() }
  }

  /// Forgets the counts so far.
  package func resetCounts() {
    invalidationCount = 0
    wastedCount = 0
  }

  /// Lets every observer that was notified of a change read again.
  @inlinable
  @inline(__always)
  package func update() {
    if !dirty.isEmpty { redraw() }
  }

  @usableFromInline
  func redraw() {
    swap(&dirty, &notified)
    // Cleared first: whatever changes while they read makes them dirty again.
    for index in notified { withObserver(index) { $0.isDirty = false } }
    for index in notified { withObserver(index) { note(draw($0, index), $0) } }
    notified.removeAll(keepingCapacity: true)
  }

  @inline(__always)
  private func withObserver<Result>(_ index: Int, _ body: (Observer) -> Result) -> Result {
    observers[index]._withUnsafeGuaranteedRef(body)
  }

  private func invalidate(_ index: Int) {
    let isNew = withObserver(index) { observer in
      defer { observer.isDirty = true }
      return !observer.isDirty
    }
    guard isNew else { return }
    invalidationCount += 1
    dirty.append(index)
  }

  private func readAtOnce(_ index: Int) {
    invalidationCount += 1
    withObserver(index) { note($0.body(), $0) }
  }

  @inline(__always)
  private func note(_ drawn: UInt64, _ observer: Observer) {
    if drawn == observer.drawn { wastedCount += 1 } else { observer.drawn = drawn }
  }

  private func draw(_ observer: Observer, _ index: Int) -> UInt64 {
    guard isTracking else { return observer.body() }
    // Unowned: the registrar holds the closure, the store the registrar, and the body the store.
    return withObservationTracking(observer.body) { [unowned self] in invalidate(index) }
  }
}
