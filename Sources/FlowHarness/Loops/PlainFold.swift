public import Workloads

/// What the first actions of a generator must end in: after each of `counts` of them.
///
/// Not timed, but made for each feature where it is named, as the loops are: it folds every action
/// that a trial sends, and would take hundreds of times as long as the trial.
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

/// What views draw of the first `count` actions of a generator, looking after each.
///
/// Made for each feature where it is named, as `plainFoldDigests` is.
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
