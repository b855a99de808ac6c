public import FlowCore
public import FlowHarness
public import Workloads

/// The minimum cost of a scope and of a subscriber.
///
/// The state is changed in place. A scope is a closure that calls the next outer one. A subscriber is a
/// closure that compares its part of the state with the last one. Actions during a reduction are not
/// queued, and regions of actions are unknown.
@usableFromInline final class ClosuresByHand<F: Feature> {
  @usableFromInline let feature: F
  // Unchecked: only `send` writes it, and notified closures only read.
  @exclusivity(unchecked) @usableFromInline var state: F.State
  // Unmanaged and retained, so that the iteration counts no references.
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

/// A closure in the list of subscribers.
@usableFromInline final class SubscriberByHand {
  @usableFromInline let check: () -> Void
  @usableFromInline let next: Unmanaged<SubscriberByHand>?

  @inlinable init(_ check: @escaping () -> Void, next: Unmanaged<SubscriberByHand>?) {
    self.check = check
    self.next = next
  }
}

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
    // The number of slots never changes.
    for slot in reading == .structure ? [] : slots {
      let check = model.feature.visitSlice(
        slot: slot, ComparingVisitor(model: model, changed: changed))
      model.subscribers = .passRetained(SubscriberByHand(check, next: model.subscribers))
    }
    return []
  }
}

/// Creates the closure of a subscriber to a part of the state.
@usableFromInline struct ComparingVisitor<F: Feature>: SliceVisitor {
  @usableFromInline unowned(unsafe) let model: ClosuresByHand<F>
  @usableFromInline let changed: () -> Void

  @inlinable init(model: ClosuresByHand<F>, changed: @escaping () -> Void) {
    self.model = model
    self.changed = changed
  }

  @inlinable func visit<Slice: Equatable>(_ slice: @escaping (F.State) -> Slice) -> () -> Void {
    // The model owns the closure.
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

/// The last value of a subscriber.
@usableFromInline final class LastSlice<Slice> {
  // Unchecked: only one closure writes it.
  @exclusivity(unchecked) @usableFromInline var value: Slice

  @inlinable init(_ value: Slice) { self.value = value }
}

/// One module's scope.
@usableFromInline struct ClosuresByHandScope<F: LeafFeature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let sender: (F.Action) -> Void
  @usableFromInline let state: () -> F.State

  /// Creates a scope `depth` closures below its model.
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

/// `closures-by-hand`, for workloads whose scopes and subscribers are compared with it.
@usableFromInline package struct ClosuresByHandDesign: StoreDesign {
  @usableFromInline package let description = DesignDescription(
    id: "closures-by-hand",
    summary: "no store: a closure for each scope and each subscriber",
    questions: [.oneView, .scopes])

  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(Self(), for: .counter)
    catalogue.add(Self(), for: .favorites)
  }

  @inlinable package func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { ClosuresByHandStore($0) }
  }

  @inlinable package func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore(
      parent: { ClosuresByHandStore($0) }, child: { ClosuresByHandScope<S.Module>(in: $0, $1) })
  }
}
