public import FlowCore
public import FlowHarness
public import PublishedStores
public import Workloads

/// `publisher`: all effects arrive through the main queue, including empty ones.
@MainActor
@usableFromInline struct PublisherAdapter<F: Feature>: @MainActor SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store:
    PublisherStore<F.State, F.Action, EffectDependencies<F.Request, F.Action>>

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = PublisherStore(
      initialState: feature.initialState, reducer: feature.publisherReducer(),
      environment: feature.effectDependencies())
  }

  @inlinable static var isErased: Bool { true }
  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable static var settles: Bool { true }
  @inlinable var isBusy: Bool { store.effectsInFlight > 0 }

  @inlinable @MainActor func settle() async {
    // Called when it is busy. Not by `turn()`, because each asynchronous function in between checks
    // twice whether it is on the main actor.
    repeat {
      await withUnsafeContinuation { MainQueue.resume($0) }
    } while store.effectsInFlight > 0
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

/// `publisher` for every feature.
@usableFromInline package struct PublisherDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "publisher", summary: "(inout State, Action, Environment) -> AnyPublisher",
    hops: true, questions: [])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) { catalogue.add(Self()) }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { PublisherAdapter($0) }
  }

  @inlinable package func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    makeStore(with: builder)
  }
}
