import FlowCore
import Workloads

/// The oracle: the same actions folded by the floor's loop, with dependencies of its own.
func plainFoldDigests<F: Feature>(_ input: TrialInput<F>, after counts: [Int]) -> [UInt64] {
  var floor = Floor(
    initialState: input.feature.initialState, reducer: FeatureReducer(input.feature))
  let batch = input.makeBatch()
  var digests: [UInt64] = []
  var done = 0
  for count in counts {
    while done < count {
      batch.refill(min(count - done, input.capacity))
      for action in batch.actions { floor.send(action) }
      done += batch.actions.count
    }
    digests.append(
      combineSlots(input.feature.slotCount) {
        input.feature.read(.digest, floor.state, slot: $0)
      })
  }
  return digests
}
