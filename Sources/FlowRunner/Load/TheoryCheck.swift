import FlowHarness
import FlowResults
import Foundation
import Measurement
import Workloads

/// Compares a load with the predictions of queueing theory, and its arrivals with their
/// distribution.
struct TheoryCheck {
  let request: LoadRequest
  let result: LoadResult
  let log: BatchLog
  let effects: EffectCounts?

  /// The accepted relative difference between two sides of an identity.
  private static let tolerance = 0.01
  /// One of a hundred thousand correct loads fails a test.
  private static let significance = 1e-5
  private static let significantScore = 4.417
  /// The simulated queue takes fifty times as long in a debug build.
  private static let maxActionsOfDebugBuild = 100_000

  /// Adds the predictions to the quality of a load.
  ///
  /// - Parameter isSteady: Indicates whether the rate is constant and the queue does not grow. If
  ///   `false`, only Little's law applies.
  func check(_ quality: inout LoadQuality, isSteady: Bool) {
    var failures: [String] = []
    checkLittle(&quality, &failures)
    if isSteady {
      checkArrivals(&quality, &failures)
      if request.service == nil {
        predictQueueing(&quality)
      } else {
        predictQueueingAtService(&quality)
      }
    }
    quality.failedChecks = failures.joined(separator: "; ")
  }

  /// Little's law: the mean number in the system is the rate times the mean response time.
  private func checkLittle(_ quality: inout LoadQuality, _ failures: inout [String]) {
    guard let arrivals = log.arrivals, arrivals.count == result.completed, result.dropped == 0,
      result.completed > 0, result.endedNs > 0, let response = result.whole.response.meanNs,
      // Actions that were cancelled have no times.
      result.whole.response.count == result.completed
    else { return }
    let spanNs = Double(result.endedNs)
    let inSystem = (log.endSumNs - arrivals.sumNs) / spanNs
    let byLaw = Double(result.completed) / spanNs * response
    quality.inSystem = inSystem
    quality.inSystemByLaw = byLaw
    // Rounding moves the instants of a day by 10⁻⁴ ns each, so a response time of 0 cannot be
    // checked.
    guard abs(inSystem - byLaw) > Self.tolerance * max(inSystem, byLaw), byLaw > 1e-9 else {
      return
    }
    failures.append(
      "Little's law: \(inSystem) in the system, \(byLaw) by the rate and the mean response")
  }

  private func checkArrivals(_ quality: inout LoadQuality, _ failures: inout [String]) {
    guard let arrivals = log.arrivals, case .open(let schedule) = request.traffic,
      schedule.process == .poisson, arrivals.gapsNs.count >= 100
    else { return }
    let ratePerNs = schedule.meanRate / 1e9
    let expected = ratePerNs * Double(schedule.profile.totalNs)
    // Near one arrival per nanosecond, gaps in whole nanoseconds are not exponential.
    guard ratePerNs < 1e-2 else { return }
    quality.arrivalsP =
      AndersonDarling(arrivals.gapsNs.map { -expm1(-ratePerNs * max(0.25, Double($0))) })?.pValue
    quality.arrivalsScore = SerialCorrelation(arrivals.gapsNs.map { Double($0) })?.score
    if let pValue = quality.arrivalsP, pValue < Self.significance {
      failures.append("arrivals: gaps are not those of a Poisson process, p \(pValue)")
    }
    if let score = quality.arrivalsScore, abs(score) > Self.significantScore {
      failures.append("arrivals: a gap depends on the one before it, score \(score)")
    }
    if abs(Double(arrivals.count) - expected)
      > max(Self.tolerance * expected, 5 * expected.squareRoot())
    {
      failures.append("arrivals: got \(arrivals.count), expected \(expected)")
    }
  }

  private var spanNs: Double { Double(max(request.traffic.durationNs, result.endedNs)) }

  /// The mean queueing time before a service: by F. Pollaczek and A. Khinchin for one place, by
  /// A. K. Erlang for several with exponential latencies, and by C. Palm if requests also leave the
  /// queue after exponential times.
  private func predictQueueingAtService(_ quality: inout LoadQuality) {
    guard let service = request.service, let moments = effects?.moments,
      let capacity = service.capacity, let work = moments.meanWorkNs,
      let square = moments.meanWorkSquareNs
    else { return }
    let rate = Double(moments.count) / spanNs
    quality.utilisation = Double(moments.servedCount) / spanNs * work / Double(capacity)
    quality.lawQueueingNs = moments.meanWaitNs
    guard capacity > 1 || service.patience != nil else {
      quality.queueingByLawNs = QueueTheory.meanWaitNs(
        arrivalsPerNs: rate, meanServiceNs: work, meanSquareServiceNs: square)
      return
    }
    guard case .exponential = service.latency, rate * work > 0 else { return }
    switch service.patience {
    case nil:
      quality.queueingByLawNs = ErlangQueue(servers: capacity, arrivals: rate * work).map {
        $0.meanWait * work
      }
    case .exponential(let ns):
      quality.queueingByLawNs = ErlangQueue(
        servers: capacity, arrivals: rate * work, patience: Double(ns) / work
      ).map { $0.meanWait * work }
    default: break
    }
  }

  /// The mean queueing time before a store, which is simulated unless that takes too long.
  private func predictQueueing(_ quality: inout LoadQuality) {
    // Several workers are no queue before one server: their service times include waiting for
    // others.
    guard case .open(let schedule) = request.traffic, schedule.workers == nil,
      let mean = result.whole.service.meanNs
    else { return }
    let rate = Double(result.completed) / spanNs
    quality.utilisation = rate * mean
    quality.lawQueueingNs = result.whole.queueing.meanNs
    guard schedule.process == .poisson, request.maxQueue == nil, rate > 0 else { return }
    var random = SplitMix64(seed: splitSeed(request.seed, "simulated-line"))
    let line = SimulatedLine(
      arrivalsPerNs: rate, batches: log.stages.flatMap { $0.batches.map(\.times) },
      maxActions: ToolVersion.isDebugBuild ? Self.maxActionsOfDebugBuild : SimulatedLine.maxActions,
      using: &random)
    quality.queueingByLawLowNs = line?.interval.lowerBound
    quality.queueingByLawHighNs = line?.interval.upperBound
    quality.queueingByLawNs =
      line?.meanQueueingNs
      ?? Self.queueingNs(
        arrivalsPerNs: rate, service: result.whole.service, delay: result.whole.generatorDelay)
  }

  /// Returns the mean queueing time before a store whose thread also reads clocks and is paused
  /// between two actions.
  ///
  /// - Returns: Nanoseconds; `nil` if the queue grows without limit, or nothing was measured.
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
