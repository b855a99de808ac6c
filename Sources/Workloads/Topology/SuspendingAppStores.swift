public import FlowCore

/// As `AppStores`, of stores that suspend.
public struct SuspendingAppStores<
  A0: SuspendingKindStores, A1: SuspendingKindStores, A2: SuspendingKindStores,
  A3: SuspendingKindStores, A4: SuspendingKindStores, A5: SuspendingKindStores,
  A6: SuspendingKindStores, A7: SuspendingKindStores
>: SuspendingStore
where
  A1.App == A0.App, A2.App == A0.App, A3.App == A0.App, A4.App == A0.App, A5.App == A0.App,
  A6.App == A0.App, A7.App == A0.App
{
  /// What all these stores hold together; none of them holds more than one kind.
  public typealias F = A0.App

  @usableFromInline let app: F
  @usableFromInline let a0: A0
  @usableFromInline let a1: A1
  @usableFromInline let a2: A2
  @usableFromInline let a3: A3
  @usableFromInline let a4: A4
  @usableFromInline let a5: A5
  @usableFromInline let a6: A6
  @usableFromInline let a7: A7

  /// The stores of up to eight kinds.
  @inlinable public init(
    _ app: F, _ a0: A0, _ a1: A1, _ a2: A2, _ a3: A3, _ a4: A4, _ a5: A5, _ a6: A6, _ a7: A7
  ) {
    self.app = app
    self.a0 = a0
    self.a1 = a1
    self.a2 = a2
    self.a3 = a3
    self.a4 = a4
    self.a5 = a5
    self.a6 = a6
    self.a7 = a7
  }

  /// The stores of up to eight kinds, the newest first, with their types erased until here: whoever
  /// gathers them one by one would otherwise make a type of this kind for each.
  ///
  /// - Precondition: They are of the types of this list; there is nobody in the places after them.
  public init(_ app: F, _ kinds: [any AppKindStores]) {
    func kind<A: AppKindStores>(_ place: Int, _ type: A.Type) -> A {
      guard let kind = (place < kinds.count ? kinds[place] : NoKindStores<F>()) as? A else {
        preconditionFailure("kinds: must have \(A.self) in place \(place)")
      }
      return kind
    }
    self.init(
      app, kind(0, A0.self), kind(1, A1.self), kind(2, A2.self), kind(3, A3.self), kind(4, A4.self),
      kind(5, A5.self), kind(6, A6.self), kind(7, A7.self))
  }

  /// Sends to the stores of the action's kind.
  @inlinable public nonisolated(nonsending) func send(_ action: F.Action) async {
    if A7.isOwn(action), let local = A7.extract(action) { return await a7.stores.send(local) }
    if A6.isOwn(action), let local = A6.extract(action) { return await a6.stores.send(local) }
    if A5.isOwn(action), let local = A5.extract(action) { return await a5.stores.send(local) }
    if A4.isOwn(action), let local = A4.extract(action) { return await a4.stores.send(local) }
    if A3.isOwn(action), let local = A3.extract(action) { return await a3.stores.send(local) }
    if A2.isOwn(action), let local = A2.extract(action) { return await a2.stores.send(local) }
    if A1.isOwn(action), let local = A1.extract(action) { return await a1.stores.send(local) }
    if A0.isOwn(action), let local = A0.extract(action) { return await a0.stores.send(local) }
  }

  /// Collects every kind's state.
  public nonisolated(nonsending) func collect() async {
    await a7.stores.collect()
    await a6.stores.collect()
    await a5.stores.collect()
    await a4.stores.collect()
    await a3.stores.collect()
    await a2.stores.collect()
    await a1.stores.collect()
    await a0.stores.collect()
  }

  /// As the stores do: all are of one design.
  @inlinable public static var notification: NotificationStyle { A0.Stores.notification }

  /// Reads the slot in the stores of its kind.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    if reading == .structure { return UInt64(app.slotCount) }
    let (kind, copy) = app.place(of: slot)
    switch kind {
    case A0.kind: return a0.stores.read(reading, slot: copy)
    case A1.kind: return a1.stores.read(reading, slot: copy)
    case A2.kind: return a2.stores.read(reading, slot: copy)
    case A3.kind: return a3.stores.read(reading, slot: copy)
    case A4.kind: return a4.stores.read(reading, slot: copy)
    case A5.kind: return a5.stores.read(reading, slot: copy)
    case A6.kind: return a6.stores.read(reading, slot: copy)
    default: return a7.stores.read(reading, slot: copy)
    }
  }

  /// Subscribes to the stores of each kind that holds one of the slots.
  public func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [Subscription] {
    func subscribe<A: AppKindStores>(_ kind: A) -> [Subscription] {
      guard let place = A.kind else { return [] }
      return kind.stores.subscribe(reading, slots: app.copies(of: place, in: slots), changed)
    }
    return subscribe(a7) + subscribe(a6) + subscribe(a5) + subscribe(a4) + subscribe(a3)
      + subscribe(a2) + subscribe(a1) + subscribe(a0)
  }
}

extension SuspendingAppStores: Sendable
where
  A0: Sendable, A1: Sendable, A2: Sendable, A3: Sendable, A4: Sendable, A5: Sendable, A6: Sendable,
  A7: Sendable
{}

extension SuspendingAppStores: ConcurrentStore
where
  A0: ConcurrentKindStores, A1: ConcurrentKindStores, A2: ConcurrentKindStores,
  A3: ConcurrentKindStores, A4: ConcurrentKindStores, A5: ConcurrentKindStores,
  A6: ConcurrentKindStores, A7: ConcurrentKindStores
{
  /// Sends to the stores of the action's kind.
  @inlinable @concurrent public func sendConcurrently(_ action: F.Action) async {
    if A7.isOwn(action), let local = A7.extract(action) {
      return await a7.stores.sendConcurrently(local)
    }
    if A6.isOwn(action), let local = A6.extract(action) {
      return await a6.stores.sendConcurrently(local)
    }
    if A5.isOwn(action), let local = A5.extract(action) {
      return await a5.stores.sendConcurrently(local)
    }
    if A4.isOwn(action), let local = A4.extract(action) {
      return await a4.stores.sendConcurrently(local)
    }
    if A3.isOwn(action), let local = A3.extract(action) {
      return await a3.stores.sendConcurrently(local)
    }
    if A2.isOwn(action), let local = A2.extract(action) {
      return await a2.stores.sendConcurrently(local)
    }
    if A1.isOwn(action), let local = A1.extract(action) {
      return await a1.stores.sendConcurrently(local)
    }
    if A0.isOwn(action), let local = A0.extract(action) {
      return await a0.stores.sendConcurrently(local)
    }
  }
}
