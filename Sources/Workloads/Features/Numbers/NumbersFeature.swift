/// One array of numbers, of which every action writes one: what it costs that a state is large.
///
/// A store that holds the old state while it makes the new one copies the array each time; one that
/// reduces in place writes two words, however long the array is.
///
/// | action | independent | session (16 actions on average) |
/// |---|---|---|
/// | write, at any position | 1 | 1 |
public struct NumbersFeature: LeafFeature {
  /// The numbers and their sum.
  public struct State: Equatable, Sendable {
    /// By position; their number never changes.
    public var numbers: [Int]
    /// The sum of all of them, kept by every write.
    public var sum: Int

    /// A state of so many zeros.
    @inlinable public init(count: Int) {
      numbers = Array(repeating: 0, count: count)
      sum = 0
    }
  }

  /// What can happen to them.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Writes a number to a position.
    case write(at: Int, number: Int)
  }

  /// Numbers ask for no work.
  public typealias Request = Never

  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// Numbers are below this when generated.
  @usableFromInline static var valueLimit: Int { 1_000_000 }

  /// How many of them a digest and a screen look at.
  @usableFromInline static var shownCount: Int { 32 }

  /// How many numbers there are.
  public let count: Int

  /// So many numbers.
  ///
  /// - Precondition: At least one.
  @inlinable public init(count: Int) {
    precondition(count > 0, "count: must be at least 1, got \(count)")
    self.count = count
  }

  /// All 0, in an array of its own each time it is asked for.
  @inlinable public var initialState: State { State(count: count) }

  /// Writes a number, and keeps the sum.
  ///
  /// - Complexity: O(1) if nobody else holds the numbers.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .write(let position, let number):
      state.sum &+= number &- state.numbers[position]
      state.numbers[position] = number
    }
  }

  /// Only positions that there are.
  public func accepts(_ action: Action) -> Bool {
    guard case .write(let position, _) = action else { return true }
    return (0..<count).contains(position)
  }

  /// Feeds the sum, which every write changes, and some of the numbers: all of them would take longer
  /// than everything else.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.sum)
    for position in shownPositions { digest.combine(state.numbers[position]) }
  }

  @inlinable var shownPositions: StrideTo<Int> {
    stride(from: 0, to: count, by: max(1, count / Self.shownCount))
  }

  /// The sum, and the same numbers.
  @inlinable public func drawn(_ state: State) -> UInt64 {
    Digest.of { digest(state, into: &$0) }
  }

  /// Whether the sum is even.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.sum.isMultiple(of: 2)) }
  }

  /// No session is open.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// Writes anywhere; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    if case .session = style,
      !cursor.stays(afterMean: Self.meanSessionLength, using: &random)
    {
      return nil
    }
    return .write(at: random.below(count), number: random.below(Self.valueLimit))
  }
}

extension Workload where F == NumbersFeature {
  /// How many numbers each workload has, by ascending size.
  public static let sizes = [100, 1_000, 10_000, 100_000]

  /// So many numbers, as a workload: `numbers-100`.
  public static func numbers(_ count: Int) -> Self {
    Self(id: "\(F.name)-\(count)", summary: "an array of \(count) numbers; each action writes one")
    {
      _ in NumbersFeature(count: count)
    }
  }
}
