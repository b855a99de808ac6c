import FlowCore
import Observation

// Called through a closure for each life, which takes longer than the call.

/// Synchronous stores of screens, one of which is renewed by each action.
@MainActor
public struct LifecycleStores<S: SynchronousStore<CounterFeature>>: @MainActor SynchronousStore {
  /// The lives of screens.
  public typealias F = LifecycleFeature

  private let make: @MainActor () -> S
  private let others: Any
  private var state: LifecycleFeature.State
  private let feature: LifecycleFeature

  /// Creates stores that exist during all lives, and none for the screen that is renewed.
  ///
  /// - Parameters:
  ///   - feature: The lives.
  ///   - others: Objects that live as long, such as the stores of other screens.
  ///   - make: Creates the store of a screen.
  public init(_ feature: LifecycleFeature, others: Any, _ make: @escaping @MainActor () -> S) {
    self.feature = feature
    self.others = others
    self.make = make
    state = feature.initialState
  }

  /// The driver calls these stores through a closure.
  public static var isErased: Bool { true }

  /// Creates a store, observes it, sends to it, and releases it.
  public mutating func send(_ action: LifecycleFeature.Action) {
    var screen = make()
    let tokens = observe(screen)
    state.drawn &+= screen.read(.drawn, slot: 0)
    screen.send(.increment(by: action.first))
    screen.send(.increment(by: action.second))
    state.drawn &+= screen.read(.drawn, slot: 0)
    screen.send(.decrement(by: action.second))
    screen.send(.decrement(by: action.first))
    state.drawn &+= screen.read(.drawn, slot: 0)
    for token in tokens { token.cancel() }
  }

  /// Returns the reading of the sum of the drawings.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// Stores of screens whose work is awaited, one of which is renewed by each action.
@MainActor
public struct SuspendingLifecycleStores<S: StoreUnderTest<CounterFeature>>:
  @MainActor SuspendingStore
{
  /// The lives of screens.
  public typealias F = LifecycleFeature

  /// The sum of the drawings, which copies of the stores share.
  private final class Drawings {
    var state = LifecycleFeature.State()
  }

  private let make: @MainActor () -> S
  private let send: @MainActor (inout S, CounterFeature.Action) async -> Void
  private let others: Any
  private let drawings = Drawings()
  private let feature: LifecycleFeature

  /// Creates stores that exist during all lives, and none for the screen that is renewed.
  ///
  /// - Parameters:
  ///   - feature: The lives.
  ///   - others: Objects that live as long, such as the stores of other screens.
  ///   - make: Creates the store of a screen.
  ///   - send: Sends an action to a store, and returns when its state can be read.
  public init(
    _ feature: LifecycleFeature, others: Any, _ make: @escaping @MainActor () -> S,
    send: @escaping @MainActor (inout S, CounterFeature.Action) async -> Void
  ) {
    self.feature = feature
    self.others = others
    self.make = make
    self.send = send
  }

  /// The driver calls these stores through a closure.
  public static var isErased: Bool { true }

  /// Creates a store, observes it, sends to it, and releases it.
  @MainActor public func send(_ action: LifecycleFeature.Action) async {
    var screen = make()
    let tokens = observe(screen)
    drawings.state.drawn &+= screen.read(.drawn, slot: 0)
    await send(&screen, .increment(by: action.first))
    await send(&screen, .increment(by: action.second))
    drawings.state.drawn &+= screen.read(.drawn, slot: 0)
    await send(&screen, .decrement(by: action.second))
    await send(&screen, .decrement(by: action.first))
    drawings.state.drawn &+= screen.read(.drawn, slot: 0)
    for token in tokens { token.cancel() }
  }

  /// Returns the reading of the sum of the drawings.
  public func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, drawings.state, slot: slot)
  }
}

/// Subscribes to a screen as a view does.
@MainActor
private func observe<S: StoreUnderTest>(_ screen: S) -> [ObservationToken] {
  switch S.notification {
  case .none: return []
  case .subscribing: return screen.subscribe(.drawn, slots: [0]) {}
  case .tracking:
    _ = withObservationTracking {
      screen.read(.drawn, slot: 0)
    } onChange: {
    }
    return []
  }
}
