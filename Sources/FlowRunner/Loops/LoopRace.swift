import FlowHarness
import Measurement

/// The driver's loop and the one written by hand, taking turns in one process.
@MainActor
struct LoopRace {
  /// What the driver is compared with.
  struct Reference {
    let hand: RacedLoop
    /// The digests that a plain fold reaches after the given numbers of actions, ascending.
    let expectedDigests: ([Int]) -> [UInt64]
  }

  private let subject: TrialSubject
  private let reference: Reference?
  private let settings: LoopCostSettings
  private let length: BatchLength
  private var actions = 0

  /// A race between the driver of `subject` and its reference; without one, the driver runs alone.
  init(
    _ subject: TrialSubject, against reference: Reference? = nil, settings: LoopCostSettings,
    clock: ClockQuality = .measure()
  ) {
    self.subject = subject
    self.reference = reference
    self.settings = settings
    let clockNs = clock.shortestIntervalNs(relativeError: TrialDriver.clockError)
    length = BatchLength(clockNs: max(settings.batchNs, clockNs))
  }

  /// Sizes the batches, lets both loops take turns, holds their ends against a plain fold.
  consuming func run(_ design: String, core: Int?) async -> LoopCost {
    let (batch, parts) = await size()
    var rounds: [LoopRound] = []
    rounds.reserveCapacity(settings.rounds)
    for _ in 0..<settings.rounds {
      let first = await driver(batch, parts)
      var between: (Double, Double)?
      if let reference {
        between = (await hand(reference, batch, parts), await hand(reference, batch, parts))
      }
      rounds.append(LoopRound(driver: (first, await driver(batch, parts)), hand: between))
    }
    var cost = LoopCost(
      design: design, batchActions: batch * parts, rounds: settings.rounds, core: core)
    cost.reason = await fault()
    if cost.reason == nil { cost.take(rounds) }
    return cost
  }

  /// Doubles a batch until it is long enough for both loops or full; one that is full before that
  /// is sent several times over. This warms both loops up as well.
  private mutating func size() async -> (batch: Int, parts: Int) {
    var batch = min(settings.minActions, subject.capacity)
    while true {
      var perAction = await driver(batch, 1)
      if let reference { perAction = min(perAction, await hand(reference, batch, 1)) }
      let ns = perAction * Double(batch)
      if length.isReached(actions: batch, ns: UInt64(ns)) { return (batch, 1) }
      if batch == subject.capacity {
        return (batch, min(64, Int((Double(length.clockNs) / max(1, ns)).rounded(.up))))
      }
      batch = min(batch * 2, subject.capacity)
    }
  }

  /// Nanoseconds for an action of the driver.
  private mutating func driver(_ batch: Int, _ parts: Int) async -> Double {
    var ns: UInt64 = 0
    for _ in 0..<parts {
      subject.refill(batch)
      ns += await subject.drive(false, .clocks).wallNs
    }
    actions += batch * parts
    return Double(ns) / Double(batch * parts)
  }

  /// Nanoseconds for an action of the loop written by hand.
  private func hand(_ reference: Reference, _ batch: Int, _ parts: Int) async -> Double {
    var ns: UInt64 = 0
    for _ in 0..<parts {
      reference.hand.refill(batch)
      ns += await reference.hand.drive()
    }
    return Double(ns) / Double(batch * parts)
  }

  /// Why the two loops cannot be compared: they did different work.
  private func fault() async -> String? {
    guard let reference else { return nil }
    let driven = await subject.digest()
    let written = await reference.hand.digest()
    let expected = reference.expectedDigests([actions])[0]
    guard driven == expected, written == expected else {
      return
        "different work: the driver's digest is \(driven), the hand-written loop's \(written), "
        + "a plain fold's \(expected)"
    }
    return nil
  }
}
