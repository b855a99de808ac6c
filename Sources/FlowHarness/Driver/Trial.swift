import Measurement

/// What is measured in a trial; passes are never mixed.
public enum Pass: String, Codable, Sendable, CaseIterable {
  /// Nothing attached but clocks.
  case timing
  /// Allocations, with the allocator's caches off so that counts are exact.
  case counting
}

/// How long and how often a trial measures.
public struct TrialSettings: Codable, Equatable, Sendable {
  /// Actions sent and checked before anything is measured; the same for every design.
  public var proofActions: Int
  /// Time spent sending before the first sample.
  public var warmUpNs: UInt64
  /// Time that one sample should take, unless `fastActions` asks for more.
  public var sampleNs: UInt64
  /// Samples for each process.
  public var samples: Int
  /// The least actions in a sample of a store that needs less than 100 ns for one.
  public var fastActions: Int
  /// The most actions in one sample.
  public var maximumActions: Int
  /// Actions in each sample whatever they take, when a person asked for a number.
  public var sampleActions: Int?
  /// Actions in the counting window, unless they take longer than `sampleNs` × 10.
  public var countedActions: Int
  /// Seconds after which a trial is stopped and its row voided.
  public var limitSeconds: Double
}

/// One trial as the child process is asked for it.
struct TrialRequest: Codable, Equatable {
  var scenario: Scenario
  var pass: Pass
  var round: Int
  var seed: UInt64
  var settings: TrialSettings
  /// Where features that keep files may write.
  var workDirectory: String
  /// What is made to go wrong, in the harness's own tests.
  var fault: PlantedFault.Kind?
}

/// What a trial found.
struct TrialOutcome: Codable, Equatable {
  var samples: [SampleOutcome] = []
  /// The state's digest after the proof actions.
  var digest: UInt64
  var isValid = true
  var reason: String?
}

/// One sample of a trial; `nil` is not measured.
struct SampleOutcome: Codable, Equatable {
  var actions: Int
  var batches: Int
  var wallNsPerAction: Double?
  var cpuNsPerAction: Double?
  var sendNsPerAction: Double?
  var invalidationsPerAction: Double?
  var wastedPerAction: Double?
  var allocationsPerAction: Double?
  var bytesPerAction: Double?
}

/// Runs one trial in this process: proof, calibration, warm-up, samples, check.
@MainActor
struct TrialDriver {
  let request: TrialRequest
  let subject: TrialSubject
  /// The digests a plain fold reaches after the given numbers of actions, ascending.
  let expectedDigests: ([Int]) -> [UInt64]

  private var sent = 0
  private var settings: TrialSettings { request.settings }

  init(
    _ request: TrialRequest, subject: TrialSubject,
    expectedDigests: @escaping ([Int]) -> [UInt64]
  ) {
    self.request = request
    self.subject = subject
    self.expectedDigests = expectedDigests
  }

  /// Everything from a fresh store to the checked result.
  mutating func run() async -> TrialOutcome {
    _ = await send(settings.proofActions, batch: subject.capacity, .clocks)
    if let fault = request.fault { await plant(fault) }
    let proof = await subject.digest()
    var outcome = TrialOutcome(digest: proof)
    switch request.pass {
    case .timing: await time(into: &outcome)
    case .counting: await count(into: &outcome)
    }
    let end = await subject.digest()
    let expected = expectedDigests([settings.proofActions, sent])
    if [proof, end] != expected {
      outcome.isValid = false
      outcome.reason = "wrong digest: the state differs from the floor's"
    }
    return outcome
  }

  private func plant(_ fault: PlantedFault.Kind) async {
    switch fault {
    case .crash: fatalError("a planted crash")
    case .hang: while true { try? await Task.sleep(for: .seconds(3600)) }
    case .wrong:
      // An action that the fold does not see.
      subject.refill(1)
      _ = await subject.drive(false, .clocks)
    }
  }

  private mutating func time(into outcome: inout TrialOutcome) async {
    let clock = ClockQuality.measure()
    let (batch, nsPerAction) = await warmUp(clock)
    let batchNs = UInt64(Double(batch) * nsPerAction)
    outcome.reason = clock.caveat(intervalNs: batchNs, relativeError: Self.clockError)?.description
    var wanted = actions(in: settings.sampleNs, nsPerAction: nsPerAction)
    if nsPerAction < 100 { wanted = max(wanted, settings.fastActions) }
    wanted = settings.sampleActions ?? min(wanted, settings.maximumActions)

    let sendNs = subject.sendsEarly ? await timeSends(clock, nsPerAction: nsPerAction) : nil
    for _ in 0..<settings.samples {
      subject.views?.resetCounts()
      let (reading, batches) = await send(wanted, batch: batch, .clocks)
      let actions = Double(wanted)
      let wallNs = Double(reading.wallNs) / actions
      var sample = SampleOutcome(actions: wanted, batches: batches)
      sample.wallNsPerAction = wallNs
      sample.cpuNsPerAction = Double(reading.cpuNs) / actions
      // A send that is everything takes the whole time.
      sample.sendNsPerAction = subject.sendsEarly ? sendNs : wallNs
      if let views = subject.views {
        sample.invalidationsPerAction = Double(views.invalidations) / actions
        sample.wastedPerAction = Double(views.wasted) / actions
      }
      outcome.samples.append(sample)
    }
  }

  /// Doubles a batch until the clock's error is below 0.1 % of it, or it is full; then sends on
  /// until the warm-up is over.
  ///
  /// The cost of an action is taken over all of that: where few actions are dear (one in sixty
  /// writes a file), the first batch alone says nothing.
  private mutating func warmUp(
    _ clock: ClockQuality
  ) async -> (batch: Int, nsPerAction: Double) {
    let longEnoughNs = clock.shortestIntervalNs(relativeError: Self.clockError)
    var batch = 16
    var total = BatchReading()
    var count = 0
    while true {
      let (reading, _) = await send(batch, batch: batch, .clocks)
      total += reading
      count += batch
      if reading.wallNs < longEnoughNs, batch < subject.capacity {
        batch = min(batch * 2, subject.capacity)
      } else if total.wallNs >= settings.warmUpNs, count >= Self.leastWarmUp {
        return (batch, max(0.01, Double(total.wallNs) / Double(count)))
      }
    }
  }

  /// The share of a batch's time that the clock may be wrong by.
  private static let clockError = 0.001

  /// Actions sent before the cost of one is believed, also where that takes long.
  private static let leastWarmUp = 256

  /// The mean time inside `send`, less the clock's own cost, from sends timed one by one.
  ///
  /// - Returns: `nil` when a send is not longer than one reading of the clock: it was not measured.
  private mutating func timeSends(_ clock: ClockQuality, nsPerAction: Double) async -> Double? {
    let wanted = min(
      actions(in: settings.sampleNs, nsPerAction: nsPerAction), settings.fastActions)
    let (reading, _) = await send(wanted, batch: subject.capacity, .clocks, timeSends: true)
    let sendNs = Double(reading.sendNs) / Double(wanted) - clock.costNs
    return sendNs > 0 ? sendNs : nil
  }

  private mutating func count(into outcome: inout TrialOutcome) async {
    guard AllocationCounter.isExact else {
      outcome.reason = "allocations were not counted: no jemalloc, or its caches are on"
      return
    }
    let counter = AllocationCounter()
    // Once more on the same path, so that what is made only once has been made.
    let (reading, _) = await send(settings.proofActions, batch: 256, .clocks)
    let nsPerAction = Double(reading.wallNs) / Double(max(1, settings.proofActions))
    let affordable = actions(in: settings.sampleNs * 10, nsPerAction: nsPerAction)
    let wanted = min(settings.countedActions, max(100, affordable))
    subject.views?.resetCounts()
    let (counted, batches) = await send(wanted, batch: subject.capacity, .allocations(counter))
    var sample = SampleOutcome(actions: wanted, batches: batches)
    if let allocations = counted.allocations {
      sample.allocationsPerAction = Double(allocations.allocations) / Double(wanted)
      sample.bytesPerAction = Double(allocations.bytes) / Double(wanted)
    }
    if let views = subject.views {
      sample.invalidationsPerAction = Double(views.invalidations) / Double(wanted)
      sample.wastedPerAction = Double(views.wasted) / Double(wanted)
    }
    outcome.samples = [sample]
  }

  /// Sends `count` actions in batches; making them is not measured.
  private mutating func send(
    _ count: Int, batch: Int, _ meters: Meters, timeSends: Bool = false
  ) async -> (BatchReading, batches: Int) {
    var reading = BatchReading()
    var left = count
    var batches = 0
    while left > 0 {
      let size = min(left, batch)
      subject.refill(size)
      reading += await subject.drive(timeSends, meters)
      left -= size
      batches += 1
    }
    sent += count
    return (reading, batches)
  }

  private func actions(in ns: UInt64, nsPerAction: Double) -> Int {
    max(1, min(settings.maximumActions, Int(Double(ns) / nsPerAction)))
  }
}
