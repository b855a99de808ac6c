import FlowCore
import Measurement
import PublishedDesigns
import Testing
import Workloads

@testable import FlowDesigns
@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The driver's loops against the loops written by hand: that both do the same work, and that what
/// is made of their times is right. No time is asserted.
@MainActor
struct LoopCostTests {
  nonisolated static let withLoops = ConformanceTests.designs + ["observable-by-hand"]
  nonisolated static let designs = LoopCost.emptyDesigns + withLoops
  static let input = TrialInput(
    feature: CounterFeature(), distribution: .uniform, seed: 7, views: [])

  private var quick: LoopCostSettings {
    var settings = LoopCostSettings()
    settings.rounds = 6
    settings.batchNs = 1
    // The other tests of this process would feel it.
    settings.isPinned = false
    return settings
  }

  private func hand(_ design: String) throws -> RacedLoop {
    let make = try #require(ConformanceTests.catalogue.handLoops[design])
    return RacedLoop(Self.input, try #require(make(Self.input.feature)))
  }

  @Test func `every design of the catalogue has a loop written by hand`() {
    #expect(LoopCost.designs(of: ConformanceTests.catalogue) == Self.designs)
  }

  @Test(arguments: designs)
  func `both loops end in the same state`(design: String) async throws {
    let cost = try await LoopCost.measure(
      design: design, catalogue: ConformanceTests.catalogue, settings: quick)
    #expect(cost.design == design)
    #expect(cost.reason?.hasPrefix("different work") != true, "\(cost.reason ?? "")")
    #expect(cost.rounds == 6 && cost.batchActions >= 16)
    #expect(cost.core == nil)
    #expect(cost.driverNs != nil && cost.differenceNs != nil)
    #expect((cost.handNs == nil) == (design == "empty"))
  }

  @Test(arguments: withLoops)
  func `a loop written by hand sends every action of every batch`(design: String) async throws {
    let hand = try hand(design)
    for size in [1, 100, 7] {
      hand.refill(size)
      _ = await hand.drive()
    }
    #expect(await hand.digest() == plainFoldDigests(Self.input, after: [108])[0])
  }

  @Test func `a loop written by hand that loses an action voids the row`() async throws {
    let store = FlowAdapter(Self.input.feature).store
    let wrong = HandLoop(
      drive: {
        HandWrittenLoops.flow(UnsafeBufferPointer(rebasing: $0.dropLast()), store)
      },
      state: { store.state })
    let cost = await race(against: RacedLoop(Self.input, wrong))
    #expect(cost.reason?.hasPrefix("different work: the driver's digest is ") == true)
    #expect(cost.driverNs == nil && cost.handNs == nil && cost.differenceNs == nil)
  }

  @Test func `a right loop in its place does not`() async throws {
    let cost = await race(against: try hand("flow"))
    #expect(cost.reason == nil)
    #expect(cost.driverNs != nil && cost.handNs != nil)
  }

  private func race(against hand: RacedLoop) async -> LoopCost {
    let subject = TrialSubject.driving(
      Self.input, store: FlowAdapter(Self.input.feature))
    let reference = LoopRace.Reference(hand: hand) { plainFoldDigests(Self.input, after: $0) }
    return await LoopRace(subject, against: reference, settings: quick).run("flow", core: nil)
  }

  @Test func `a design that nobody has written is refused, and the others are named`() async {
    await #expect {
      _ = try await LoopCost.measure(design: "flaw", catalogue: ConformanceTests.catalogue)
    } throws: {
      let line = "\($0)"
      return line.hasPrefix("<design>: no design is called 'flaw'; did you mean 'flow'?")
        && line.hasSuffix("choose from " + Self.designs.joined(separator: ", "))
    }
  }

  /// Stands for both loops: each takes a fixed time for an action, and says when it ran.
  @MainActor private final class Track {
    var order = ""
    var next = (driver: 0, hand: 0)
    var sent = (driver: 0, hand: 0)
    let ns: (driver: Double, hand: Double)

    init(driverNs: Double, handNs: Double) { ns = (driverNs, handNs) }

    func race(_ settings: LoopCostSettings) async -> LoopCost {
      let subject = TrialSubject(
        capacity: 1000, sendsEarly: false, views: nil, refill: { self.next.driver = $0 },
        drive: { _, _ in
          self.order += "d"
          self.sent.driver += self.next.driver
          return BatchReading(wallNs: UInt64(Double(self.next.driver) * self.ns.driver))
        },
        driveLoad: { _ in preconditionFailure("it drives no load") },
        digest: { UInt64(self.sent.driver) })
      let hand = RacedLoop(
        refill: { self.next.hand = $0 },
        drive: {
          self.order += "h"
          self.sent.hand += self.next.hand
          return UInt64(Double(self.next.hand) * self.ns.hand)
        },
        digest: { UInt64(self.sent.hand) })
      let reference = LoopRace.Reference(hand: hand) { $0.map { UInt64($0) } }
      let clock = ClockQuality(stepNs: 20, costNs: 25)
      return await LoopRace(subject, against: reference, settings: settings, clock: clock)
        .run("flow", core: 3)
    }
  }

  @Test func `the loops take turns with as many actions each, in batches of the least time`() async
  {
    var settings = quick
    settings.batchNs = 1_000_000
    let track = Track(driverNs: 3000, handNs: 2500)
    let cost = await track.race(settings)
    // 16 doubled until the faster loop takes a millisecond: 512 × 2,500 ns.
    #expect(cost.batchActions == 512 && cost.rounds == 6 && cost.core == 3)
    #expect(track.order == "dh" + String(repeating: "dh", count: 5) + Self.turns(6))
    #expect(track.sent.driver == track.sent.hand)
    #expect(cost.driverNs == 3000 && cost.handNs == 2500 && cost.differenceNs == 500)
  }

  @Test func `a batch that is full before it takes long enough is sent several times`() async {
    var settings = quick
    settings.batchNs = 1_000_000
    let track = Track(driverNs: 400, handNs: 500)
    let cost = await track.race(settings)
    // 1,000 actions of 400 ns fit; three times that is more than a millisecond.
    #expect(cost.batchActions == 3000)
    #expect(track.order.hasSuffix("dddhhhhhhddd"))
    #expect(cost.driverNs == 400 && cost.handNs == 500 && cost.differenceNs == -100)
  }

  private static func turns(_ count: Int) -> String { String(repeating: "dhhd", count: count) }
}
