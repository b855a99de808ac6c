public import Workloads

/// What somebody would write who uses one store and no harness: the store over a counter, and a plain
/// loop over its own API between two readings of the clock. What the driver takes beyond it is what
/// the driver adds.
///
/// The loop is a function of its own that is handed the store, not inlined: one that could see the
/// store being made would be compiled for that one store, which no app's loop is.
@MainActor
public struct HandLoop {
  /// The actions of one batch.
  public typealias Actions = UnsafeBufferPointer<CounterFeature.Action>

  /// Sends a batch; returns the nanoseconds that the loop took.
  package let drive: @MainActor (Actions) async -> UInt64
  /// The store's state.
  package let state: @MainActor () async -> CounterFeature.State

  /// A loop.
  ///
  /// - Parameters:
  ///   - drive: Sends a batch; returns the nanoseconds that the loop took.
  ///   - state: The store's state.
  public init(
    drive: @escaping @MainActor (Actions) async -> UInt64,
    state: @escaping @MainActor () async -> CounterFeature.State
  ) {
    self.drive = drive
    self.state = state
  }
}

/// What somebody would write who uses one store and no harness: each store, made as its adapter makes
/// it, and a plain loop over its own API between two readings of the clock. A design extends this by
/// its own loop; see `StoreDesign.handLoop`.
///
/// Nothing of the driver is in here: no adapter, no meters, no erased type, no `step()`. What the
/// driver takes beyond these loops is what it adds. Each is a function of its own that is handed
/// its store, not inlined: a loop that could see the store being made would be compiled for that
/// one store (its reducer's closure called directly), which no app's loop is.
///
/// All of them hold a counter, whose reducer costs less than any store, and which asks for no work.
@MainActor
public enum HandWrittenLoops {
  /// The state of a counter.
  public typealias State = CounterFeature.State
  /// What can happen to a counter.
  public typealias Action = CounterFeature.Action
  /// The actions of one batch.
  public typealias Actions = HandLoop.Actions
}
