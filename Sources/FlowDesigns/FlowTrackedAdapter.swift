public import FlowCore
public import FlowHarness
public import Workloads

/// `flow`, whose readers are tracked by Observation: each slot is read through its own child.
@usableFromInline struct FlowTrackedAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<FeatureReducer<F>>
  @usableFromInline let readSlot: TrackedReader

  @inlinable init(_ feature: F) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: FeatureReducer(feature))
    readSlot = feature.accept(TrackedReaders<F>(store: store))
  }

  @inlinable static var notification: NotificationStyle { .tracking }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    switch reading {
    // The number of slots never changes, and a digest is not a view.
    case .structure, .digest: store.withState { feature.read(reading, $0, slot: slot) }
    case .drawn, .derived: readSlot(reading, slot)
    }
  }
}

/// Reads a slot with tracking by Observation.
@usableFromInline typealias TrackedReader = (Reading, Int) -> UInt64

/// Creates the reader of the slots of a store.
@usableFromInline struct TrackedReaders<F: Feature>: FeatureVisitor {
  @usableFromInline typealias State = F.State
  @usableFromInline typealias Action = F.Action
  @usableFromInline typealias Request = F.Request

  @usableFromInline let store: Store<FeatureReducer<F>>

  @inlinable init(store: Store<FeatureReducer<F>>) { self.store = store }

  /// Reads the whole state of a single module.
  @inlinable func visit<Plain: Feature>(plain feature: Plain) -> TrackedReader
  where Plain.State == State, Plain.Action == Action, Plain.Request == Request {
    { [store] reading, slot in feature.read(reading, store.state, slot: slot) }
  }

  /// Creates a child for each copy.
  @inlinable func visit<Several: CopiesOfModule>(copies: Several) -> TrackedReader
  where Several.State == State, Several.Action == Action, Several.Request == Request {
    Self.reader(of: copies, in: store)
  }

  @inlinable static func reader<S: StoreView, Several: CopiesOfModule>(
    of copies: Several, in store: S
  ) -> TrackedReader where S.State == Several.State, S.Action == Several.Action {
    let children = (0..<copies.count).map { copy in
      store.scope(copy, of: Several.states, action: .element(of: Several.self))
    }
    return { reading, slot in
      guard let child = children[slot] else { return 0 }
      return copies.base.read(reading, child.state, slot: 0)
    }
  }
}

/// `flow-tracked` for the workloads whose views are measured.
@usableFromInline package struct FlowTrackedDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "flow-tracked", summary: "flow, its readers are tracked by Observation",
    questions: [.variants, .oneView])

  @usableFromInline package init() {}

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: .counter)
    catalogue.add(Self(), for: .favorites)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { FlowTrackedAdapter($0) }
  }
}
