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
/// {"action":{"add":{"_0":5}},"at":1200000}
/// {"state":{"total":5},"after":1}
/// {"action":{"added":{"_0":5}},"at":1250000,"answer":true}
/// {"restored":{"total":0},"after":2}
/// ```
///
/// `at` are nanoseconds since the trace began, where somebody knows; `answer` says that an effect
/// answered the action, and that nobody sent it. `after` counts the actions before the line.
/// `restored` is a state put there from outside; it is `null` where states are not written. The
/// header may also say that answers are marked (`"marksAnswers":true`), how many `actions` there
/// are, and a `digest` of the last state.
///
/// The other form, `TraceForm.binary`, holds the same in several times less space. It begins with the
/// eight bytes 89 46 4C 4F 57 54 52 0A; then come blocks: a length of four bytes, so many bytes, and
/// the CRC-32 of both, all with the least byte first. The first block is the header's line, the last
/// one is empty. The others hold entries, made of numbers in LEB128. An action is its number times
/// four, plus one if it is an answer, and then 0 or one more than the time since the last one that
/// is known. Number 0 stands for a new action: its JSON follows, as the text that is left when all
/// strings and numbers but keys are bytes of 0, and then these, one after the other. Such a text is
/// its number, or 0, its length and itself. Actions, texts with holes and texts for them are numbered
/// apart, from 1 on, and from 1 again after 65,536. Any other entry is the length of its line times
/// four, plus two, and that line.
///
/// A trace lies in memory as a whole; a program that writes one as it goes uses a `TraceWriter`, one
/// that reads as it goes a `TraceReader`.
public struct Trace<Action> {
  /// One line of a trace.
  public enum Entry {
    /// An action that was reduced.
    case action(TracedAction<Action>)
    /// The state as it was then: what the actions before had made.
    case state(RecordedState)
    /// The state was replaced from outside (`Store.restore(_:)`): what the actions before had made
    /// was given up.
    case restored(RecordedState)
  }

  /// What it says of itself.
  public var header: TraceHeader
  /// Actions and states in the order in which they came, as in the file.
  public private(set) var entries: [Entry] = []
  /// How many actions there are.
  public private(set) var actionCount = 0

  /// A trace of these actions.
  public init(app: String? = nil, seed: UInt64? = nil, actions: [Action] = []) {
    header = TraceHeader(app: app, seed: seed)
    for action in actions { append(action) }
  }

  /// Which program was traced, as it calls itself.
  public var app: String? {
    get { header.app }
    set { header.app = newValue }
  }

  /// The seed of what it drew at random, if it has one.
  public var seed: UInt64? {
    get { header.seed }
    set { header.seed = newValue }
  }

  /// The actions, in order.
  ///
  /// - Complexity: O(*n*).
  public var actions: [Action] { tracedActions.map(\.action) }

  /// The actions, in order, with what is known of how they came.
  ///
  /// - Complexity: O(*n*).
  public var tracedActions: [TracedAction<Action>] {
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
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - atNs: When, in nanoseconds since the trace began; never less than the last one.
  ///   - isAnswer: Whether an effect answered it; `header` says whether answers are marked at all.
  public mutating func append(_ action: Action, atNs: UInt64? = nil, isAnswer: Bool = false) {
    append(.action(TracedAction(action, atNs: atNs, isAnswer: isAnswer)))
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

  mutating func append(_ entry: Entry) {
    entries.append(entry)
    if case .action = entry { actionCount += 1 }
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
    let place: TraceError.Place
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
        .unknownState, file: source?.file ?? "trace", place: source?.place,
        rule: "a state must be a \(State.self)", found: LineDecoder.text(of: key, in: line),
        because: error)
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

/// How a trace is written. Whoever reads one finds out by himself.
public enum TraceForm: String, CaseIterable, Sendable {
  /// A line of JSON for each entry: a person can read it, and every finished line survives a crash.
  case lines
  /// Blocks of bytes, each with a checksum: several times smaller, and damage is found.
  case binary
}

/// An action of a trace, with what is known of how it came.
public struct TracedAction<Action> {
  /// The action as the reducer got it, whether sent or answered.
  public var action: Action
  /// When it was sent or answered, in nanoseconds since the trace began; `nil` if nobody knows.
  public var atNs: UInt64?
  /// Whether an effect answered it. Whoever replays the trace and runs effects leaves it out.
  public var isAnswer: Bool

  /// An action that was sent, unless it is said to be an answer.
  public init(_ action: Action, atNs: UInt64? = nil, isAnswer: Bool = false) {
    self.action = action
    self.atNs = atNs
    self.isAnswer = isAnswer
  }
}

extension TracedAction: Sendable where Action: Sendable {}
extension TracedAction: Equatable where Action: Equatable {}
