import FlowHarness
import FlowResults
import Measurement
import Platform

// The timing pass: nothing attached but clocks.

extension TrialDriver {
  mutating func time(into outcome: inout TrialOutcome) async {
    let clock = clock ?? .measure()
    let empty = Meters.clocks.emptyWindow()
    let (batch, nsPerAction) = await warmUp(clock)
    let batchNs = UInt64(Double(batch) * nsPerAction)
    let neededNs = clock.shortestIntervalNs(relativeError: Self.clockError)
    if batchNs < neededNs {
      let warning = Caveat.clockTooCoarse(intervalNs: batchNs, neededNs: neededNs)
      outcome.warn(warning.description)
    }
    var wanted = actions(in: settings.sampleNs, nsPerAction: nsPerAction)
    if nsPerAction < 100 { wanted = max(wanted, settings.fastActions) }
    wanted = settings.sampleActions ?? wholePeriods(min(wanted, settings.maximumActions))

    await finishPeriod()
    let sendNs = subject.sendsEarly ? await timeSends(clock, nsPerAction: nsPerAction) : nil
    for _ in 0..<settings.samples {
      subject.views?.resetCounts()
      let preemptions = ProcessUsage.preemptions()
      let (reading, batches) = await send(wanted, batch: batch, .clocks)
      let actions = Double(wanted)
      let wallNs = Double(reading.wallNs) / actions
      var sample = SampleMeasures(actions: wanted, batches: batches)
      sample.wallNs = wallNs
      sample.cpuNs = Self.perAction(
        reading.cpuNs, less: empty.cpuNs, batches: batches, actions: wanted)
      sample.threadCPUNs = Self.perAction(
        reading.threadCPUNs, less: empty.threadCPUNs, batches: batches, actions: wanted)
      // A send that is everything takes the whole time.
      sample.sendNs = subject.sendsEarly ? sendNs : wallNs
      if let preemptions {
        sample.preemptions = ProcessUsage.preemptions().map { $0 - preemptions }
      }
      sample.take(subject.views)
      outcome.samples.append(sample)
    }
  }

  /// Processor time for each action, without what reading the clock took in each batch.
  ///
  /// A reading enters the kernel and costs nearly a microsecond, which a batch long enough for the
  /// wall clock does not hide.
  ///
  /// - Returns: `nil` when nothing is left: the batches were too short to be measured.
  static func perAction(
    _ sumNs: UInt64?, less emptyNs: UInt64?, batches: Int, actions: Int
  ) -> Double? {
    guard let sumNs else { return nil }
    let ns = Double(sumNs) - Double(emptyNs ?? 0) * Double(batches)
    return ns > 0 ? ns / Double(actions) : nil
  }

  /// Doubles a batch until it is long enough, with a clock's error below 0.1 %, or full; then sends
  /// on until the warm-up is over.
  ///
  /// The cost of an action is taken over all of that: where few actions are expensive (one in sixty
  /// writes a file), the first batch alone says nothing.
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

  /// Actions sent before the cost of one is believed, also where that takes long.
  private var minWarmUp: Int { max(256, subject.period) }

  /// The mean time inside `send`, less the clock's own cost, from sends timed one by one.
  ///
  /// - Returns: `nil` when a send is not longer than one reading of the clock: it was not measured.
  private mutating func timeSends(_ clock: ClockQuality, nsPerAction: Double) async -> Double? {
    let wanted = wholePeriods(
      min(actions(in: settings.sampleNs, nsPerAction: nsPerAction), settings.fastActions))
    let (reading, _) = await send(wanted, batch: subject.capacity, .clocks, timeSends: true)
    let sendNs = Double(reading.sendNs) / Double(wanted) - clock.costNs
    return sendNs > 0 ? sendNs : nil
  }
}

extension SampleMeasures {
  /// What views were notified of in this sample.
  @MainActor
  mutating func take(_ views: ViewHub?) {
    guard let views, let actions else { return }
    notifications = Double(views.invalidations) / Double(actions)
    wasted = Double(views.wasted) / Double(actions)
  }
}

/// When a batch is long enough to be timed as a whole.
///
/// Two things must be small beside it: the clock's step and cost, and what its two ends disturb. Reading
/// the processor's time enters the kernel; the actions after that run some microseconds slower until the
/// caches are as they were, which was 2 % of a batch of 16 actions of 7 µs each. A batch of thousands of
/// actions hides that, whatever they take, and is not made longer: it would leave the caches itself.
struct BatchLength {
  /// The shortest time that the clock can measure.
  let clockNs: UInt64

  /// So many actions hide what the ends of a batch disturb.
  static let manyActions = 4096
  /// So long a batch of fewer actions hides it.
  static let calmNs: UInt64 = 1_000_000

  /// Whether a batch of so many actions that took so long is long enough.
  func isReached(actions: Int, ns: UInt64) -> Bool {
    ns >= clockNs && (actions >= Self.manyActions || ns >= Self.calmNs)
  }
}
