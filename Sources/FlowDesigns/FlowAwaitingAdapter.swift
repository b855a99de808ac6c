public import FlowCore
public import FlowHarness
public import Workloads

/// `flow`, whose sender awaits everything that an action causes: `Store.sendAndWait(_:)`.
@MainActor
@usableFromInline struct FlowAwaitingAdapter<F: Feature, R: Reducer>: @MainActor SuspendingStore
where R.State == F.State, R.Action == F.Action {
  @usableFromInline let feature: F
  // Unsafe: `send` runs on the caller's executor, which is the main actor's (the driver's).
  @usableFromInline nonisolated(unsafe) let store: Store<R>

  @inlinable init(_ feature: F, _ reducer: R) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: reducer)
  }

  @inlinable static var notification: NotificationStyle { .none }

  @inlinable nonisolated(nonsending) func send(_ action: F.Action) async {
    await store.sendAndWait(action)
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

/// `flow` with asynchronous closures as middlewares: `flow-async` and `flow-where`.
@usableFromInline package struct FlowAsyncDesign: StoreDesign {
  @usableFromInline package let description: DesignDescription
  /// A Boolean value that indicates whether each closure has a filter that lets every action pass.
  @usableFromInline let isFiltered: Bool

  @inlinable
  package init(isFiltered: Bool) {
    self.isFiltered = isFiltered
    description =
      isFiltered
      ? DesignDescription(
        id: "flow-where", summary: "flow-async with a `where:` before each closure",
        questions: [.variants])
      : DesignDescription(
        id: "flow-async", summary: "flow with the articles' async closures as middlewares, awaited",
        questions: [.variants])
  }

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(isFiltered: false))
    catalogue.add(Self(isFiltered: true))
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  /// One and four middlewares; their number is part of the store's type.
  @inlinable package func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature {
    let isFiltered = isFiltered
    return switch count {
    case 1:
      builder.makeStore {
        FlowAwaitingAdapter($0, FeatureReducer($0).middleware($0.closure(isFiltered: isFiltered)))
      }
    case 4:
      builder.makeStore {
        let one = $0.closure(isFiltered: isFiltered)
        return FlowAwaitingAdapter(
          $0,
          FeatureReducer($0).middleware(one).middleware(one).middleware(one).middleware(one))
      }
    default: nil
    }
  }
}
