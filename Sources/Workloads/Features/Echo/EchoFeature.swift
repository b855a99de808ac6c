/// A question and its answer: every generated action requests work.
///
/// The reducer and the work cost next to nothing, so its rows show the cost of an effect in the
/// store: the request, the work and the answer.
///
/// | style | actions |
/// |---|---|
/// | independent | ask (effect), for 0 to 65,535 |
/// | session | the same, 8 actions on average |
public struct EchoFeature: LeafFeature {
  /// The counts of questions and answers.
  public struct State: Equatable, Sendable {
    /// The number of questions.
    public var asked: Int
    /// The number of answers; equal to `asked` once no effect is in flight.
    public var answered: Int
    /// The sum of all answers.
    public var sum: Int

    /// Creates a state.
    @inlinable public init(asked: Int = 0, answered: Int = 0, sum: Int = 0) {
      self.asked = asked
      self.answered = answered
      self.sum = sum
    }
  }

  /// A question or an answer.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Asks a question.
    case ask(Int)
    /// The answer to a question.
    case answered(Int)
  }

  /// The question to be answered.
  public typealias Request = Int

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 8 }

  /// The way in which answers arrive.
  public let completion: Completion

  /// Creates an echo.
  @inlinable public init(completion: Completion = .immediate) { self.completion = completion }

  /// No questions, no answers, and a sum of 0.
  @inlinable public var initialState: State { State() }

  /// Counts, and adds answers up, wrapping around at the ends of `Int`.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .ask: state.asked &+= 1
    case .answered(let answer):
      state.answered &+= 1
      state.sum &+= answer
    }
  }

  /// Returns `true` for questions.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .ask = action { true } else { false }
  }

  /// Returns the question of the action.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    if case .ask(let question) = action { question } else { nil }
  }

  /// Returns an answer that is computed from the question.
  @inlinable public func perform(_ question: Request) -> Action? {
    .answered(question &* 31 &+ 7)
  }

  /// Feeds the numbers of questions and of answers, and the sum.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.asked)
    digest.combine(state.answered)
    digest.combine(state.sum)
  }

  /// Returns the number of open questions.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.asked &- state.answered) }
  }

  /// Returns a question of 0 to 65,535; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard cursor.acts(style, afterMean: Self.meanSessionLength, using: &random) else { return nil }
    return .ask(Int(random.next() >> 48))
  }
}

extension EchoFeature: LatentFeature {}

extension Workload where F == EchoFeature {
  /// The module as a workload.
  public static var echo: Self {
    Self(summary: "a question and its answer: each action has an effect") { services in
      EchoFeature(completion: services.completion)
    }
  }
}
