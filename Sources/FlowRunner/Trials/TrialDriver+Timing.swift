import FlowHarness
import FlowResults
import Measurement
import Platform
import Workloads

// The timing pass: only clocks are read.

extension TrialDriver {
  mutating func time(into outcome: inout TrialOutcome) async {
    let clock = clock ?? .measure()
    let empty = Probes.clocks.emptyWindow()
    let (batch, nsPerAction) = await warmUp(clock)
    let batchNs = UInt64(Double(batch) * nsPerAction)
    let neededNs = clock.shortestIntervalNs(relativeError: Self.clockError)
    if batchNs < neededNs {
      let warning = Caveat.clockTooCoarse(intervalNs: batchNs, neededNs: neededNs)
      outcome.warn(warning.description)
    }
    var wanted = max(
      settings.leastActions, actions(in: settings.sampleNs, nsPerAction: nsPerAction))
    if nsPerAction < 100 { wanted = max(wanted, settings.fastActions) }
    wanted = settings.sampleActions ?? wholePeriods(min(wanted, settings.maximumActions))

    await finishPeriod()
    let sendNs = subject.sendsEarly ? await timeSends(clock, nsPerAction: nsPerAction) : nil
    _ = ReferenceWork.nsPerStep()
    var before = ReferenceWork.nsPerStep()
    for _ in 0..<settings.samples {
      subject.views?.resetCounts()
      let preemptions = ProcessUsage.preemptions()
      let (reading, batches) = await send(wanted, batch: batch, .clocks)
      let after = ReferenceWork.nsPerStep()
      let actions = Double(wanted)
      let wallNs = Double(reading.wallNs) / actions
      var sample = SampleMeasures(actions: wanted, batches: batches)
      sample.wallNs = wallNs
      sample.referenceNs = (before + after) / 2
      before = after
      sample.cpuNs = Self.perAction(
        reading.cpuNs, less: empty.cpuNs, batches: batches, actions: wanted)
      sample.threadCPUNs = Self.perAction(
        reading.threadCPUNs, less: empty.threadCPUNs, batches: batches, actions: wanted)
      // A send that reduces takes the whole time.
      sample.sendNs = subject.sendsEarly ? sendNs : wallNs
      if let preemptions {
        sample.preemptions = ProcessUsage.preemptions().map { $0 - preemptions }
      }
      sample.take(subject.views)
      outcome.samples.append(sample)
    }
  }

  /// Returns the processor time for each action, without the readings of the clock, which take
  /// nearly a microsecond for each batch; `nil` if the batches were too short.
  static func perAction(
    _ sumNs: UInt64?, less emptyNs: UInt64?, batches: Int, actions: Int
  ) -> Double? {
    guard let sumNs else { return nil }
    let ns = Double(sumNs) - Double(emptyNs ?? 0) * Double(batches)
    return ns > 0 ? ns / Double(actions) : nil
  }

  /// Doubles a batch until it is long enough or full, then sends until the end of the warm-up.
  ///
  /// The cost of an action is the mean of all of it, because few actions may be expensive.
  private mutating func warmUp(
    _ clock: ClockQuality
  ) async -> (batch: Int, nsPerAction: Double) {
    let length = BatchLength(clockNs: clock.shortestIntervalNs(relativeError: Self.clockError))
    var batch = 16
    var totalNs: UInt64 = 0
    var count = 0
    while true {
      let (reading, _) = await send(batch, batch: batch, .clocks)
      totalNs += reading.wallNs
      count += batch
      if !length.isReached(actions: batch, ns: reading.wallNs), batch < subject.capacity {
        batch = min(batch * 2, subject.capacity)
      } else if totalNs >= settings.warmUpNs, count >= minWarmUp {
        return (batch, max(0.01, Double(totalNs) / Double(count)))
      }
    }
  }

  /// The minimum number of actions to estimate the cost of one.
  var minWarmUp: Int { max(256, subject.period) }

  /// Returns the mean time inside `send`, from single sends, without the clock's own cost; `nil` if
  /// a send is not longer than a reading of the clock.
  private mutating func timeSends(_ clock: ClockQuality, nsPerAction: Double) async -> Double? {
    let wanted = wholePeriods(
      min(actions(in: settings.sampleNs, nsPerAction: nsPerAction), settings.fastActions))
    let (reading, _) = await send(wanted, batch: subject.capacity, .clocks, timeSends: true)
    let sendNs = Double(reading.sendNs) / Double(wanted) - clock.costNs
    return sendNs > 0 ? sendNs : nil
  }
}

extension SampleMeasures {
  /// Takes the notifications of views in this sample.
  @MainActor
  mutating func take(_ views: ViewHub?) {
    guard let views, let actions else { return }
    notifications = Double(views.invalidations) / Double(actions)
    wasted = Double(views.wasted) / Double(actions)
  }
}
