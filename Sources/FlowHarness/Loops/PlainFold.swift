public import Workloads

/// Returns the digests after each of `counts` of the generator's first actions.
///
/// It is specialised for each feature, because it folds every action of a trial, and would
/// otherwise take hundreds of times as long as the trial.
@inlinable
@inline(never)
package func plainFoldDigests<F: Feature>(_ input: TrialInput<F>, after counts: [Int]) -> [UInt64] {
  var fold = Floor(input.feature)
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

/// Returns the drawings of views after each of the generator's first `count` actions.
@inlinable
@inline(never)
func plainFoldViews<F: Feature>(_ input: TrialInput<F>, after count: Int) -> FoldedViews {
  let memory = StoreArray(of: Floor(input.feature))
  var views = FoldedViews(input.views) { memory.base.pointee.read($0, slot: $1) }
  let batch = input.makeBatch()
  var done = 0
  while done < count {
    batch.refill(min(count - done, input.capacity))
    for action in batch.actions {
      memory.base.pointee.send(action)
      views.look()
    }
    done += batch.actions.count
  }
  return views
}
