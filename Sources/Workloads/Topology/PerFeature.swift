public import FlowCore

/// One store for each copy of a module.
///
/// With stores that are children of one parent, this is the `scoped` topology.
public struct PerFeature<S: SynchronousStore>: SynchronousStore where S.F: LeafFeature {
  /// The whole app, with a copy for each store.
  public typealias F = Copies<S.F>

  @usableFromInline let array: StoreArray<S>
  @usableFromInline let base: UnsafeMutablePointer<S>
  @usableFromInline var last = 0

  /// Creates the topology from stores in the order of the copies.
  ///
  /// - Parameters:
  ///   - stores: The stores.
  ///   - owner: An object that must live as long as the stores, such as a parent that they refer to
  ///     weakly.
  public init(_ stores: [S], owner: Any? = nil) {
    array = StoreArray(stores, owner: owner)
    base = array.base
  }

  /// Sends to the store of the action's copy.
  @inlinable public mutating func send(_ action: F.Action) {
    if S.settles { last = action.index }
    base[action.index].send(action.action)
  }

  /// The value of the stores.
  @inlinable public static var settles: Bool { S.settles }
  /// A Boolean value that indicates whether the store of the last action is busy; others cannot be.
  @inlinable public var isBusy: Bool { base[last].isBusy }
  /// Waits for the store of the last action.
  @MainActor @inlinable public func settle() async { await base[last].settle() }

  /// The value of the stores.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// The value of the stores.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the store of the slot; the structure is the number of stores.
  @inlinable public func read(_ reading: Reading, slot: Int) -> UInt64 {
    reading == .structure ? UInt64(array.count) : base[slot].read(reading, slot: 0)
  }

  /// Subscribes to the store of each slot.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    guard reading != .structure else { return [] }
    return Set(slots).sorted().flatMap { base[$0].subscribe(reading, slots: [0], changed) }
  }
}

/// One suspending store for each copy of a module.
///
/// Children of one parent (the `scoped` topology) must keep it alive.
public struct SuspendingPerFeature<S: SuspendingStore>: SuspendingStore where S.F: LeafFeature {
  /// The whole app, with a copy for each store.
  public typealias F = Copies<S.F>

  @usableFromInline let stores: [S]

  /// Creates the topology from stores in the order of the copies.
  public init(_ stores: [S]) {
    self.stores = stores
  }

  /// Sends to the store of the action's copy.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    await stores[action.index].send(action.action)
  }

  /// Collects the state of every store.
  public nonisolated(nonsending) func collect() async {
    for store in stores { await store.collect() }
  }

  /// The value of the stores.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// The value of the stores.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the store of the slot; the structure is the number of stores.
  @inlinable public func read(_ reading: Reading, slot: Int) -> UInt64 {
    reading == .structure ? UInt64(stores.count) : stores[slot].read(reading, slot: 0)
  }

  /// Subscribes to the store of each slot.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    guard reading != .structure else { return [] }
    return Set(slots).sorted().flatMap { stores[$0].subscribe(reading, slots: [0], changed) }
  }
}

extension SuspendingPerFeature: Sendable where S: Sendable {}

extension SuspendingPerFeature: ConcurrentStore where S: ConcurrentStore {
  /// Sends to the store of the action's copy.
  @inlinable @concurrent public func sendConcurrently(_ action: F.Action) async {
    await stores[action.index].sendConcurrently(action.action)
  }
}

/// A fixed number of stores, without the checks of bounds and uniqueness of an `Array` at every send.
public final class StoreArray<S> {
  /// The first of `count` stores; valid during the life of this object.
  public let base: UnsafeMutablePointer<S>
  /// The number of stores.
  public let count: Int
  // Keeps the parent of the stores alive.
  let owner: Any?

  /// Creates the stores from an array.
  public init(_ stores: [S], owner: Any? = nil) {
    self.owner = owner
    count = stores.count
    base = .allocate(capacity: stores.count)
    for (index, store) in stores.enumerated() { (base + index).initialize(to: store) }
  }

  /// Creates a single store.
  public init(of store: consuming S) {
    owner = nil
    count = 1
    base = .allocate(capacity: 1)
    base.initialize(to: store)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }
}
