import Measurement

/// What the meter of a load writes down until it hands it over: the times of actions, and totals.
///
/// 1.5 MB, made before the load begins and used again. A page is of one stage and of one slice of the
/// load; a slice in which the stage changes has several pages.
struct LoadPage {
  /// The four times of the actions that ended while this page was written.
  var times = ActionLatencyRecorder()
  /// The stage that these actions were meant to come in.
  var stage = 0
  /// When the slice ends that the page is of.
  var endNs: UInt64 = 0
  /// Whether the slice ends with it.
  var endsSlice = false
  /// The number of slices that end with it: more than 1 only if no action ended in any of them.
  var slices = 1
  /// Actions completed until then, since the start.
  var completedTotal = 0
  /// Actions dropped until then.
  var droppedTotal = 0
  /// The sum of the instants at which these actions ended, in nanoseconds.
  var endSumNs = 0.0

  /// What it says, in memory of its own.
  var reading: PageReading {
    PageReading(
      stage: stage, endNs: endNs, endsSlice: endsSlice, slices: slices,
      completedTotal: completedTotal, droppedTotal: droppedTotal, endSumNs: endSumNs,
      times: times.latencies)
  }

  /// Forgets everything, and keeps the memory.
  mutating func reset() {
    times.reset()
    slices = 1
    endSumNs = 0
  }
}

/// What a page says once it is read, or those of several workers together.
struct PageReading: Equatable {
  /// The stage that its actions were meant to come in.
  var stage: Int
  /// When the slice ends that they ended in, or the last one of several.
  var endNs: UInt64
  /// Whether the slice ends with it.
  var endsSlice: Bool
  /// The number of slices that end with it: more than 1 only if no action ended in any of them.
  var slices = 1
  /// Actions completed until then, since the start.
  var completedTotal: Int
  /// Actions dropped until then.
  var droppedTotal: Int
  /// The sum of the instants at which its actions ended, in nanoseconds.
  var endSumNs: Double
  /// The four times of its actions.
  var times: ActionLatencies
}
