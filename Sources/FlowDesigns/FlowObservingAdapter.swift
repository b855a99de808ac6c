public import FlowCore
public import FlowHarness
public import Workloads

/// `flow`, whose readers are closures that `observe` calls again when what they read has changed.
@usableFromInline struct FlowObservingAdapter<F: Feature>: SynchronousStore {
  // Its closures read as those of `flow-tracked`; what a view draws afterwards is not noted.
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
    // Which slots there are never changes here, and a digest is no view.
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
    id: "flow-observing", summary: "flow, its readers closures that `observe` calls again",
    questions: [.oneView])

  @inlinable package init() {}

  /// Adds it; its loops are compiled here.
  @inline(never)
  @usableFromInline package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self())
  }

  @inlinable package func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { FlowObservingAdapter($0) }
  }
}
