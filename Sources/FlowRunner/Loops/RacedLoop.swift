import FlowHarness
import Workloads

/// A store and its hand-written loop, with their types erased once for each batch, as those of a
/// `TrialSubject` are.
@MainActor
package struct RacedLoop {
  /// Replaces the batch by the next actions of the stream, as many as it is given.
  let refill: @MainActor (Int) -> Void
  /// Sends the batch; returns the nanoseconds that the loop took.
  let drive: @MainActor () async -> UInt64
  /// The digest of the state, as a `TrialSubject` forms it.
  let digest: @MainActor () async -> UInt64
}

extension RacedLoop {
  /// A loop over the same stream of actions as a trial of `input` gets.
  init(_ input: TrialInput<CounterFeature>, _ loop: HandLoop) {
    let batch = input.makeBatch()
    let feature = input.feature
    refill = { batch.refill($0) }
    drive = { await loop.drive(UnsafeBufferPointer(batch.actions)) }
    digest = {
      let state = await loop.state()
      return combineSlots(1) { feature.read(.digest, state, slot: $0) }
    }
  }

  /// The loop over a store that does nothing; its state is always the same.
  static func empty(_ input: TrialInput<CounterFeature>) -> RacedLoop {
    let store = EmptySuspendingStore(input.feature)
    return RacedLoop(
      input,
      HandLoop(
        drive: { await HandWrittenLoops.emptySuspending($0, store) },
        state: { input.feature.initialState }))
  }
}
