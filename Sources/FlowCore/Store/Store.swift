/// `flow`: our own store. What the published shapes do, at the floor's price.
///
/// What must be true of it: a send over a reducer that asks for nothing, with nobody watching, does
/// no more than the reducer itself plus two checks; actions are reduced one after the other, also
/// when a subscriber or an effect sends while another action is being handled; who watches a slice
/// is told of changes only.
///
/// What it costs: a word read and written around each reduction. Each subscriber costs its slice
/// and one comparison for every action. Confined to one thread or actor, like the state it holds.
public final class Store<R: Reducer> {
  // The state lies in memory that the store allocates itself, not in a stored property: the
  // compiler guards each access to a class's property with a dynamic exclusivity check (two calls
  // into the runtime, several times the cost of a small reducer). Here `control.status` gives the
  // same guarantee, that no two reductions overlap, for one bit, and queues where the runtime traps.
  @usableFromInline let current: UnsafeMutablePointer<R.State>
  @usableFromInline let control: UnsafeMutablePointer<Control>
  @usableFromInline let reducer: R
  @usableFromInline let subscribers = Subscribers<R.State>()

  /// What a send has to know besides the state; apart from the object for the same reason.
  @usableFromInline
  struct Control {
    @usableFromInline var status: Status = []
    /// Actions sent while another was handled, from `nextQueued` on.
    @usableFromInline var queue: [R.Action] = []
    @usableFromInline var nextQueued = 0

    @usableFromInline init() {}
  }

  /// All that could keep a send from returning right after the reduction, in one word, so that
  /// asking for all of it is one comparison.
  @usableFromInline
  struct Status: OptionSet {
    @usableFromInline let rawValue: UInt

    @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

    /// An action is being handled.
    @inlinable static var sending: Status { Status(rawValue: 1) }
    /// Somebody subscribed.
    @inlinable static var watched: Status { Status(rawValue: 2) }
    /// Actions wait in the queue.
    @inlinable static var queued: Status { Status(rawValue: 4) }
  }

  /// Starts at `initialState`.
  @inlinable
  public init(initialState: R.State, reducer: R) {
    current = .allocate(capacity: 1)
    current.initialize(to: initialState)
    control = .allocate(capacity: 1)
    control.initialize(to: Control())
    self.reducer = reducer
  }

  deinit {
    current.deinitialize(count: 1)
    current.deallocate()
    control.deinitialize(count: 1)
    control.deallocate()
  }

  /// What the actions so far have made of the initial state.
  ///
  /// Must not be read by the reducer of this very store, which holds it already.
  @inlinable public var state: R.State { current.pointee }

  /// Reduces `action`, tells the subscribers, does the work it asked for and sends the answer.
  ///
  /// Sent while another action is handled, it is queued: it is reduced after that one and the
  /// answers of its effects, in the order of sending, before the outer send returns.
  @inlinable
  public func send(_ action: consuming R.Action) {
    guard !control.pointee.status.contains(.sending) else {
      enqueue(action)
      return
    }
    control.pointee.status.insert(.sending)
    // In place: a local copy would hold a second reference to every collection in the state, and
    // the first write would then copy the whole buffer.
    let effect = reducer.reduce(into: &current.pointee, action: action)
    if case .none = effect, control.pointee.status == .sending {
      control.pointee.status = []
      return
    }
    settle(effect)
  }

  // Not inlined into `send`: the rare part would push the reduction out of its caller's loop.
  @inlinable
  @inline(never)
  func enqueue(_ action: consuming R.Action) {
    control.pointee.queue.append(action)
    control.pointee.status.insert(.queued)
  }

  /// Handles what the reduction just made asked for, then everything queued.
  // Not inlined into `send`, as above.
  @inlinable
  @inline(never)
  func settle(_ first: Effect<R.Action>) {
    var effect = first
    while true {
      if control.pointee.status.contains(.watched) { subscribers.tell(current.pointee) }
      guard let next = answer(effect) ?? dequeue() else { break }
      effect = reducer.reduce(into: &current.pointee, action: next)
    }
    control.pointee.status.remove(.sending)
  }

  @inlinable
  func answer(_ effect: Effect<R.Action>) -> R.Action? {
    switch effect {
    case .none: nil
    case .run(let work): work()
    }
  }

  @inlinable
  func dequeue() -> R.Action? {
    guard control.pointee.status.contains(.queued) else { return nil }
    let action = control.pointee.queue[control.pointee.nextQueued]
    control.pointee.nextQueued += 1
    if control.pointee.nextQueued == control.pointee.queue.count {
      control.pointee.queue.removeAll(keepingCapacity: true)
      control.pointee.nextQueued = 0
      control.pointee.status.remove(.queued)
    }
    return action
  }

  /// Calls `changed` with the slice after each action that made it differ from the time before.
  ///
  /// - Parameters:
  ///   - slice: Computed once now and once after every action; keep it cheap.
  ///   - changed: May send; what it sends is queued.
  @inlinable
  public func subscribe<Value: Equatable>(
    to slice: @escaping (R.State) -> Value,
    _ changed: @escaping (Value) -> Void
  ) -> Subscription {
    var last = slice(current.pointee)
    control.pointee.status.insert(.watched)
    return subscribers.add { state in
      let value = slice(state)
      guard value != last else { return }
      last = value
      changed(value)
    } onEnd: { [weak self] in
      guard let self, subscribers.isEmpty else { return }
      control.pointee.status.remove(.watched)
    }
  }
}
