import FlowHarness
import FlowResults
import Workloads

/// Finds the highest rate at which a bound holds, and keeps holding.
///
/// The rate doubles until the bound breaks and is then bisected on a logarithmic scale, down to
/// 5 %. What was found must hold in fresh processes again; else it counts as broken, and the search
/// goes on below it.
@MainActor
struct SaturationSearch {
  let bound: LoadThreshold
  let scenario: Scenario
  let runner: LoadRunner

  /// One rate that was tried.
  struct Probe: Equatable {
    var rate: Double
    var row: LoadRow
    /// What became of the effects, if they took time.
    var effects: EffectRow?
    var holds: Bool
    /// Whether it was tried to confirm what had been found.
    var isConfirmation = false
  }

  /// What a search has found.
  struct Result {
    var scenario: Scenario
    var bound: LoadThreshold
    var probes: [Probe]
    /// The highest rate at which the bound held each time; `nil`: at none that was tried.
    var highest: Double?
    /// Whether it held at the highest rate that can be asked for: the true one is above.
    var isOpenEnded = false
  }

  /// How close the highest rate that holds and the lowest that does not shall be.
  nonisolated static let precision = 1.05
  /// Fresh processes in which what was found must hold again.
  static let confirmations = 2

  /// Tries rates until the answer is known.
  func run() async throws -> Result {
    guard case .open(let schedule) = runner.plan.traffic else {
      preconditionFailure("a search chooses the rates of a schedule")
    }
    var result = Result(scenario: scenario, bound: bound, probes: [])
    // A rate at which nobody comes within the duration says nothing.
    let lowest = max(Bounds.rate.lowerBound, 1e9 / Double(schedule.profile.totalNs))
    var search = RateBisection(
      start: schedule.meanRate, range: lowest...max(lowest, Bounds.rate.upperBound))
    while true {
      while let rate = search.next {
        guard let holds = try await probe(rate, &result) else { return result }
        search.take(holds)
      }
      result.isOpenEnded = search.isOpenEnded
      guard let highest = search.highest else { return result }
      guard let isConfirmed = try await confirm(highest, &result) else { return result }
      if isConfirmed {
        result.highest = highest
        return result
      }
      search.reject(highest)
    }
  }

  /// Whether a rate holds in fresh processes again; `nil` when it was interrupted.
  private func confirm(_ rate: Double, _ result: inout Result) async throws -> Bool? {
    for _ in 0..<Self.confirmations {
      guard let holds = try await probe(rate, &result, isConfirmation: true) else { return nil }
      guard holds else { return false }
    }
    return true
  }

  /// Tries one rate; `nil` when it was interrupted.
  private func probe(
    _ rate: Double, _ result: inout Result, isConfirmation: Bool = false
  ) async throws -> Bool? {
    let number = result.probes.count
    guard
      let found = try await runner.run(
        scenario, round: number, try runner.plan.traffic.at(rate: rate))
    else { return nil }
    let holds =
      Self.holds(bound, found.load, found.effects)
      && runner.plan.service.map { Self.endsInTime(found.load, $0) } != false
    result.probes.append(
      Probe(
        rate: rate, row: found.load, effects: found.effects, holds: holds,
        isConfirmation: isConfirmation))
    return holds
  }

  /// Whether a rate was sustained within the bound.
  nonisolated static func holds(
    _ bound: LoadThreshold, _ row: LoadRow, _ effects: EffectRow?
  ) -> Bool {
    row.isValid == true && bound.holds(for: row) == true && row.rate != nil && row.keepsUp == true
      && effects?.keepsUp != false
  }
}

extension SaturationSearch {
  /// Whether the effects of the last actions ended when they should: a service that falls behind is
  /// done with all of them in the end, but too late.
  ///
  /// They may take the mean and four deviations of the service's latency. Of measured latencies no
  /// deviation is known, so that only the bound speaks.
  nonisolated static func endsInTime(_ row: LoadRow, _ service: ServiceLaw) -> Bool {
    guard let completed = row.completed, let throughput = row.throughput,
      let durationNs = row.durationNs
    else { return false }
    guard let meanNs = service.latency.meanNs, let variance = service.latency.varianceNs else {
      return true
    }
    let spanNs = Double(completed) / throughput * 1e9
    let tailNs = meanNs + 4 * variance.squareRoot()
    return spanNs * LoadRow.sustained <= Double(durationNs) + tailNs
  }
}

/// Doubles a rate until it breaks, or halves it until it holds, then bisects what lies between.
struct RateBisection {
  private let range: ClosedRange<Double>
  /// The rates that held.
  private var held: [Double] = []
  private var lowestBroken: Double?
  /// The rate to try now; `nil` when the answer is known.
  private(set) var next: Double?
  /// Whether even the highest rate held.
  private(set) var isOpenEnded = false

  /// A search that begins at a rate.
  init(start: Double, range: ClosedRange<Double>) {
    self.range = range
    next = start
  }

  /// Says whether the rate that was tried holds.
  mutating func take(_ holds: Bool) {
    guard let rate = next else { return }
    if holds { held.append(rate) } else { lowestBroken = min(rate, lowestBroken ?? rate) }
    next = following()
  }

  /// The highest rate that held.
  var highest: Double? { held.max() }

  /// Says that a rate that held does not hold again.
  mutating func reject(_ rate: Double) {
    held.removeAll { $0 >= rate }
    lowestBroken = min(rate, lowestBroken ?? rate)
    isOpenEnded = false
    next = following()
  }

  private mutating func following() -> Double? {
    let highestHeld = held.max()
    switch (highestHeld, lowestBroken) {
    case (let low?, nil):
      isOpenEnded = low >= range.upperBound
      return isOpenEnded ? nil : min(low * 2, range.upperBound)
    case (nil, let high?):
      return high <= range.lowerBound ? nil : max(high / 2, range.lowerBound)
    case (let low?, let high?):
      // Noise may let a higher rate hold than one that broke: the lower one counts.
      let low = held.filter { $0 < high }.max() ?? low
      guard low < high else { return max(high / 2, range.lowerBound) }
      return high / low <= SaturationSearch.precision ? nil : (low * high).squareRoot()
    case (nil, nil): return nil
    }
  }
}
