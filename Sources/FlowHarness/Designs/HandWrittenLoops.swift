public import Workloads

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
