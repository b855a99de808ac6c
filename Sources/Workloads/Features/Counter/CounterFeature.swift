/// The smallest module there is: one number, no effects.
///
/// Its reducer costs less than any store, so what a row of it shows is the store.
///
/// | style | actions |
/// |---|---|
/// | independent | increment 1/2, decrement 1/2, each by 1 to 4 |
/// | session | the same, 16 actions on average |
public struct CounterFeature: LeafFeature {
  /// A single integer: to copy it neither allocates nor counts references.
  public struct State: Equatable, Sendable {
    /// The sum of all steps so far.
    public var count: Int

    /// A counter that stands at `count`.
    @inlinable public init(count: Int = 0) { self.count = count }
  }

  /// A step up or down.
  @frozen public enum Action: Codable, Equatable, Sendable {
    /// Adds to the count.
    case increment(by: Int)
    /// Subtracts from the count.
    case decrement(by: Int)
  }

  /// A counter asks for no work.
  public typealias Request = Never

  /// Whether somebody is there.
  public typealias Cursor = Presence

  /// How many actions a session has on average.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// A counter.
  @inlinable public init() {}

  /// A counter that stands at 0, before any step.
  @inlinable public var initialState: State { State() }

  /// Adds the step, wrapping around at the ends of `Int`.
  @inlinable public func reduce(into state: inout State, action: Action) {
    switch action {
    case .increment(let step): state.count &+= step
    case .decrement(let step): state.count &-= step
    }
  }

  /// Feeds the count as one word: nothing else is kept.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.count)
  }

  /// A fingerprint of the count, which is all that the screen shows.
  @inlinable public func drawn(_ state: State) -> UInt64 { Digest.of { $0.combine(state.count) } }

  /// Whether the count is even.
  @inlinable public func derived(_ state: State) -> UInt64 {
    Digest.of { $0.combine(state.count.isMultiple(of: 2)) }
  }

  /// No session is open at the counter: the next action opens one.
  @inlinable public var initialCursor: Cursor { Cursor() }

  /// A step of 1 to 4 up or down.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    if case .session = style,
      !cursor.stays(afterMean: Self.meanSessionLength, using: &random)
    {
      return nil
    }
    let bits = random.next() >> 61
    let step = Int(bits & 3) + 1
    return bits & 4 == 0 ? .increment(by: step) : .decrement(by: step)
  }
}

extension CounterFeature: ObservingFeature {
  /// Answers a step of zero, which is never generated.
  @inlinable public func observe(_ action: Action) -> Action? {
    switch action {
    case .increment(let step), .decrement(let step): step == 0 ? .increment(by: 1) : nil
    }
  }
}

extension Workload where F == CounterFeature {
  /// The module, as a workload.
  public static var counter: Self {
    Self(summary: "one number: the smallest state there is") { _ in
      CounterFeature()
    }
  }
}
