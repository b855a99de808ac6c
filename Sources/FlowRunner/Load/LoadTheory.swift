import FlowHarness
import Foundation
import Measurement
import Workloads

/// Holds a load against what queueing theory says of any load, and of its arrivals.
struct LoadTheory {
  let request: LoadRequest
  let result: LoadResult
  let log: LoadLog
  let effects: EffectCounts?

  /// How far two sides of an identity may be apart.
  private static let tolerance = 0.01
  /// Chance alone makes one of a hundred thousand loads fail a test.
  private static let significance = 1e-5
  private static let significantScore = 4.417
  /// What it measures is the compiler, and it takes fifty times as long.
  private static let maxActionsOfDebugBuild = 100_000

  /// What theory says.
  ///
  /// - Parameter isSteady: Whether the load has a rate and a queue that do not grow; else all but the
  ///   identities is left out.
  func checks(isSteady: Bool) -> LoadChecks {
    var checks = LoadChecks()
    checkLittle(&checks)
    guard isSteady else { return checks }
    checkArrivals(&checks)
    predictQueueing(&checks)
    return checks
  }

  /// Every arrival that the schedule names is in the load from then until it ended.
  private func checkLittle(_ checks: inout LoadChecks) {
    guard let arrivals = log.arrivals, arrivals.count == result.completed, result.dropped == 0,
      result.completed > 0, result.endedNs > 0, let response = result.whole.response.meanNs,
      // Whoever's end nobody waited for has no times.
      result.whole.response.count == result.completed
    else { return }
    let spanNs = Double(result.endedNs)
    let inSystem = (log.endSumNs - arrivals.sumNs) / spanNs
    let byLaw = Double(result.completed) / spanNs * response
    checks.inSystem = inSystem
    checks.inSystemByLaw = byLaw
    // The instants of a day have 10⁻⁴ ns of rounding each; a response of 0 has no share.
    guard abs(inSystem - byLaw) > Self.tolerance * max(inSystem, byLaw), byLaw > 1e-9 else {
      return
    }
    checks.failures.append(
      "Little's law: \(inSystem) in the system, \(byLaw) by the rate and the mean response")
  }

  private func checkArrivals(_ checks: inout LoadChecks) {
    guard let arrivals = log.arrivals, case .open(let schedule) = request.traffic,
      schedule.process == .poisson, arrivals.gapsNs.count >= 100
    else { return }
    let ratePerNs = schedule.meanRate / 1e9
    let count = Double(arrivals.count)
    let expected = ratePerNs * Double(schedule.profile.totalNs)
    // Instants are whole nanoseconds: at a rate near one in a nanosecond gaps are no numbers of a law.
    guard ratePerNs < 1e-2 else { return }
    let test = AndersonDarling(
      arrivals.gapsNs.map { -expm1(-ratePerNs * max(0.25, Double($0))) })
    checks.arrivalsP = test?.pValue
    let serial = SerialCorrelation(arrivals.gapsNs.map { Double($0) })
    checks.arrivalsScore = serial?.score
    if let pValue = test?.pValue, pValue < Self.significance {
      checks.failures.append("arrivals: gaps are not those of a Poisson process, p \(pValue)")
    }
    if let score = serial?.score, abs(score) > Self.significantScore {
      checks.failures.append("arrivals: a gap depends on the one before it, score \(score)")
    }
    if abs(count - expected) > max(Self.tolerance * expected, 5 * expected.squareRoot()) {
      checks.failures.append("arrivals: \(arrivals.count) came, \(expected) were to be expected")
    }
  }

  /// The mean queueing time by F. Pollaczek and A. Khinchin, of a store, or of the service behind it
  /// where that has one place; by A. K. Erlang where it has more and exponential latencies, by C. Palm
  /// where requests also leave the line after exponential times. A store in real time is simulated
  /// again, where that does not take too long.
  private func predictQueueing(_ checks: inout LoadChecks) {
    let spanNs = Double(max(request.traffic.durationNs, result.endedNs))
    if let service = request.service {
      guard let moments = effects?.moments, let capacity = service.capacity,
        let work = moments.meanWorkNs, let square = moments.meanWorkSquareNs
      else { return }
      let rate = Double(moments.count) / spanNs
      checks.utilisation = Double(moments.servedCount) / spanNs * work / Double(capacity)
      checks.queueingNs = moments.meanWaitNs
      if let patience = service.patience {
        guard case .exponential = service.latency, case .exponential(let ns) = patience,
          rate * work > 0
        else { return }
        checks.queueingByLawNs = ErlangQueue(
          servers: capacity, arrivals: rate * work, patience: Double(ns) / work
        ).map { $0.meanWait * work }
      } else if capacity == 1 {
        checks.queueingByLawNs = QueueTheory.meanWaitNs(
          arrivalsPerNs: rate, meanServiceNs: work, meanSquareServiceNs: square)
      } else if case .exponential = service.latency, rate * work > 0 {
        checks.queueingByLawNs = ErlangQueue(servers: capacity, arrivals: rate * work).map {
          $0.meanWait * work
        }
      }
      return
    }
    // Several workers are no line before one server: their services include the wait for the others.
    guard case .open(let schedule) = request.traffic, schedule.workers == nil else { return }
    let whole = result.whole
    guard let mean = whole.service.meanNs else { return }
    let rate = Double(result.completed) / spanNs
    checks.utilisation = rate * mean
    checks.queueingNs = whole.queueing.meanNs
    guard schedule.process == .poisson, request.maxQueue == nil else { return }
    guard rate > 0 else { return }
    var random = SplitMix64(seed: splitSeed(request.seed, "simulated-line"))
    let line = SimulatedLine(
      arrivalsPerNs: rate, batches: log.stages.flatMap { $0.batches.map(\.times) },
      maxActions: ToolVersion.isDebugBuild ? Self.maxActionsOfDebugBuild : SimulatedLine.maxActions,
      using: &random)
    checks.queueingInterval = line?.interval
    checks.queueingByLawNs =
      line?.meanQueueingNs
      ?? Self.queueingNs(
        arrivalsPerNs: rate, service: whole.service, delay: whole.generatorDelay)
  }

  /// The mean queueing time before a store whose services are not all that takes its thread: between two
  /// of them the generator reads clocks, and the machine may pause. Whoever comes waits for that, too, and
  /// for the generator's delay of its own.
  ///
  /// - Returns: Nanoseconds; `nil` where the line grows for ever, or nothing was measured.
  static func queueingNs(
    arrivalsPerNs: Double, service: LatencyHistogram, delay: LatencyHistogram
  ) -> Double? {
    guard let mean = service.meanNs, let square = service.meanSquareNs,
      let delayMean = delay.meanNs, let delaySquare = delay.meanSquareNs
    else { return nil }
    return QueueTheory.meanWaitNs(
      arrivalsPerNs: arrivalsPerNs, meanServiceNs: mean + delayMean,
      meanSquareServiceNs: square + delaySquare + 2 * mean * delayMean
    ).map { $0 + delayMean }
  }
}
