import PublishedStores
import Workloads

/// The oracle: actions folded by the floor's loop, with dependencies of its own.
struct PlainFold<F: Feature> {
  private let feature: F
  private var floor: Floor<FeatureReducer<F>>

  /// Nothing has happened.
  init(_ feature: F) {
    self.feature = feature
    floor = Floor(initialState: feature.initialState, reducer: FeatureReducer(feature))
  }

  /// Applies an action, and what it causes.
  mutating func send(_ action: F.Action) { floor.send(action) }

  /// The digest of the whole state.
  var digest: UInt64 {
    combineSlots(feature.slotCount) { feature.read(.digest, floor.state, slot: $0) }
  }
}

/// What the first actions of a generator must end in: after each of `counts` of them.
func plainFoldDigests<F: Feature>(_ input: TrialInput<F>, after counts: [Int]) -> [UInt64] {
  var fold = PlainFold(input.feature)
  let batch = input.makeBatch()
  var digests: [UInt64] = []
  var done = 0
  for count in counts {
    while done < count {
      batch.refill(min(count - done, input.capacity))
      for action in batch.actions { fold.send(action) }
      done += batch.actions.count
    }
    digests.append(fold.digest)
  }
  return digests
}
