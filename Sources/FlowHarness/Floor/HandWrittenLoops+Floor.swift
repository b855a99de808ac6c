import Measurement
import Workloads

extension HandWrittenLoops {
  /// `floor`: reduces in place.
  @inline(never)
  static func floor(_ actions: Actions, _ store: inout Floor<CounterFeature>) -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    for action in actions { store.send(action) }
    return MonotonicClock.nowNs() - startNs
  }
}
