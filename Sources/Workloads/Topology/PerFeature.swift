public import FlowCore

/// One store for each copy of a module; an action goes to its own module's store.
///
/// With stores that are children of one parent, this is the `scoped` topology.
public struct PerFeature<S: SynchronousStore>: SynchronousStore where S.F: LeafFeature {
  /// The whole app: as many copies as there are stores.
  public typealias F = Copies<S.F>

  @usableFromInline let array: StoreArray<S>
  @usableFromInline let base: UnsafeMutablePointer<S>
  @usableFromInline var last = 0

  /// Wires `stores` by their index.
  ///
  /// - Parameter owner: Whatever they need to stay alive: a parent that they refer to weakly. Kept
  ///   with them, because this value is copied in the driver's loop, and a class is quick to copy.
  public init(_ stores: [S], owner: Any? = nil) {
    array = StoreArray(stores, owner: owner)
    base = array.base
  }

  /// Sends to the store at the action's index.
  @inlinable public mutating func send(_ action: F.Action) {
    if S.settles { last = action.index }
    base[action.index].send(action.action)
  }

  /// As the stores do.
  @inlinable public static var settles: Bool { S.settles }
  /// Only the store that was sent to last can be busy: the driver waits before it sends on.
  @inlinable public var isBusy: Bool { base[last].isBusy }
  /// Waits for the store that was sent to last.
  @MainActor @inlinable public func settle() async { await base[last].settle() }

  /// As the stores do.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// As the stores do.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the slot's own store; the structure is known to the app, not to any store.
  @inlinable public func read(_ reading: Reading, slot: Int) -> UInt64 {
    reading == .structure ? UInt64(array.count) : base[slot].read(reading, slot: 0)
  }

  /// Subscribes to each slot's own store.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    guard reading != .structure else { return [] }
    return Set(slots).sorted().flatMap { base[$0].subscribe(reading, slots: [0], changed) }
  }
}

/// One suspending store for each copy of a module.
///
/// Children of one parent (the `scoped` topology) must keep it alive themselves.
public struct SuspendingPerFeature<S: SuspendingStore>: SuspendingStore where S.F: LeafFeature {
  /// The whole app: as many copies as there are stores.
  public typealias F = Copies<S.F>

  @usableFromInline let stores: [S]

  /// Wires `stores` by their index.
  public init(_ stores: [S]) {
    self.stores = stores
  }

  /// Sends to the store at the action's index.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    await stores[action.index].send(action.action)
  }

  /// Collects every store's state.
  public nonisolated(nonsending) func collect() async {
    for store in stores { await store.collect() }
  }

  /// As the stores do.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// As the stores do.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the slot's own store; the structure is known to the app, not to any store.
  @inlinable public func read(_ reading: Reading, slot: Int) -> UInt64 {
    reading == .structure ? UInt64(stores.count) : stores[slot].read(reading, slot: 0)
  }

  /// Subscribes to each slot's own store.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    guard reading != .structure else { return [] }
    return Set(slots).sorted().flatMap { stores[$0].subscribe(reading, slots: [0], changed) }
  }
}

extension SuspendingPerFeature: Sendable where S: Sendable {}

extension SuspendingPerFeature: ConcurrentStore where S: ConcurrentStore {
  /// Sends to the store at the action's index.
  @inlinable @concurrent public func sendConcurrently(_ action: F.Action) async {
    await stores[action.index].sendConcurrently(action.action)
  }
}

/// A fixed row of stores in memory of its own.
///
/// An `Array` would check bounds and uniqueness at every send; stores that are structs (`floor`)
/// would pay for that although no design asked for it.
public final class StoreArray<S> {
  /// Where the first of `count` stores lies; valid for as long as this object lives.
  public let base: UnsafeMutablePointer<S>
  /// How many there are.
  public let count: Int
  /// Whatever the stores need to stay alive: a parent that they refer to weakly.
  let owner: Any?

  /// Moves `stores` into place.
  public init(_ stores: [S], owner: Any? = nil) {
    self.owner = owner
    count = stores.count
    base = .allocate(capacity: stores.count)
    for (index, store) in stores.enumerated() { (base + index).initialize(to: store) }
  }

  /// Moves one store into place.
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
