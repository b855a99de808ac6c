public import FlowCore

/// Several stores, each with several copies: the curve between one store and one for each feature.
public struct Grouped<S: SynchronousStore>: SynchronousStore where S.F: Splittable {
  /// The app whose copies are dealt out, all of them together.
  public typealias F = S.F

  @usableFromInline let feature: F
  @usableFromInline let grouping: Grouping
  @usableFromInline let array: StoreArray<S>
  @usableFromInline let base: UnsafeMutablePointer<S>
  @usableFromInline var last = 0

  /// Deals the copies of `feature` out to `groups` stores made by `make`.
  public init(_ feature: F, groups: Int, make: (F) -> S) {
    self.feature = feature
    grouping = Grouping(copies: feature.copyCount, groups: groups)
    array = StoreArray(grouping.sizes.map { make(feature.with(copies: $0)) })
    base = array.base
  }

  /// Sends to the store of the action's group.
  @inlinable public mutating func send(_ action: F.Action) {
    let place = grouping.place(of: feature.copy(of: action))
    if S.settles { last = place.group }
    base[place.group].send(feature.aim(action, at: place.copy))
  }

  /// As the stores do.
  @inlinable public static var settles: Bool { S.settles }
  /// Only the store that was sent to last can be busy.
  @inlinable public var isBusy: Bool { base[last].isBusy }
  /// Waits for the store that was sent to last.
  @MainActor @inlinable public func settle() async { await base[last].settle() }

  /// As the stores do.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// As the stores do.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the slot in the store of its group.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure {
      // Whoever lists all slots has read every store's part of them.
      return (0..<array.count).reduce(0) { $0 &+ base[$1].read(.structure, slot: 0) }
    }
    let (group, local) = grouping.find(slot: slot, in: feature)
    return base[group].read(reading, slot: local)
  }

  /// Subscribes once to each group's store that holds one of the slots.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    grouping.divide(slots: slots, in: feature, structure: reading == .structure)
      .flatMap { base[$0.group].subscribe(reading, slots: $0.slots, changed) }
  }
}

/// Several suspending stores, each with several copies.
public struct SuspendingGrouped<S: SuspendingStore>: SuspendingStore where S.F: Splittable {
  /// The app whose copies are dealt out, as one suspending store would hold it.
  public typealias F = S.F

  @usableFromInline let feature: F
  @usableFromInline let grouping: Grouping
  @usableFromInline let stores: [S]

  /// Deals the copies of `feature` out to `groups` stores made by `make`.
  public init(_ feature: F, groups: Int, make: (F) -> S) {
    self.feature = feature
    grouping = Grouping(copies: feature.copyCount, groups: groups)
    stores = grouping.sizes.map { make(feature.with(copies: $0)) }
  }

  /// Sends to the store of the action's group.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    let place = grouping.place(of: feature.copy(of: action))
    await stores[place.group].send(feature.aim(action, at: place.copy))
  }

  /// Collects every store's state.
  public nonisolated(nonsending) func collect() async {
    for store in stores { await store.collect() }
  }

  /// As the stores do.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// As the stores do.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the slot in the store of its group.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return stores.reduce(0) { $0 &+ $1.read(.structure, slot: 0) } }
    let (group, local) = grouping.find(slot: slot, in: feature)
    return stores[group].read(reading, slot: local)
  }

  /// Subscribes once to each group's store that holds one of the slots.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    grouping.divide(slots: slots, in: feature, structure: reading == .structure)
      .flatMap { stores[$0.group].subscribe(reading, slots: $0.slots, changed) }
  }
}

extension SuspendingGrouped: Sendable where S: Sendable {}

extension SuspendingGrouped: ConcurrentStore where S: ConcurrentStore {
  /// Sends to the store of the action's group.
  @inlinable @concurrent public func sendConcurrently(_ action: F.Action) async {
    let place = grouping.place(of: feature.copy(of: action))
    await stores[place.group].sendConcurrently(feature.aim(action, at: place.copy))
  }
}

extension Grouping {
  /// The group of a slot, and the slot's number there.
  func find<F: Splittable>(slot: Int, in feature: F) -> (group: Int, slot: Int) {
    let (kind, copy) = feature.place(of: slot)
    let place = place(of: copy)
    let slot = feature.slot(kind: kind, copy: place.copy, copies: sizes[place.group])
    return (place.group, slot)
  }

  /// The slots of each group that has any; every group, when the structure itself is read.
  func divide<F: Splittable>(
    slots: [Int], in feature: F, structure: Bool
  ) -> [(group: Int, slots: [Int])] {
    if structure { return sizes.indices.map { ($0, []) } }
    var divided: [Int: [Int]] = [:]
    for slot in slots {
      let (group, local) = find(slot: slot, in: feature)
      divided[group, default: []].append(local)
    }
    return divided.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// Which group a copy belongs to: contiguous runs, as equal as they can be.
public struct Grouping: Sendable {
  /// A copy's group and its place there.
  @usableFromInline let places: [(group: Int, copy: Int)]
  /// How many copies each group has.
  public let sizes: [Int]

  /// Deals `copies` out to `groups`.
  ///
  /// - Precondition: 1 to `copies` groups.
  public init(copies: Int, groups: Int) {
    precondition(groups >= 1 && groups <= copies, "groups must be 1 to \(copies), got \(groups)")
    sizes = (0..<groups).map { copies / groups + ($0 < copies % groups ? 1 : 0) }
    places = sizes.enumerated().flatMap { group, size in (0..<size).map { (group, $0) } }
  }

  /// The group of a copy and its place there. A table, because a division costs more than a send.
  @inlinable public func place(of copy: Int) -> (group: Int, copy: Int) { places[copy] }
}
