public import FlowCore

/// A store for tests. It fails a test that does not state each state change and each action of an
/// effect, in order, or that leaves an effect running.
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
/// Actions of effects are reduced immediately, as in any store. `receive` compares them and the
/// resulting states in order. If `isExhaustive` is `false`, only stated changes are compared.
///
/// `receive` and `finish` wait in real time, at most five seconds by default, and continue as soon
/// as the event occurs. They do not wait if no effect is in flight. An effect that sleeps on a
/// clock that is not advanced cannot be distinguished from one that is running, so a test that does
/// not advance it fails only after the whole time. In a ``VirtualTime``, both methods wait for a
/// fixed number of turns; the event must be due.
///
/// A test store is confined to the actor that created it. A failure does not stop the test.
public final class TestStore<R: Reducer> where R.State: Equatable, R.Action: Equatable {
  /// A Boolean value that indicates whether all changes, received actions and ends of effects must
  /// be stated.
  public var isExhaustive = true

  private let store: Store<LoggedReducer<R>>
  private let log: ReductionLog<R.State, R.Action>
  private let record: (TestFailure) -> Void
  private let place: TestPlace
  /// The state after the last stated action.
  private var asserted: R.State
  private var isFinished = false

  /// Creates a test store.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The reducer under test.
  ///   - isolation: The actor of the store. Use the default value, which is the test's actor.
  ///   - place: The place of failures that belong to no other line of the test.
  ///   - record: A closure that receives failures. The default fails the current test.
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

  /// The current state of the store.
  public var state: R.State { store.current }

  /// The store itself, for tests of views and scopes.
  ///
  /// Actions that are sent to it count as received.
  public var view: some StoreView<R.State, R.Action> { store }

  // MARK: - Sending

  /// Sends an action and compares the resulting state.
  ///
  /// - Parameters:
  ///   - action: The action, which is reduced before the call returns. Actions of its effects must
  ///     be received.
  ///   - place: The place of a failure. Use the default value.
  ///   - change: A closure that turns the previous state into the expected one. Omit it if nothing
  ///     changes. If the store is not exhaustive, the closure sets the expected parts in the actual
  ///     state.
  public func send(
    _ action: R.Action, _ place: TestPlace = TestPlace(),
    changes change: (inout R.State) -> Void = { _ in }
  ) {
    guard !isFinished else {
      fail("send(\(action)): the store is finished; send before finish()", place)
      return
    }
    let received = log.entries
    store.send(action)
    guard log.entries.endIndex > received.endIndex else {
      fail("send(\(action)): the store is handling another action; send to `view` instead", place)
      return
    }
    if !received.isEmpty, isExhaustive {
      fail("send(\(action)): receive the actions of effects first: \(names(received))", place)
    }
    while log.entries.startIndex < received.endIndex, let entry = log.entries.popFirst() {
      asserted = entry.state
    }
    // An observer may have skipped it.
    guard log.entries.startIndex == received.endIndex, let entry = log.entries.popFirst() else {
      return
    }
    compare("send(\(action))", entry.state, place, change)
  }

  // MARK: - Receiving

  /// Waits for the next action of an effect, and compares the action and the resulting state.
  ///
  /// The method fails immediately if no effect is in flight or its task is cancelled.
  ///
  /// - Parameters:
  ///   - expected: The expected action.
  ///   - limit: The maximum time to wait, in real time. With zero, the method waits only for events
  ///     that take no time.
  ///   - place: The place of a failure. Use the default value.
  ///   - change: A closure as for `send`.
  public nonisolated(nonsending) func receive(
    _ expected: R.Action, within limit: Duration = .seconds(5), _ place: TestPlace = TestPlace(),
    changes change: (inout R.State) -> Void = { _ in }
  ) async {
    await receive("receive(\(expected))", limit, place, where: { $0 == expected }, change)
  }

  /// Waits for the next action of an effect that satisfies a predicate, and compares the resulting
  /// state.
  ///
  /// The method fails immediately if no effect is in flight or its task is cancelled.
  ///
  /// - Parameters:
  ///   - isExpected: The predicate for the action.
  ///   - limit: The maximum time to wait, in real time. With zero, the method waits only for events
  ///     that take no time.
  ///   - place: The place of a failure. Use the default value.
  ///   - change: A closure as for `send`.
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
    var wait = EventWait(limit)
    repeat {
      while let entry = log.entries.popFirst() {
        if isExpected(entry.action) {
          compare(what, entry.state, place, change)
          return
        }
        asserted = entry.state
        // If the store is not exhaustive, other actions are skipped.
        guard isExhaustive else { continue }
        fail("\(what): received another action: \(entry.action)", place)
        return
      }
    } while await wait.next(isUnderWay: store.effectsInFlight > 0)
    fail("\(what): received no action; \(wait.advice(store.effectsInFlight))", place)
  }

  /// Skips all actions that were received so far.
  public func skipReceived() {
    while let entry = log.entries.popFirst() { asserted = entry.state }
  }

  /// Cancels the effects in flight, so that they need not end.
  public func skipEffects() { store.cancelEffects() }

  // MARK: - Finishing

  /// Waits for the effects to end, and fails if some do not or if an action was not received.
  ///
  /// The interval after a throttled effect is an effect in flight. Advance the clock past its end
  /// or call `skipEffects()` first. No action can be sent afterwards. If the store is not
  /// exhaustive, effects may continue, and the method waits only for those that take no time.
  ///
  /// - Parameters:
  ///   - limit: The maximum time to wait for effects in flight, in real time. With zero, the method
  ///     waits only for events that take no time.
  ///   - place: The place of a failure. Use the default value.
  public nonisolated(nonsending) func finish(
    within limit: Duration = .seconds(5), _ place: TestPlace = TestPlace()
  ) async {
    var wait = EventWait(isExhaustive ? limit : .zero)
    while store.effectsInFlight > 0, await wait.next(isUnderWay: true) {}
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
        "the test ended with effects in flight (\(running)); cancel them, advance their clock, or "
          + "call skipEffects()")
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
    // A NaN that the test does not change is no difference.
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

/// The reduced actions and the resulting states, in order.
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
