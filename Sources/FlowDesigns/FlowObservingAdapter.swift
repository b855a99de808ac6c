public import FlowCore
public import FlowHarness
public import Workloads

/// `flow`, whose readers are closures that `observe` calls again after a change.
@usableFromInline struct FlowObservingAdapter<F: Feature>: SynchronousStore {
  // Its closures read as those of `flow-tracked`; later reads of a view are not tracked.
  @usableFromInline let base: FlowTrackedAdapter<F>

  @inlinable init(_ feature: F) { base = FlowTrackedAdapter(feature) }

  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) { base.store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    base.store.withState { base.feature.read(reading, $0, slot: slot) }
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    var isFirst = true
    let read = base.readSlot
    // The number of slots never changes, and a digest is not a view.
    let slots = reading == .drawn || reading == .derived ? slots : []
    return [
      base.store.observe {
        for slot in slots { _ = read(reading, slot) }
        if isFirst { isFirst = false } else { changed() }
      }
    ]
  }
}

/// `flow-observing` for every feature.
@usableFromInline package struct FlowObservingDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-observing", summary: "flow, its readers are closures that `observe` calls again",
    questions: [.oneView])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowObservingAdapter($0) }
  }
}
