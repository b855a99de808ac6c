import Platform
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The actions and the report of a trial with scripted times.
@MainActor
struct TrialDriverTests {
  /// A store that counts actions and takes a fixed time for each.
  @MainActor private final class Fake {
    let nsPerAction: Double
    var sendsEarly = false
    /// The sizes of the batches, and whether single sends were timed.
    var batches: [(size: Int, timeSends: Bool)] = []
    /// The requests to the plain fold.
    var asked: [Int] = []
    /// The number of lost actions.
    var lost = 0
    var sendNs: UInt64 = 5000
    var period = 1
    private var next = 0

    init(nsPerAction: Double) { self.nsPerAction = nsPerAction }

    var sent: Int { batches.map(\.size).reduce(0, +) }

    func subject() -> TrialSubject {
      TrialSubject(
        capacity: 1024, sendsEarly: sendsEarly, views: nil, period: period,
        refill: { self.next = $0 },
        drive: { timeSends, _ in self.drive(timeSends) },
        driveLoad: { _ in preconditionFailure("it drives no load") },
        digest: { Self.digest(self.sent - self.lost) })
    }

    private func drive(_ timeSends: Bool) -> BatchReading {
      batches.append((next, timeSends))
      let wallNs = UInt64(Double(next) * nsPerAction)
      return BatchReading(
        wallNs: wallNs, cpuNs: wallNs * 2, sendNs: timeSends ? UInt64(next) * sendNs : 0)
    }

    static func digest(_ count: Int) -> UInt64 { splitSeed(UInt64(count), "state") }

    func expected(_ counts: [Int]) -> [UInt64] {
      asked = counts
      return counts.map { Self.digest($0) }
    }
  }

  private let settings = TrialSettings(
    verificationActions: 2500, warmUpNs: 3_000_000, sampleNs: 5_000_000, samples: 3,
    leastActions: 1, fastActions: 40_000,
    maximumActions: 100_000, countedActions: 500, limitSeconds: 10)

  private func run(
    _ fake: Fake, fault: PlantedFault.Kind? = nil,
    _ change: (inout TrialSettings) -> Void = { _ in }
  ) async -> TrialOutcome {
    var settings = settings
    change(&settings)
    let request = TrialRequest(
      scenario: .sample("counter", .single, 1, "flow"), pass: .timing, round: 0, seed: 1,
      settings: settings, workDirectory: "", fault: fault)
    var driver = TrialDriver(
      request, subject: fake.subject(), expectedDigests: { fake.expected($0) },
      clock: ClockQuality(stepNs: 20, costNs: 25))
    return await driver.time()
  }

  @Test func `a trial sends verification, calibration, warm-up and samples`() async {
    let fake = Fake(nsPerAction: 1000)
    let outcome = await run(fake)
    #expect(fake.batches.prefix(4).map(\.size) == [1024, 1024, 452, 16])
    // 3 ms of warm-up, ended by a whole batch, and three times 5 ms, of 1,000 ns for each action.
    let warmUp = fake.sent - 2500 - 3 * 5000
    #expect(warmUp >= 3000 && warmUp < 3000 + 1024, "\(warmUp)")
    #expect(outcome.samples.map(\.actions) == [5000, 5000, 5000])
    #expect(fake.asked == [2500, fake.sent])
    #expect(outcome.isValid)
    #expect(outcome.reason == nil)
    #expect(outcome.digest == Fake.digest(2500))
  }

  @Test func `samples consist of batches of the calibrated size`() async {
    let fake = Fake(nsPerAction: 1000)
    let outcome = await run(fake)
    // After three batches of verification a calibration doubles from 16 until it is long enough.
    let afterVerification = fake.batches.dropFirst(3).map(\.size)
    let doublings = zip(afterVerification, afterVerification.dropFirst()).prefix { $1 == 2 * $0 }
      .count
    let size = 16 << doublings
    for sample in outcome.samples {
      #expect(sample.batches == (5000 + size - 1) / size)
    }
    let tail = fake.batches.suffix(outcome.samples.compactMap(\.batches).reduce(0, +))
    #expect(tail.map(\.size).reduce(0, +) == 15_000)
    #expect(tail.map(\.size).max() == size)
    #expect(!tail.contains { $0.timeSends })
  }

  @Test func `the cost of expensive actions is the mean of 256`() async {
    let fake = Fake(nsPerAction: 1e6)
    _ = await run(fake)
    // An action of 1 ms is long enough for the clock, so a batch stays at 16.
    #expect(fake.sent == 2500 + 256 + 3 * 5)
  }

  @Test func `a batch that is too short for the clock has a warning`() async throws {
    // 1,024 actions of 0.01 ns are below the resolution of any clock.
    let outcome = await run(Fake(nsPerAction: 0.01)) { $0.warmUpNs = 100 }
    #expect(outcome.isValid)
    #expect(outcome.reason?.hasPrefix("clock too coarse") == true)
    #expect(await run(Fake(nsPerAction: 1000)).reason == nil)
  }

  @Test func `wall and processor times are per action`() async {
    let outcome = await run(Fake(nsPerAction: 1000))
    #expect(outcome.samples.map(\.wallNs) == [1000, 1000, 1000])
    // The reference is real work, also beside a simulated store.
    #expect(outcome.samples.allSatisfy { ($0.referenceNs ?? 0) > 0.1 })
    // The cost of reading the clock is subtracted.
    #expect(outcome.samples.allSatisfy { 1800..<2000 ~= $0.cpuNs ?? 0 })
    #expect(outcome.samples.allSatisfy { $0.threadCPUNs == nil })
    #expect(outcome.samples.allSatisfy { $0.allocations == nil })
    #expect(outcome.samples.allSatisfy { $0.notifications == nil })
  }

  @Test func `a requested number of actions exceeds all bounds`() async {
    for actions in [1, 7, 200_000] {
      let outcome = await run(Fake(nsPerAction: 1000)) { $0.sampleActions = actions }
      #expect(outcome.samples.map(\.actions) == [actions, actions, actions])
    }
  }

  @Test func `samples contain whole periods of the stream`() async {
    let fake = Fake(nsPerAction: 1000)
    fake.period = 3001
    fake.sendsEarly = true
    let outcome = await run(fake)
    // 5 ms are 5,000 actions.
    #expect(outcome.samples.map(\.actions) == [6002, 6002, 6002])
    #expect(fake.sent % 3001 == 0)
    let timed = fake.batches.filter(\.timeSends).map(\.size).reduce(0, +)
    #expect(timed == 6002)
    #expect(outcome.isValid)
  }

  @Test func `a fast store has a minimum number of actions, a slow one a minimum time`() async {
    #expect(await run(Fake(nsPerAction: 50)).samples.map(\.actions) == [100_000, 100_000, 100_000])
    let fast = await run(Fake(nsPerAction: 50)) { $0.sampleNs = 1000 }
    #expect(fast.samples.map(\.actions) == [40_000, 40_000, 40_000])
    let slow = await run(Fake(nsPerAction: 100)) { $0.sampleNs = 1000 }
    #expect(slow.samples.map(\.actions) == [10, 10, 10])
    let slower = await run(Fake(nsPerAction: 1e6)) { $0.sampleNs = 1000 }
    #expect(slower.samples.map(\.actions) == [1, 1, 1])
  }

  @Test func `no sample has more than the maximum number of actions`() async {
    let outcome = await run(Fake(nsPerAction: 10)) { $0.maximumActions = 30_000 }
    #expect(outcome.samples.map(\.actions) == [30_000, 30_000, 30_000])
    let count = await run(Fake(nsPerAction: 1000)) { $0.samples = 7 }
    #expect(count.samples.count == 7)
  }

  @Test func `a send that reduces takes the whole time`() async {
    let fake = Fake(nsPerAction: 1000)
    let outcome = await run(fake)
    #expect(outcome.samples.map(\.sendNs) == [1000, 1000, 1000])
    #expect(!fake.batches.contains { $0.timeSends })
  }

  @Test func `a send that returns early is timed without the clock's cost`() async throws {
    let fake = Fake(nsPerAction: 10_000)
    fake.sendsEarly = true
    let outcome = await run(fake)
    let sendNs = try #require(outcome.samples.first?.sendNs)
    // One reading of the clock is subtracted from 5,000 ns.
    #expect(sendNs > 0 && sendNs < 5000)
    #expect(outcome.samples.allSatisfy { $0.sendNs == sendNs })
    #expect(outcome.samples.map(\.wallNs) == [10_000, 10_000, 10_000])
    #expect(fake.batches.filter(\.timeSends).map(\.size) == [500])
    #expect(fake.asked == [2500, fake.sent])
    #expect(outcome.isValid)
  }

  @Test func `a send shorter than a reading of the clock is unknown, not zero`() async {
    let fake = Fake(nsPerAction: 10_000)
    fake.sendsEarly = true
    fake.sendNs = 0
    let outcome = await run(fake)
    #expect(outcome.samples.map(\.sendNs) == [nil, nil, nil])
    #expect(outcome.isValid)
  }

  @Test func `a wrong final state invalidates the trial`() async {
    let fake = Fake(nsPerAction: 1000)
    fake.lost = 1
    let outcome = await run(fake)
    #expect(!outcome.isValid)
    #expect(outcome.reason == "wrong digest: the state differs from the floor's")
    #expect(outcome.samples.count == 3)
  }

  @Test func `a planted wrong action invalidates the trial`() async {
    let fake = Fake(nsPerAction: 1000)
    let outcome = await run(fake, fault: .wrong)
    #expect(!outcome.isValid)
    #expect(fake.asked == [2500, fake.sent - 1])
  }

  @Test func `processor time excludes readings of the clock`() {
    #expect(TrialDriver.perAction(11_000, less: 500, batches: 2, actions: 100) == 100)
    #expect(TrialDriver.perAction(11_000, less: nil, batches: 2, actions: 100) == 110)
    #expect(TrialDriver.perAction(1000, less: 500, batches: 2, actions: 100) == nil)
    #expect(TrialDriver.perAction(nil, less: 500, batches: 2, actions: 100) == nil)
  }

  @Test func `a process without the counting library counts nothing`() async throws {
    let request = TrialRequest(
      scenario: .sample("counter", .single, 1, "flow"), pass: .counting, round: 0, seed: 1,
      settings: settings, workDirectory: "", fault: nil)
    let outcome = try await CountingTrial(request: request, catalogue: ConformanceTests.catalogue)
      .run()
    #expect(!outcome.isValid && outcome.samples.isEmpty)
    #expect(outcome.reason == "not counted: the counting library is not loaded")
  }

  @Test func `windows of a trial are combined, and a bad one invalidates all`() {
    let sample = SampleMeasures(actions: 1, batches: 1)
    let good = TrialOutcome(samples: [sample], digest: 7)
    var sum = good
    sum.append(good)
    #expect(sum.isValid && sum.samples.count == 2 && sum.reason == nil)
    var doubtful = good
    doubtful.warn("a")
    doubtful.warn("b")
    doubtful.warn("a")
    sum.append(doubtful)
    #expect(sum.isValid && sum.reason == "a; b")
    var other = good
    other.digest = 8
    sum.append(other)
    #expect(!sum.isValid && sum.reason?.hasPrefix("wrong digest") == true)
    var broken = good
    broken.append(TrialOutcome(digest: 7, isValid: false, reason: "why"))
    #expect(!broken.isValid && broken.reason == "why")
  }
}

struct BatchLengthTests {
  @Test(
    arguments: [
      // Slow actions need a millisecond because of the disturbance at the ends.
      (16, 117_000, false), (128, 937_000, false), (137, 1_000_000, true),
      // Thousands of fast actions are enough for both.
      (4096, 82_000, true), (4095, 82_000, false), (4096, 2_000, false), (65_536, 30_000, true),
      (65_536, 29_999, false),
    ] as [(Int, UInt64, Bool)])
  func `a batch is long enough for the clock and for the disturbance at its ends`(
    actions: Int, ns: UInt64, isReached: Bool
  ) {
    #expect(BatchLength(clockNs: 30_000).isReached(actions: actions, ns: ns) == isReached)
  }
}
