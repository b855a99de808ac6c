public import FlowCore

/// A store that holds a test to what it says: every change of state and every action that effects
/// answer must be expected, in order, and no effect may outlive the test.
///
/// ```swift
/// let store = TestStore(initialState: Counter(), reducer: CounterReducer(clock: clock))
/// store.send(.startTicking) { $0.isTicking = true }
/// await clock.advance(by: .seconds(1))
/// await store.receive(.ticked) { $0.count = 1 }
/// store.send(.stopTicking) { $0.isTicking = false }
/// await store.finish()
/// ```
///
/// Actions that effects answer are reduced as they come, as in any store; `receive` compares them and
/// the states they led to one after the other. With `isExhaustive` off, only what is said is
/// compared.
///
/// `receive` and `finish` wait in real time, five seconds unless another time is given, and go on
/// as soon as what they wait for is there: an effect may take its time. They do not wait when no
/// effect is in flight, for then nothing can come. An effect that sleeps on a clock which nobody
/// moves cannot be distinguished from one that works, so that a test that forgot to move it waits
/// to the end before it fails. In a ``VirtualTime`` they wait as many turns as need no real time,
/// and always the same number: what they wait for must be due.
///
/// It belongs to the actor it was made on. A failure does not stop the test.
public final class TestStore<R: Reducer> where R.State: Equatable, R.Action: Equatable {
  /// Whether everything must be said: changes, received actions, ended effects.
  public var isExhaustive = true

  private let store: Store<LoggedReducer<R>>
  private let log: ReductionLog<R.State, R.Action>
  private let record: (TestFailure) -> Void
  private let place: TestPlace
  /// The state after the last action that the test has said.
  private var asserted: R.State
  private var isFinished = false

  /// A store at `initialState`.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The reducer under test.
  ///   - isolation: The actor the store belongs to: the test's.
  ///   - place: Where failures are reported that no other line of the test is to blame for.
  ///   - record: What becomes of failures.
  public init(
    initialState: R.State, reducer: R, isolation: isolated (any Actor)? = #isolation,
    place: TestPlace = TestPlace(),
    record: @escaping (TestFailure) -> Void = TestFailure.record
  ) {
    let log = ReductionLog<R.State, R.Action>()
    self.log = log
    self.place = place
    self.record = record
    asserted = initialState
    store = Store(
      initialState: initialState, reducer: LoggedReducer(base: reducer, log: log),
      isolation: isolation,
      faults: { record(TestFailure(description: "a fault: \($0.description)", place: place)) })
  }

  deinit {
    guard isExhaustive, !isFinished else { return }
    for text in unfinished() { record(TestFailure(description: text, place: place)) }
  }

  /// The state as it is now.
  public var state: R.State { store.current }

  /// The store itself, for views and scopes under test.
  ///
  /// Actions that are sent to it count as received.
  public var view: some StoreView<R.State, R.Action> { store }

  // MARK: - Sending

  /// Sends an action, and compares the state it led to.
  ///
  /// - Parameters:
  ///   - action: Reduced before the call returns. Its effects start; what they answer must be
  ///     received.
  ///   - place: Where a failure is reported: the line of the call.
  ///   - change: Makes of the state before the action the state expected after it; may be left out
  ///     when nothing changes. When not exhaustive: sets what is to be compared in the state that
  ///     was found.
  public func send(
    _ action: R.Action, _ place: TestPlace = TestPlace(),
    changes change: (inout R.State) -> Void = { _ in }
  ) {
    guard !isFinished else {
      fail("send(\(action)): the store is finished; send before finish()", place)
      return
    }
    if !log.entries.isEmpty {
      if isExhaustive {
        fail("send(\(action)): first receive what effects answered: \(names(log.entries))", place)
      }
      skipReceived()
    }
    store.send(action)
    guard let entry = log.entries.popFirst() else {
      preconditionFailure("\(action) was sent, and no reducer saw it")
    }
    compare("send(\(action))", entry.state, place, change)
  }

  // MARK: - Receiving

  /// Waits for the next action that an effect answers, and compares it and the state it led to.
  ///
  /// It fails at once when no effect is in flight, and when its task is cancelled.
  ///
  /// - Parameters:
  ///   - expected: The action.
  ///   - limit: How long to wait for an action that is under way, in real time. Zero: only for what
  ///     needs no time.
  ///   - place: As for `send`.
  ///   - change: As for `send`.
  public nonisolated(nonsending) func receive(
    _ expected: R.Action, within limit: Duration = .seconds(5), _ place: TestPlace = TestPlace(),
    changes change: (inout R.State) -> Void = { _ in }
  ) async {
    await receive("receive(\(expected))", limit, place, where: { $0 == expected }, change)
  }

  /// Waits for the next action that an effect answers, of which something is true, and compares the
  /// state it led to.
  ///
  /// It fails at once when no effect is in flight, and when its task is cancelled.
  ///
  /// - Parameters:
  ///   - isExpected: What must be true of the action.
  ///   - limit: How long to wait for an action that is under way, in real time. Zero: only for what
  ///     needs no time.
  ///   - place: As for `send`.
  ///   - change: As for `send`.
  public nonisolated(nonsending) func receive(
    where isExpected: (R.Action) -> Bool, within limit: Duration = .seconds(5),
    _ place: TestPlace = TestPlace(), changes change: (inout R.State) -> Void = { _ in }
  ) async {
    await receive("receive(where:)", limit, place, where: isExpected, change)
  }

  private nonisolated(nonsending) func receive(
    _ what: String, _ limit: Duration, _ place: TestPlace, where isExpected: (R.Action) -> Bool,
    _ change: (inout R.State) -> Void
  ) async {
    var patience = Patience(limit)
    repeat {
      while let entry = log.entries.popFirst() {
        if isExpected(entry.action) {
          compare(what, entry.state, place, change)
          return
        }
        asserted = entry.state
        // When not exhaustive, actions on the way to the expected one need not be said.
        guard isExhaustive else { continue }
        fail("\(what): another action came: \(entry.action)", place)
        return
      }
    } while await patience.wait(isUnderWay: store.effectsInFlight > 0)
    let running = store.effectsInFlight
    fail(
      "\(what): nothing came; "
        + (running == 0
          ? "no effect is in flight"
          : "\(running == 1 ? "1 effect in flight waits" : "\(running) effects in flight wait"): \(patience.advice)"),
      place)
  }

  /// Takes received actions as said, whatever they were.
  public func skipReceived() {
    while let entry = log.entries.popFirst() { asserted = entry.state }
  }

  /// Cancels the effects in flight, so that they need not end by themselves.
  public func skipEffects() { store.cancelEffects() }

  // MARK: - Finishing

  /// Waits for the effects to end, and fails if some go on or something was not received.
  ///
  /// The interval after a throttled effect is an effect in flight, too: move its clock past the end of
  /// the interval, or call `skipEffects()` first.
  ///
  /// Nothing can be sent afterwards. When not exhaustive, effects may go on, and it waits only for
  /// those that need no time.
  ///
  /// - Parameters:
  ///   - limit: How long to wait for effects in flight, in real time; as soon as there are none it
  ///     returns. Zero: only for what needs no time.
  ///   - place: As for `send`.
  public nonisolated(nonsending) func finish(
    within limit: Duration = .seconds(5), _ place: TestPlace = TestPlace()
  ) async {
    var patience = Patience(isExhaustive ? limit : .zero)
    while store.effectsInFlight > 0, await patience.wait(isUnderWay: true) {}
    isFinished = true
    guard isExhaustive else { return }
    for text in unfinished() { fail(text, place) }
  }

  private func unfinished() -> [String] {
    var texts: [String] = []
    if !log.entries.isEmpty {
      texts.append("the test ended before it received \(names(log.entries))")
    }
    let running = store.effectsInFlight
    if running > 0 {
      texts.append(
        "the test ended while \(running == 1 ? "1 effect was" : "\(running) effects were") in flight; cancel them, move their clock, or "
          + "say skipEffects()")
    }
    return texts
  }

  // MARK: - Comparing

  private func compare(
    _ what: String, _ actual: R.State, _ place: TestPlace, _ change: (inout R.State) -> Void
  ) {
    var expected = isExhaustive ? asserted : actual
    change(&expected)
    asserted = actual
    // A test that does not change a NaN in the state has nothing to say about it.
    let difference = StateDifference(between: expected, and: actual, comparingBytes: true)
    guard !difference.isEmpty else { return }
    fail("\(what): the state is not the expected one (expected → found)\n\(difference)", place)
  }

  private func names(_ entries: ReductionLog<R.State, R.Action>.Entries) -> String {
    entries.map { "\($0.action)" }.joined(separator: ", ")
  }

  private func fail(_ text: String, _ place: TestPlace) {
    record(TestFailure(description: text, place: place))
  }
}

/// What a reducer was given and what it made of it, in order.
final class ReductionLog<State, Action> {
  typealias Entries = ArraySlice<(action: Action, state: State)>

  var entries: Entries = []
}

struct LoggedReducer<Base: Reducer>: TransparentReducer {
  typealias State = Base.State
  typealias Action = Base.Action

  let base: Base
  let log: ReductionLog<Base.State, Base.Action>

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action)
    log.entries.append((action, state))
    return effect
  }
}
