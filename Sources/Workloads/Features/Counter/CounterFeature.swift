/// The smallest module: one number, no effects.
///
/// Its reducer costs less than any store, so its rows show the cost of the store.
///
/// | style | actions |
/// |---|---|
/// | independent | increment 1/2, decrement 1/2, each by 1 to 4 |
/// | session | the same, 16 actions on average |
public struct CounterFeature: LeafFeature {
  /// A single integer, which is copied without allocation and reference counting.
  public struct State: Equatable, Sendable {
    /// The sum of all steps so far.
    public var count: Int

    /// Creates a state.
    @inlinable public init(count: Int = 0) { self.count = count }
  }

  /// A step up or down.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds to the count.
    case increment(by: Int)
    /// Subtracts from the count.
    case decrement(by: Int)
  }

  /// The counter requests no work.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of actions of a session.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// Creates a counter.
  @inlinable public init() {}

  /// A count of 0.
  @inlinable public var initialState: State { State() }

  /// Adds the step, wrapping around at the ends of `Int`.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .increment(let step): state.count &+= step
    case .decrement(let step): state.count &-= step
    }
  }

  /// Feeds the count as one word.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.count)
  }

  /// Returns whether the count is even.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.count.isMultiple(of: 2)) }
  }

  /// Returns a step of 1 to 4 up or down.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard cursor.acts(style, afterMean: Self.meanSessionLength, using: &random) else { return nil }
    let bits = random.next() >> 61
    let step = Int(bits & 3) + 1
    return bits & 4 == 0 ? .increment(by: step) : .decrement(by: step)
  }
}

extension CounterFeature: ObservingFeature {
  /// Returns an action for a step of 0, which is never generated.
  @inlinable public func observe(_ action: Action) -> Action? {
    switch action {
    case .increment(let step), .decrement(let step): step == 0 ? .increment(by: 1) : nil
    }
  }
}

extension Workload where F == CounterFeature {
  /// The module as a workload.
  public static var counter: Self {
    Self(summary: "one number: the smallest state there is") { _ in CounterFeature() }
  }
}
