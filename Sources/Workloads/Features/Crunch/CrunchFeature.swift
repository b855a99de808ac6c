/// A number, and middlewares that compute at each action.
///
/// The reducer adds, so rows with several middlewares show whether these run at the same time. On
/// one core they take the sum of their times, on several cores less if a design runs them in
/// parallel.
///
/// | style | actions |
/// |---|---|
/// | independent | add, 1 to 8 |
/// | session | the same, 8 actions on average |
public struct CrunchFeature: LeafFeature {
  /// The sum of all added numbers.
  public struct State: Equatable, Sendable {
    /// The sum so far.
    public var sum: Int

    /// Creates a state.
    @inlinable public init(sum: Int = 0) { self.sum = sum }
  }

  /// The addition of a number.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds a number.
    case add(Int)
  }

  /// The module requests no work; its middlewares compute.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 8 }

  /// The number of random numbers that a middleware draws at each action, about a nanosecond each.
  public let drawCount: Int

  /// Creates a module with at least one draw.
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

  /// Feeds the sum as one word.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.sum)
  }

  /// Returns whether the sum is even.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.sum.isMultiple(of: 2)) }
  }

  /// Returns the addition of 1 to 8; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard cursor.acts(style, afterMean: Self.meanSessionLength, using: &random) else { return nil }
    return .add(1 + Int(random.next() >> 61))
  }
}

extension CrunchFeature: ObservingFeature {
  /// Computes a number, and returns an action if it is 0, which it is for none of the generated
  /// actions.
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
  /// The numbers of draws of the workloads, ascending.
  public static let sizes = [20_000, 200_000]

  /// Returns a workload with this number of draws: `crunch-20000`.
  public static func crunch(_ draws: Int) -> Self {
    Self(
      id: "\(F.name)-\(draws)",
      summary: "a number; middlewares that draw N random numbers"
    ) { _ in CrunchFeature(drawCount: draws) }
  }
}
