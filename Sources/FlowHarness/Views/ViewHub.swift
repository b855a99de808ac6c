import FlowCore
import Observation
import Workloads

/// Observers that represent views: each reads its part of the state, is notified of a change, and
/// reads again after the action, as a run loop updates views after an event.
///
/// `@unchecked Sendable`, because the observation registrar requires a `@Sendable` closure. The
/// hub, its store and the driver are on one executor, on which every change is made and notified.
@usableFromInline
package final class ViewHub: @unchecked Sendable {
  private final class Observer {
    let body: () -> UInt64
    // Unchecked, because no access overlaps another one.
    @exclusivity(unchecked) var drawn: UInt64 = 0
    @exclusivity(unchecked) var isDirty = false

    init(_ body: @escaping () -> UInt64) { self.body = body }
  }

  // Retained here and accessed without reference counting and checks of arrays, which would be
  // measured.
  private let observers: UnsafeMutableBufferPointer<Unmanaged<Observer>>
  // Two lists that are swapped, so that the harness does not allocate during a measurement.
  // Unchecked, because the driver reads `dirty` after every action, and the check would be a call
  // into the runtime. `redraw` swaps the list before the code of a view runs.
  @exclusivity(unchecked) @usableFromInline var dirty: [Int] = []
  @exclusivity(unchecked) private var notified: [Int] = []
  private var subscriptions: [ObservationToken] = []
  private let isTracking: Bool

  // Private, because access from other modules would make each change a checked access.
  private var invalidationCount = 0
  private var wastedCount = 0

  /// The number of notifications of observers, at most one per observer and action.
  package var invalidations: Int { invalidationCount }
  /// The number of notified observers that drew the same as before.
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

  /// Returns the observers of a store; `nil` if there are none.
  ///
  /// - Precondition: The design notifies observers, which the plan has checked.
  static func watching(
    _ specs: [ObserverSpec], notification: NotificationStyle,
    read: @escaping (Reading, Int) -> UInt64,
    subscribe: (Reading, [Int], @escaping () -> Void) -> [ObservationToken]
  ) -> ViewHub? {
    guard !specs.isEmpty else { return nil }
    precondition(notification != .none, "a design without notifications must not have views")
    let hub = ViewHub(isTracking: notification == .tracking, specs.map { $0.body(reading: read) })
    for (index, spec) in specs.enumerated() {
      if !hub.isTracking {
        hub.subscriptions += subscribe(
          spec.reading, spec.slots,
          spec.readsAtOnce
            ? { [unowned hub] in hub.readImmediately(index) }
            : { [unowned hub] in hub.invalidate(index) })
      }
      hub.withObserver(index) { $0.drawn = hub.draw($0, index) }
    }
    return hub
  }

  /// The last drawing of each observer.
  package var drawn: [UInt64] { observers.map { $0.takeUnretainedValue().drawn } }

  /// The number of observers whose last drawing differs from the state.
  package var stale: Int {
    observers.map { $0.takeUnretainedValue() }.count { $0.drawn != $0.body() }
  }

  /// Sets the counts to 0.
  package func resetCounts() {
    invalidationCount = 0
    wastedCount = 0
  }

  /// Draws every notified observer again.
  @inlinable
  @inline(__always)
  package func update() {
    if !dirty.isEmpty { redraw() }
  }

  @usableFromInline
  func redraw() {
    swap(&dirty, &notified)
    // Cleared first, because changes during drawing make observers dirty again.
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

  private func readImmediately(_ index: Int) {
    invalidationCount += 1
    withObserver(index) { note($0.body(), $0) }
  }

  @inline(__always)
  private func note(_ drawn: UInt64, _ observer: Observer) {
    if drawn == observer.drawn { wastedCount += 1 } else { observer.drawn = drawn }
  }

  private func draw(_ observer: Observer, _ index: Int) -> UInt64 {
    guard isTracking else { return observer.body() }
    // Unowned, because the hub owns the body, the body the store, the store the registrar, and the
    // registrar this closure.
    return withObservationTracking(observer.body) { [unowned self] in invalidate(index) }
  }
}
