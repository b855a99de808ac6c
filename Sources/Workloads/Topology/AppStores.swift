public import FlowCore

/// An app's stores, kind by kind.
///
/// A list of types and no array, so that an action reaches its store by one `switch` and no
/// indirection: every kind is asked in turn, and the compiler joins what they ask. The list is flat,
/// and the newest kind comes first: a type that contained the one before it would not be specialised
/// (the compiler takes it for a recursion without end).
public struct AppStores<
  A0: SynchronousKindStores, A1: SynchronousKindStores, A2: SynchronousKindStores,
  A3: SynchronousKindStores, A4: SynchronousKindStores, A5: SynchronousKindStores,
  A6: SynchronousKindStores, A7: SynchronousKindStores
>: SynchronousStore, AppActionReceiver
where
  A1.App == A0.App, A2.App == A0.App, A3.App == A0.App, A4.App == A0.App, A5.App == A0.App,
  A6.App == A0.App, A7.App == A0.App
{
  /// What all these stores hold together, as if it were one store's feature.
  public typealias F = A0.App
  /// The same app, as the receiver of its actions: each goes to the store of its kind.
  public typealias App = A0.App

  @usableFromInline let app: F
  @usableFromInline var a0: A0
  @usableFromInline var a1: A1
  @usableFromInline var a2: A2
  @usableFromInline var a3: A3
  @usableFromInline var a4: A4
  @usableFromInline var a5: A5
  @usableFromInline var a6: A6
  @usableFromInline var a7: A7
  /// Which place the last action was for.
  @usableFromInline var last = 0

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
  @inlinable public mutating func send(_ action: F.Action) { F.deliver(action, to: &self) }

  /// Sends to the stores of one kind: which, is decided when it is compiled.
  @inlinable @inline(__always)
  public mutating func receive<Part: AppPart>(
    _ action: Part.Module.Several.Action, of part: Part.Type
  ) where Part.App == F {
    let place =
      if a0.send(action, of: part) { 0 } else if a1.send(action, of: part) {
        1
      } else if a2.send(action, of: part) { 2 } else if a3.send(action, of: part) {
        3
      } else if a4.send(action, of: part) { 4 } else if a5.send(action, of: part) {
        5
      } else if a6.send(action, of: part) { 6 } else if a7.send(action, of: part) { 7 } else { 8 }
    if Self.settles { last = place }
  }

  /// As the stores do: all are of one design.
  @inlinable public static var settles: Bool { A0.Stores.settles }

  /// Only the kind that was sent to last can be busy.
  @inlinable public var isBusy: Bool {
    switch last {
    case 0: a0.stores.isBusy
    case 1: a1.stores.isBusy
    case 2: a2.stores.isBusy
    case 3: a3.stores.isBusy
    case 4: a4.stores.isBusy
    case 5: a5.stores.isBusy
    case 6: a6.stores.isBusy
    default: a7.stores.isBusy
    }
  }

  /// Waits for the kind that was sent to last.
  @MainActor @inlinable public func settle() async {
    switch last {
    case 0: await a0.stores.settle()
    case 1: await a1.stores.settle()
    case 2: await a2.stores.settle()
    case 3: await a3.stores.settle()
    case 4: await a4.stores.settle()
    case 5: await a5.stores.settle()
    case 6: await a6.stores.settle()
    default: await a7.stores.settle()
    }
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

extension Splittable {
  /// The copies of one kind that are in some slots.
  func copies(of kind: Int, in slots: [Int]) -> [Int] {
    slots.compactMap { slot in
      let place = place(of: slot)
      return place.kind == kind ? place.copy : nil
    }
  }
}
