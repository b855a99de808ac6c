import Foundation

/// The actions that a store reduced, in order, and states on the way: what is needed to see the
/// same happen again, here or in another store.
///
/// Answers of effects are among the actions, so that whatever replays them must not run effects
/// again: `reducer.ignoringEffects()`.
///
/// On disk a trace is JSON lines, UTF-8: a header, then a line for each entry.
///
/// ```
/// {"format":"flow-trace","version":1,"app":"shop","seed":42}
/// {"state":{"total":0},"after":0}
/// {"action":{"add":{"_0":5}}}
/// {"state":{"total":5},"after":1}
/// {"restored":{"total":0},"after":1}
/// ```
///
/// `after` counts the actions before the line. `restored` is a state put there from outside; it is
/// `null` where states are not written. A trace lies in memory as a whole; a program that writes
/// one as it goes uses a `TraceWriter`.
public struct Trace<Action> {
  /// One line of a trace.
  public enum Entry {
    /// An action that was reduced.
    case action(Action)
    /// The state as it was then: what the actions before had made.
    case state(RecordedState)
    /// The state was replaced from outside (`Store.restore(_:)`): what the actions before had made
    /// was given up.
    case restored(RecordedState)
  }

  /// Which program was traced, as it calls itself.
  public var app: String?
  /// The seed of what it drew at random, if it has one.
  public var seed: UInt64?
  /// Everything, in order.
  public private(set) var entries: [Entry] = []
  /// How many actions there are.
  public private(set) var actionCount = 0

  /// A trace of these actions.
  public init(app: String? = nil, seed: UInt64? = nil, actions: [Action] = []) {
    self.app = app
    self.seed = seed
    for action in actions { append(action) }
  }

  /// The actions, in order.
  ///
  /// - Complexity: O(*n*).
  public var actions: [Action] {
    entries.compactMap { if case .action(let action) = $0 { action } else { nil } }
  }

  /// The state before the first action; `nil` if the trace does not hold it.
  ///
  /// - Throws: `TraceError` of kind `unknownState`.
  public func initialState<State: Decodable>(
    as type: State.Type = State.self
  ) throws(TraceError) -> State? {
    let leading = entries.prefix { if case .action = $0 { false } else { true } }
    // What was restored before the first action is what the first one found.
    switch leading.last {
    case .state(let recorded): return try recorded.value()
    case .restored(let recorded) where recorded.isKnown: return try recorded.value()
    default: return nil
    }
  }

  /// Adds an action at the end.
  public mutating func append(_ action: Action) {
    entries.append(.action(action))
    actionCount += 1
  }

  /// Adds the state as it is after the actions so far.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public mutating func append(state: some Encodable) throws(TraceError) {
    entries.append(.state(try RecordedState(.state, state, after: actionCount)))
  }

  /// Adds that the state was replaced from outside after the actions so far.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public mutating func append(restored state: some Encodable) throws(TraceError) {
    entries.append(.restored(try RecordedState(.restored, state, after: actionCount)))
  }

  mutating func append(_ state: RecordedState) {
    entries.append(state.key == .state ? .state(state) : .restored(state))
  }
}

extension Trace: Sendable where Action: Sendable {}
extension Trace.Entry: Sendable where Action: Sendable {}
extension Trace: Equatable where Action: Equatable {}
extension Trace.Entry: Equatable where Action: Equatable {}

/// A state in a trace, still as JSON: the trace need not know its type.
public struct RecordedState: Equatable, Sendable {
  /// How many actions come before it.
  public let after: Int
  let key: LineKey
  /// The whole line, without its end.
  let line: Data
  /// Where it was read, for errors.
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

  /// Whether it is known; a `restored` line may not say which state it was.
  public var isKnown: Bool { (try? value(as: JSONNull.self)) == nil }

  /// The state.
  ///
  /// - Throws: `TraceError` of kind `unknownState` when it is none of this type.
  public func value<State: Decodable>(
    as type: State.Type = State.self
  ) throws(TraceError) -> State {
    do {
      return try LineDecoder.json.decode(StateLine<State>.self, from: line).state
    } catch {
      throw TraceError(
        .unknownState, file: source?.file ?? "trace", line: source?.line,
        rule: "a state must be a \(State.self)", found: LineDecoder.text(of: key, in: line))
    }
  }

  /// Two are equal when they say the same, wherever they were read.
  public static func == (left: Self, right: Self) -> Bool {
    left.key == right.key && left.after == right.after && left.line == right.line
  }
}

/// JSON's `null`, and nothing else.
private struct JSONNull: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard container.decodeNil() else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not null")
    }
  }
}
