public import FlowCore

/// The stores of the app whose `send` suspends.
///
/// The types of each kind's stores are erased. The indirect call costs a few nanoseconds, whereas an
/// action of such a store takes hundreds of nanoseconds or more.
@usableFromInline
package struct SuspendingAppStores<Model: SuspendingStore>: SuspendingStore {
  @usableFromInline package typealias F = AppFeature

  @usableFromInline let app: AppFeature
  @usableFromInline let kinds: [any SuspendingStore<AppFeature>]

  /// Creates the app's store.
  ///
  /// - Parameters:
  ///   - kinds: The stores of each kind, in the order of the kinds.
  ///   - model: The type of a module's store.
  @usableFromInline
  package init(
    _ app: AppFeature, _ kinds: [any SuspendingStore<AppFeature>], like model: Model.Type
  ) {
    self.app = app
    self.kinds = kinds
  }

  /// Sends to the stores of the action's kind.
  @inlinable package nonisolated(nonsending) func send(_ action: AppFeature.Action) async {
    await kinds[action.kind].send(action)
  }

  /// Collects the state of every kind.
  @usableFromInline
  package nonisolated(nonsending) func collect() async {
    for stores in kinds { await stores.collect() }
  }

  @inlinable package static var notification: NotificationStyle { Model.notification }
  @inlinable package static var isErased: Bool { Model.isErased }

  /// Reads a slot in the stores of its kind.
  @usableFromInline
  package func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return UInt64(app.slotCount) }
    let (kind, copy) = app.place(of: slot)
    return kinds[kind].read(reading, slot: copy)
  }

  /// Subscribes to the stores of each kind that holds one of the slots.
  @usableFromInline
  package func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    app.subscribe(reading, slots: slots, to: kinds, changed)
  }
}

/// The stores of the app that any executor may call, with the types of each kind's stores erased.
@usableFromInline
package struct ConcurrentAppStores: ConcurrentStore {
  @usableFromInline package typealias F = AppFeature

  @usableFromInline let app: AppFeature
  @usableFromInline let kinds: [any ConcurrentStore<AppFeature>]

  /// Creates the app's store.
  ///
  /// - Parameter kinds: The stores of each kind, in the order of the kinds; all are concurrent.
  @usableFromInline
  package init(_ app: AppFeature, concurrent kinds: [any SuspendingStore<AppFeature>]) {
    self.app = app
    self.kinds = kinds.map { stores in
      guard let concurrent = stores as? any ConcurrentStore<AppFeature> else {
        preconditionFailure("the stores of each kind must be concurrent, got \(type(of: stores))")
      }
      return concurrent
    }
  }

  /// Sends to the stores of the action's kind.
  @inlinable @concurrent package func sendConcurrently(_ action: AppFeature.Action) async {
    await kinds[action.kind].sendConcurrently(action)
  }

  /// Collects the state of every kind.
  @usableFromInline
  package nonisolated(nonsending) func collect() async {
    for stores in kinds { await stores.collect() }
  }

  /// Reads a slot in the stores of its kind.
  @usableFromInline
  package func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return UInt64(app.slotCount) }
    let (kind, copy) = app.place(of: slot)
    return kinds[kind].read(reading, slot: copy)
  }
}

/// The stores of one kind of module, which receive the app's actions.
///
/// The slots are those of the kind: the copies of the module.
@usableFromInline
package struct KindStores<Part: AppPart, Stores: SuspendingStore>: SuspendingStore
where Part.App == AppFeature, Stores.F == Copies<Part.Module> {
  @usableFromInline package typealias F = AppFeature

  @usableFromInline let stores: Stores

  @inlinable
  package init(_ part: Part.Type, _ stores: Stores) { self.stores = stores }

  /// Sends an action of this kind.
  @inlinable package nonisolated(nonsending) func send(_ action: AppFeature.Action) async {
    if let own = Part.extract(action) { await stores.send(own) }
  }

  @inlinable
  package nonisolated(nonsending) func collect() async { await stores.collect() }

  @inlinable
  package func read(_ reading: Reading, slot: Int) -> UInt64 { stores.read(reading, slot: slot) }

  @inlinable
  package func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] { stores.subscribe(reading, slots: slots, changed) }
}

extension KindStores: Sendable where Stores: Sendable {}

extension KindStores: ConcurrentStore where Stores: ConcurrentStore {
  /// Sends an action of this kind.
  @inlinable @concurrent package func sendConcurrently(_ action: AppFeature.Action) async {
    if let own = Part.extract(action) { await stores.sendConcurrently(own) }
  }
}

extension AppFeature {
  /// Subscribes to the stores of each kind that holds one of the slots.
  func subscribe(
    _ reading: Reading, slots: [Int], to kinds: [any StoreUnderTest],
    _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    kinds.enumerated().flatMap { kind, stores in
      let own = slots.map { place(of: $0) }.filter { $0.kind == kind }
      return stores.subscribe(reading, slots: own.map(\.copy), changed)
    }
  }
}
