import Foundation

/// The actions that a store reduced, in order, with recorded states: everything needed to repeat
/// them in this or another store.
///
/// A trace includes the actions of effects, so a replay must not run effects; see
/// `Reducer.ignoringEffects()`.
///
/// A trace file consists of JSON lines in UTF-8: a header, and a line for each entry.
///
/// ```
/// {"format":"flow-trace","version":1,"app":"shop","seed":42}
/// {"state":{"total":0},"after":0}
/// {"action":{"add":{"_0":5}},"at":1200000}
/// {"state":{"total":5},"after":1}
/// {"action":{"added":{"_0":5}},"at":1250000,"answer":true}
/// {"restored":{"total":0},"after":2}
/// ```
///
/// `at` is the time in nanoseconds since the trace began, if known. `answer` marks an action that
/// an effect sent. `after` is the number of actions before the line. `restored` is a state that was
/// set by `Store.restore(_:)`, or `null` if states are not written. The header may also contain
/// `"marksAnswers":true`, which indicates that `answer` is used, the number of `actions`, and a
/// `digest` of the last state.
///
/// A `Trace` is in memory as a whole. To write or read a trace one entry at a time, use
/// `TraceWriter` or `TraceReader`.
public struct Trace<Action> {
  /// An entry of a trace.
  public enum Entry {
    /// An action that was reduced.
    case action(TracedAction<Action>)
    /// The state after the previous actions.
    case state(RecordedState)
    /// A state that replaced the one after the previous actions (`Store.restore(_:)`).
    case restored(RecordedState)
  }

  /// The header of the trace.
  public var header: TraceHeader
  /// The actions and states in order.
  public private(set) var entries: [Entry] = []
  /// The number of actions.
  public private(set) var actionCount = 0

  /// Creates a trace of actions.
  public init(app: String? = nil, seed: UInt64? = nil, actions: [Action] = []) {
    header = TraceHeader(app: app, seed: seed)
    for action in actions { append(action) }
  }

  /// The actions in order.
  ///
  /// - Complexity: O(*n*).
  public var actions: [Action] { tracedActions.map(\.action) }

  /// The actions in order, with their times and origins.
  ///
  /// - Complexity: O(*n*).
  public var tracedActions: [TracedAction<Action>] {
    entries.compactMap { if case .action(let action) = $0 { action } else { nil } }
  }

  /// Returns the state before the first action; `nil` if the trace does not contain it.
  ///
  /// - Throws: `TraceError` of kind `unknownState`.
  public func initialState<State: Decodable>(
    as type: State.Type = State.self
  ) throws(TraceError) -> State? {
    let leading = entries.prefix { if case .action = $0 { false } else { true } }
    switch leading.last {
    case .state(let recorded): return try recorded.value()
    case .restored(let recorded) where recorded.isKnown: return try recorded.value()
    default: return nil
    }
  }

  /// Appends an action.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - atNs: The time in nanoseconds since the trace began, not before that of the last action.
  ///   - isAnswer: A Boolean value that indicates whether an effect sent the action. It is
  ///     meaningful if `header.marksAnswers` is `true`.
  public mutating func append(_ action: Action, atNs: UInt64? = nil, isAnswer: Bool = false) {
    append(.action(TracedAction(action, atNs: atNs, isAnswer: isAnswer)))
  }

  /// Appends the state after the actions so far.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public mutating func append(state: some Encodable) throws(TraceError) {
    entries.append(.state(try RecordedState(.state, state, after: actionCount)))
  }

  /// Appends a state that replaced the one after the actions so far.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public mutating func append(restored state: some Encodable) throws(TraceError) {
    entries.append(.restored(try RecordedState(.restored, state, after: actionCount)))
  }

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if case .action = entry { actionCount += 1 }
  }
}

extension Trace: Sendable where Action: Sendable {}
extension Trace.Entry: Sendable where Action: Sendable {}
extension Trace: Equatable where Action: Equatable {}
extension Trace.Entry: Equatable where Action: Equatable {}

/// A state in a trace, stored as JSON, so that the trace does not depend on its type.
public struct RecordedState: Equatable, Sendable {
  /// The number of actions before the state.
  public let after: Int
  let key: LineKey
  /// The line of the entry without its end.
  let line: Data
  /// The line in a file, for errors.
  let source: Source?

  struct Source: Equatable, Sendable {
    let file: String
    let line: Int
  }

  init(_ key: LineKey, line: Data, after: Int, source: Source) {
    self.key = key
    self.line = line
    self.after = after
    self.source = source
  }

  init(_ key: LineKey, _ state: some Encodable, after: Int) throws(TraceError) {
    self.key = key
    self.after = after
    source = nil
    line = try LineEncoder.state(state, as: key, after: after, file: "trace")
  }

  /// A Boolean value that indicates whether the trace contains the state. The value of a `restored`
  /// line may be `null`.
  public var isKnown: Bool { (try? value(as: AnyValue?.self)) != nil }

  /// Decodes the state.
  ///
  /// - Throws: `TraceError` of kind `unknownState` if it is not a value of this type.
  public func value<State: Decodable>(
    as type: State.Type = State.self
  ) throws(TraceError) -> State {
    do {
      return try LineDecoder.json.decode(StateLine<State>.self, from: line).state
    } catch {
      throw TraceError(
        .unknownState, file: source?.file ?? "trace", line: source?.line ?? 0,
        rule: "a state must be a \(State.self)", found: LineDecoder.text(of: key, in: line),
        because: error)
    }
  }

  /// Returns a Boolean value that indicates whether two entries have the same content. Their lines
  /// in files are ignored.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.after == right.after && left.line == right.line
  }
}

/// An action of a trace with its time and origin.
public struct TracedAction<Action> {
  /// The action that was reduced.
  public var action: Action
  /// The time in nanoseconds since the trace began; `nil` if it is unknown.
  public var atNs: UInt64?
  /// A Boolean value that indicates whether an effect sent the action. A replay with effects must
  /// omit it.
  public var isAnswer: Bool

  /// Creates a traced action, by default one that was not sent by an effect.
  public init(_ action: Action, atNs: UInt64? = nil, isAnswer: Bool = false) {
    self.action = action
    self.atNs = atNs
    self.isAnswer = isAnswer
  }
}

extension TracedAction: Sendable where Action: Sendable {}
extension TracedAction: Equatable where Action: Equatable {}
