internal import Foundation

/// Measures the costs of actions.
struct CostMeter<Action> {
  let perform: Perform<Action>
  /// A Boolean value that indicates whether another thread than the caller's may send the actions.
  let isAsync: Bool

  /// The rounds before a measurement, and in a measurement of counts.
  static var warmUps: Int { 8 }
  static var countedRounds: Int { 32 }

  // MARK: - Counts

  /// Returns the cost of the actions of a series, without stack and durations.
  func counts(_ series: Series<Action>) throws -> Cost {
    var counting = series
    counting.warmUps = Self.warmUps
    counting.rounds = Self.countedRounds
    let events = try ExactEvents.counted(isAsync: isAsync) { probe, isEmpty in
      var series = counting
      if isEmpty { series.rounds = 0 }
      try perform(series, probe)
    }
    return cost(events, actions: Double(counting.count))
  }

  private func cost(_ events: ExactEvents, actions: Double) -> Cost {
    let answers = KnownAnswers.ofThisProcess
    func each(_ reason: String?, _ value: (Events) -> Int64) -> Count {
      reason.map(Count.init(missing:)) ?? events.count(of: value).map { $0 / actions }
    }
    func heap(_ value: (Events) -> UInt64) -> Count {
      each(answers.heapReason) { Int64(bitPattern: value($0)) }
    }
    func runtime(_ value: (Events) -> UInt64) -> Count {
      each(answers.runtimeReason) { Int64(bitPattern: value($0)) }
    }
    return Cost(
      allocations: heap(\.allocations), reallocations: heap(\.reallocations), frees: heap(\.frees),
      bytes: heap(\.bytesAsked),
      keptBytes: (answers.heapReason.map(Count.init(missing:)) ?? events.keptBytes).map {
        $0 / actions
      },
      objects: runtime(\.objects), retains: runtime(\.retains), releases: runtime(\.releases),
      stackBytes: Count(missing: "the stack of asynchronous functions is not measured"),
      time: .notMeasured, cold: .notMeasured)
  }

  // MARK: - Durations

  /// Returns the duration of an action of a series in a loop.
  func time(_ series: Series<Action>) throws -> Timing {
    guard Timing.isMeasured else { return .notMeasured }
    return Timing(samples: try samples(series))
  }

  /// Returns durations in nanoseconds per action, of a batch with a new store each.
  private func samples(_ series: Series<Action>) throws -> [Double] {
    let batch = try sized(series)
    var samples: [Double] = []
    let endNs = Clock.nowNs() + 200_000_000
    while samples.count < 61, samples.count < 11 || Clock.nowNs() < endNs {
      samples.append(try durationNs(batch) / Double(batch.count))
    }
    return samples
  }

  /// Returns a series whose batch takes at least 50 µs, unless its actions are faster than 50 ns.
  ///
  /// It has at most 1,024 rounds, because the state of some stores grows with each action.
  func sized(_ series: Series<Action>) throws -> Series<Action> {
    var batch = series
    batch.warmUps = Self.warmUps
    batch.rounds = 1
    while batch.rounds < 1_024, try durationNs(batch) < 50_000 { batch.rounds *= 2 }
    return batch
  }

  /// Returns the duration of one batch in nanoseconds.
  func durationNs(_ series: Series<Action>) throws -> Double {
    let probe = Probe(.clock)
    try perform(series, probe)
    return probe.durationsNs[0]
  }

  /// Returns the duration of a single action after a pause.
  func cold(_ series: Series<Action>) throws -> Timing {
    guard Timing.isMeasured else { return .notMeasured }
    var single = series
    single.warmUps = Self.warmUps
    single.rounds = 1
    single.batches = 15
    let probe = Probe(.pacedClock)
    try perform(single, probe)
    return Timing(samples: probe.durationsNs.map { $0 / Double(single.count) })
  }
}
