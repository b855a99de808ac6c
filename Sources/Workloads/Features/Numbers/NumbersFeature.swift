/// One array of numbers, of which every action writes one: the cost of a large state.
///
/// A store that keeps the old state while it makes the new one copies the array each time. One that
/// reduces in place writes two words, whatever the length of the array.
///
/// | action | independent | session (16 actions on average) |
/// |---|---|---|
/// | write, at any position | 1 | 1 |
public struct NumbersFeature: LeafFeature {
  /// The numbers and their sum.
  public struct State: Equatable, Sendable {
    /// The numbers, whose count never changes.
    public var numbers: [Int]
    /// The sum of the numbers.
    public var sum: Int

    /// Creates a state of zeros.
    @inlinable public init(count: Int) {
      numbers = Array(repeating: 0, count: count)
      sum = 0
    }
  }

  /// A write to the array.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Writes a number to a position.
    case write(at: Int, number: Int)
  }

  /// The module requests no work.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// The bound of generated numbers.
  @usableFromInline static var valueLimit: Int { 1_000_000 }

  /// The number of numbers on the screen and in a digest.
  @usableFromInline static var shownCount: Int { 32 }

  /// The number of numbers.
  public let count: Int

  /// Creates a module of at least one number.
  @inlinable public init(count: Int) {
    precondition(count > 0, "count: must be at least 1, got \(count)")
    self.count = count
  }

  /// Zeros, in a new array each time.
  @inlinable public var initialState: State { State(count: count) }

  /// Writes a number and updates the sum.
  ///
  /// - Complexity: O(1) if the array is not shared.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .write(let position, let number):
      state.sum &+= number &- state.numbers[position]
      state.numbers[position] = number
    }
  }

  /// Accepts positions within the array.
  public func accepts(_ action: Action) -> Bool {
    guard case .write(let position, _) = action else { return true }
    return (0..<count).contains(position)
  }

  /// Feeds the sum, which every write changes, and some numbers, because all would take too long.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.sum)
    for position in shownPositions { digest.combine(state.numbers[position]) }
  }

  @inlinable var shownPositions: StrideTo<Int> {
    stride(from: 0, to: count, by: max(1, count / Self.shownCount))
  }

  /// Returns whether the sum is even.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.sum.isMultiple(of: 2)) }
  }

  /// Returns a write to any position; `nil` when a session ends.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard cursor.acts(style, afterMean: Self.meanSessionLength, using: &random) else { return nil }
    return .write(at: random.below(count), number: random.below(Self.valueLimit))
  }
}

extension Workload where F == NumbersFeature {
  /// The numbers of numbers of the workloads, ascending.
  public static let sizes = [100, 1_000, 10_000, 100_000]

  /// Returns a workload with this many numbers: `numbers-100`.
  public static func numbers(_ count: Int) -> Self {
    Self(id: "\(F.name)-\(count)", summary: "an array of \(count) numbers; each action writes one")
    {
      _ in NumbersFeature(count: count)
    }
  }
}
