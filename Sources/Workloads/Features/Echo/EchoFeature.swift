/// A question and its answer: every action that is generated asks for work.
///
/// The reducer and the work cost next to nothing, so what a row of it shows is the way an effect
/// takes through the store: asking, doing, and sending the answer back.
///
/// | style | actions |
/// |---|---|
/// | independent | ask (effect), for 0 to 65,535 |
/// | session | the same, 8 actions on average |
public struct EchoFeature: LeafFeature {
  /// How often somebody asked, and what the answers were.
  public struct State: Equatable, Sendable {
    /// How many questions were asked so far, answered or not.
    public var asked: Int
    /// How many answers came so far; equal to `asked` once no effect is in flight.
    public var answered: Int
    /// The sum of all answers.
    public var sum: Int

    /// A state; by default nobody has asked yet.
    @inlinable public init(asked: Int = 0, answered: Int = 0, sum: Int = 0) {
      self.asked = asked
      self.answered = answered
      self.sum = sum
    }
  }

  /// What can happen to it.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Asks for the answer to a number.
    case ask(Int)
    /// The answer.
    case answered(Int)
  }

  /// The work of answering one number, at once or after a suspension.
  public struct Request: Equatable, Sendable {
    /// The number that was asked for.
    public var question: Int

    /// A question.
    @inlinable public init(question: Int) { self.question = question }
  }

  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 8 }

  /// How the answer comes: the same one either way.
  public let completion: Completion

  /// An echo that answers in the given way.
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

  /// Every question asks for work.
  @inlinable public func mayRequest(_ action: Action) -> Bool {
    if case .ask = action { true } else { false }
  }

  /// Every question is work.
  @inlinable public func request(for action: Action, after state: State) -> Request? {
    guard case .ask(let question) = action else { return nil }
    return Request(question: question)
  }

  /// Answers with a number made from the question.
  @inlinable public func perform(_ request: Request) -> Action? {
    .answered(Self.answer(to: request.question))
  }

  /// The answer to a question: nothing that takes time, and not the question itself.
  @inlinable public static func answer(to question: Int) -> Int { question &* 31 &+ 7 }

  /// Feeds the numbers of questions and of answers, and the sum.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.asked)
    digest.combine(state.answered)
    digest.combine(state.sum)
  }

  /// Everything is on the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// How many questions are still open.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.asked &- state.answered) }
  }

  /// No user is there; whoever comes begins with a question.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Asks for a number from 0 to 65,535; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    if case .session = style,
      !cursor.stays(afterMean: Self.meanSessionLength, using: &random)
    {
      return nil
    }
    return .ask(Int(random.next() >> 48))
  }
}

extension EchoFeature: LatentFeature {}

extension Workload where F == EchoFeature {
  /// The module, as a workload.
  public static var echo: Self {
    Self(summary: "a question and its answer: every action asks for work") { services in
      EchoFeature(completion: services.completion)
    }
  }
}
