public import FlowCore

/// Several stores, each with several copies of the modules.
public struct Grouped<S: SynchronousStore>: SynchronousStore where S.F: Splittable {
  /// The app with all copies.
  public typealias F = S.F

  @usableFromInline let feature: F
  @usableFromInline let grouping: Grouping
  @usableFromInline let array: StoreArray<S>
  @usableFromInline let base: UnsafeMutablePointer<S>
  @usableFromInline var last = 0

  /// Divides the copies of `feature` among `groups` stores that `make` creates.
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

  /// Reads the slot in the store of its group.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure {
      return (0..<array.count).reduce(0) { $0 &+ base[$1].read(.structure, slot: 0) }
    }
    let (group, local) = grouping.find(slot: slot, in: feature)
    return base[group].read(reading, slot: local)
  }

  /// Subscribes once to the store of each group with one of the slots.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    grouping.divide(slots: slots, in: feature, structure: reading == .structure)
      .flatMap { base[$0.group].subscribe(reading, slots: $0.slots, changed) }
  }
}

/// Several suspending stores, each with several copies.
public struct SuspendingGrouped<S: SuspendingStore>: SuspendingStore where S.F: Splittable {
  /// The app with all copies.
  public typealias F = S.F

  @usableFromInline let feature: F
  @usableFromInline let grouping: Grouping
  @usableFromInline let stores: [S]

  /// Divides the copies of `feature` among `groups` stores that `make` creates.
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

  /// Collects the state of every store.
  public nonisolated(nonsending) func collect() async {
    for store in stores { await store.collect() }
  }

  /// The value of the stores.
  @inlinable public static var notification: NotificationStyle { S.notification }
  /// The value of the stores.
  @inlinable public static var isErased: Bool { S.isErased }

  /// Reads the slot in the store of its group.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return stores.reduce(0) { $0 &+ $1.read(.structure, slot: 0) } }
    let (group, local) = grouping.find(slot: slot, in: feature)
    return stores[group].read(reading, slot: local)
  }

  /// Subscribes once to the store of each group with one of the slots.
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
  /// Returns the group of a slot, and the slot's number in it.
  func find<F: Splittable>(slot: Int, in feature: F) -> (group: Int, slot: Int) {
    let (kind, copy) = feature.place(of: slot)
    let place = place(of: copy)
    let slot = feature.slot(kind: kind, copy: place.copy, copies: sizes[place.group])
    return (place.group, slot)
  }

  /// Returns the slots of each group that has any; every group, if the structure is read.
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

/// The division of copies into contiguous groups of about one size.
public struct Grouping: Sendable {
  // A table, because a division costs more than a send.
  @usableFromInline let places: [(group: Int, copy: Int)]
  /// The number of copies of each group.
  public let sizes: [Int]

  /// Divides copies into 1 to `copies` groups.
  public init(copies: Int, groups: Int) {
    precondition(groups >= 1 && groups <= copies, "groups must be 1 to \(copies), got \(groups)")
    sizes = (0..<groups).map { copies / groups + ($0 < copies % groups ? 1 : 0) }
    places = sizes.enumerated().flatMap { group, size in (0..<size).map { (group, $0) } }
  }

  /// Returns the group of a copy, and its number in the group.
  @inlinable public func place(of copy: Int) -> (group: Int, copy: Int) { places[copy] }
}
