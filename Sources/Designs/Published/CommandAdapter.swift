public import FlowCore
public import FlowHarness
import Foundation
public import PublishedStores
public import Workloads

/// `command`: a background queue does the work and sends the answer.
@MainActor
@usableFromInline struct CommandAdapter<F: Feature>: @MainActor SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: CommandStore<F.State, F.Action>
  @usableFromInline let inFlight = WorkInFlight()
  /// A Boolean value that indicates whether the main actor does not run on the main thread, so that
  /// the store puts every action on the main queue. A trial has a run loop and does not hop.
  @usableFromInline let hops = !Thread.isMainThread

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = CommandStore(
      initialState: feature.initialState, reducer: feature.commandReducer(inFlight))
  }

  @inlinable static var isErased: Bool { true }
  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) { store.dispatch(action) }

  @inlinable static var settles: Bool { true }
  @inlinable var isBusy: Bool { hops || (F.hasEffects && !inFlight.isEmpty) }

  @inlinable @MainActor func settle() async {
    if hops { await MainQueue.turn() }
    await inFlight.settle()
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    [store.subscribe { _ in changed() }]
  }
}

/// `command` for every feature.
@usableFromInline package struct CommandDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "command", summary: "(State, Action) -> (State, Command?)", keepsMainThread: true,
    hops: true, questions: [])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { CommandAdapter($0) }
  }

  @inlinable package func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }
}
