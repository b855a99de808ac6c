public import FlowCore
public import FlowHarness
public import Workloads

/// What a scope and a subscriber cost at least: a state that is changed in place, whose every scope is a
/// closure that calls the next one further out, and whose every subscriber is one that keeps what it
/// was notified of last, and compares.
///
/// It can do nothing else: an action that is sent while another is reduced is not queued, and nobody
/// knows what an action may change.
@usableFromInline final class ClosuresByHand<F: Feature> {
  @usableFromInline let feature: F
  // Unchecked: nothing but `send` writes it, and whoever is notified only reads.
  @exclusivity(unchecked) @usableFromInline var state: F.State
  // Retained, as each holds the next: going through them must not count.
  @exclusivity(unchecked) @usableFromInline var subscribers: Unmanaged<SubscriberByHand>?

  @inlinable init(_ feature: F) {
    self.feature = feature
    state = feature.initialState
  }

  deinit {
    while let subscriber = subscribers {
      subscribers = subscriber.takeUnretainedValue().next
      subscriber.release()
    }
  }

  @inlinable func send(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    var next = subscribers
    while let subscriber = next {
      next = subscriber._withUnsafeGuaranteedRef {
        $0.check()
        return $0.next
      }
    }
    if let request = feature.request(for: action, after: state) { settle(request) }
  }

  @inlinable
  @inline(never)
  func settle(_ request: F.Request) {
    if let answer = feature.perform(request) { send(answer) }
  }
}

/// Somebody who wants to be notified of changes.
@usableFromInline final class SubscriberByHand {
  @usableFromInline let check: () -> Void
  /// Who came before.
  @usableFromInline let next: Unmanaged<SubscriberByHand>?

  @inlinable init(_ check: @escaping () -> Void, next: Unmanaged<SubscriberByHand>?) {
    self.check = check
    self.next = next
  }
}

/// The same as a store.
@usableFromInline struct ClosuresByHandStore<F: Feature>: SynchronousStore {
  @usableFromInline let model: ClosuresByHand<F>

  @inlinable init(_ feature: F) { model = ClosuresByHand(feature) }

  @inlinable static var notification: NotificationStyle { .subscribing }

  @inlinable func send(_ action: F.Action) { model.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    model.feature.read(reading, model.state, slot: slot)
  }

  @inlinable func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    // Which slots there are never changes here; everything else is made from the slots' slices.
    for slot in reading == .structure ? [] : slots {
      let check = model.feature.visitSlice(
        slot: slot, ComparingVisitor(model: model, changed: changed))
      model.subscribers = .passRetained(SubscriberByHand(check, next: model.subscribers))
    }
    return []
  }
}

/// Makes what notifies one subscriber of a slice.
@usableFromInline struct ComparingVisitor<F: Feature>: SliceVisitor {
  @usableFromInline unowned(unsafe) let model: ClosuresByHand<F>
  @usableFromInline let changed: () -> Void

  @inlinable init(model: ClosuresByHand<F>, changed: @escaping () -> Void) {
    self.model = model
    self.changed = changed
  }

  @inlinable func visit<Slice: Equatable>(_ slice: @escaping (F.State) -> Slice) -> () -> Void {
    // The model holds what is made here.
    unowned(unsafe) let model = model
    let last = LastSlice(slice(model.state))
    return { [changed] in
      let now = slice(model.state)
      guard now != last.value else { return }
      last.value = now
      changed()
    }
  }
}

/// What a subscriber was notified of last.
@usableFromInline final class LastSlice<Slice> {
  // Unchecked: written by one closure, which calls nobody meanwhile.
  @exclusivity(unchecked) @usableFromInline var value: Slice

  @inlinable init(_ value: Slice) { self.value = value }
}

/// One module's scope.
@usableFromInline struct ClosuresByHandScope<F: LeafFeature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let sender: (F.Action) -> Void
  @usableFromInline let state: () -> F.State

  /// A scope that lies as many closures below its model as the part says.
  @inlinable init<P: Feature>(in parent: ClosuresByHandStore<P>, _ part: ChildPart<P, F>) {
    feature = part.module
    var sender: (F.Action) -> Void =
      if let copies = parent.model as? ClosuresByHand<Copies<F>> {
        { [copy = part.copy] in copies.send(Copies<F>.Action(index: copy, action: $0)) }
      } else {
        { [model = parent.model] in model.send(part.embed($0)) }
      }
    for _ in 1..<part.depth {
      let outer = sender
      sender = { outer($0) }
    }
    self.sender = sender
    state = { [model = parent.model] in part.state(model.state) }
  }

  @inlinable func send(_ action: F.Action) { sender(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state(), slot: slot)
  }
}

/// `closures-by-hand`, for the workloads whose scopes and subscribers are held against it.
@usableFromInline package struct ClosuresByHandDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "closures-by-hand",
    summary: "no store: a closure for each scope and each subscriber",
    questions: [.oneView, .scopes])

  @inlinable package init() {}

  /// Adds it where its limits are asked for; its loops are compiled here.
  @inline(never)
  @usableFromInline package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: .counter)
    catalogue.add(Self(), for: .favorites)
  }

  @inlinable package func plug<S: StoreSocket>(into socket: S) -> S.Plugged? {
    socket.plug { ClosuresByHandStore($0) }
  }

  @inlinable package func plugChildren<S: ChildSocket>(into socket: S) -> S.Plugged? {
    socket.plug(
      parent: { ClosuresByHandStore($0) }, child: { ClosuresByHandScope<S.Module>(in: $0, $1) })
  }
}
