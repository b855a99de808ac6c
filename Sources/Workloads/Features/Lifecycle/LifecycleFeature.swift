/// The lives of screens: each action is one life of a screen's store, or of its child of the app's store.
///
/// A screen is a ``CounterFeature``. Its store is created, a view subscribes and draws, two actions change the
/// state, the view draws again, two actions restore the state, the view draws for the last time and unsubscribes,
/// and the store is released. The rows therefore show the cost of a life.
///
/// | style | actions |
/// |---|---|
/// | independent | a life with steps of 1 to 4 |
/// | session | the same, 16 lives on average |
public struct LifecycleFeature: LeafFeature {
  /// The drawings of the screens, which depend on the work of each life.
  public struct State: Equatable, Sendable {
    /// The sum of all drawings.
    public var drawn: UInt64

    /// Creates a state.
    @inlinable public init(drawn: UInt64 = 0) { self.drawn = drawn }
  }

  /// The steps that a screen's actions go up, and then down.
  public struct Action: Codable, Equatable, Sendable {
    /// The step of the first action and of the last one.
    public var first: Int
    /// The step of the second action and of the third one.
    public var second: Int

    /// Creates a life.
    @inlinable public init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }
  }

  /// A life requests no work.
  public typealias Request = Never

  /// The state of a session.
  public typealias Cursor = SessionCursor

  /// The mean number of lives of a session.
  @inlinable public static var meanSessionLength: Int { 16 }

  /// The module of each screen.
  public let screen = CounterFeature()
  /// The number of screens that exist at the same time. One of them is renewed by each action.
  public let count: Int

  /// Creates the module with at least one screen.
  @inlinable public init(count: Int = 1) {
    precondition(count > 0, "screens must be at least 1, got \(count)")
    self.count = count
  }

  /// A state without drawings.
  @inlinable public var initialState: State { State() }

  /// Adds the drawings of one life.
  @inlinable public func reduce(into state: inout State, action: Action) {
    var shown = screen.initialState
    state.drawn &+= screen.drawn(shown)
    shown.count &+= action.first &+ action.second
    state.drawn &+= screen.drawn(shown)
    state.drawn &+= screen.drawn(screen.initialState)
  }

  /// Feeds the sum of the drawings.
  @inlinable public func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.drawn)
  }

  /// Returns a fingerprint of the sum.
  @inlinable public func derived(_ state: State) -> UInt64 { drawn(state) }

  /// Returns a life with steps of 1 to 4.
  @inlinable public func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? {
    guard cursor.acts(style, afterMean: Self.meanSessionLength, using: &random) else { return nil }
    let bits = random.next() >> 60
    return Action(first: Int(bits & 3) + 1, second: Int(bits >> 2) + 1)
  }
}

extension Workload where F == LifecycleFeature {
  /// The lives of screens as a workload.
  public static var lifecycle: Self {
    Self(
      summary: "a store or child is created, observed, used and released: one life is an action",
      weight: 50
    ) { _ in LifecycleFeature() }
  }
}
