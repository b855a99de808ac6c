/// A number, and middlewares that compute at each action.
///
/// The reducer adds, so what a row of it shows with several middlewares is whether they run at the
/// same time: on one core they take as long as all of them, on several less where a design runs
/// them in parallel.
///
/// | style | actions |
/// |---|---|
/// | independent | add, 1 to 8 |
/// | session | the same, 8 actions on average |
public struct CrunchFeature: LeafFeature {
  /// The sum of all that was added.
  public struct State: Equatable, Sendable {
    /// The sum so far.
    public var sum: Int

    /// A state; by default nothing was added.
    @inlinable public init(sum: Int = 0) { self.sum = sum }
  }

  /// What can happen to it.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds a number.
    case add(Int)
  }

  /// Adding asks for no work; it is the middlewares that compute.
  public typealias Request = Never

  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 8 }

  /// How many random numbers a middleware draws for each action: about a nanosecond each.
  public let drawCount: Int

  /// A number with nothing added.
  ///
  /// - Precondition: Something is drawn.
  @inlinable public init(drawCount: Int) {
    precondition(drawCount > 0, "drawCount: must be at least 1, got \(drawCount)")
    self.drawCount = drawCount
  }

  /// A sum of 0.
  @inlinable public var initialState: State { State() }

  /// Adds, wrapping around at the ends of `Int`.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .add(let number): state.sum &+= number
    }
  }

  /// Feeds the sum, which is all that is kept.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.sum)
  }

  /// Everything is on the screen.
  @inlinable public func drawn(_ state: State) -> UInt64 { Digest.of { $0.combine(state.sum) } }

  /// Whether the sum is even.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.sum.isMultiple(of: 2)) }
  }

  /// No session is open.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Adds 1 to 8; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    if case .session = style,
      !cursor.stays(afterMean: Self.meanSessionLength, using: &random)
    {
      return nil
    }
    return .add(1 + Int(random.next() >> 61))
  }
}

extension CrunchFeature: ObservingFeature {
  /// Computes, and answers where what was computed is 0, which it is for none of the numbers added.
  public func observe(_ action: Action) -> Action? {
    let number =
      switch action {
      case .add(let number): number
      }
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(number)))
    var mixed: UInt64 = 0
    for _ in 0..<drawCount { mixed ^= random.next() }
    return mixed == 0 ? .add(0) : nil
  }
}

extension Workload where F == CrunchFeature {
  /// How much the middlewares of each workload draw, ascending.
  public static let sizes = [20_000, 200_000]

  /// Middlewares that draw so many numbers, as a workload: `crunch-20000`.
  public static func crunch(_ draws: Int) -> Self {
    Self(
      id: "\(F.name)-\(draws)",
      summary: "a number, and middlewares that draw \(draws) random numbers at each action"
    ) { _ in CrunchFeature(drawCount: draws) }
  }
}
