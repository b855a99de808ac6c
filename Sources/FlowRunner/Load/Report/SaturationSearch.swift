import FlowHarness
import FlowResults
import Workloads

/// Finds the highest rate that keeps a bound.
///
/// The rate doubles until the bound is broken, and is then bisected on a logarithmic scale, down to
/// 5 %. The result must keep the bound in further processes; otherwise the search continues below
/// it.
///
/// A search is a function of the results so far, so it resumes from the rows on disk.
@MainActor
struct SaturationSearch {
  private let plan: LoadPlan
  private(set) var result: Result
  private var bisection: RateBisection
  private var stage = Stage.bisecting

  private enum Stage {
    case bisecting
    /// The rate must keep the bound in further processes.
    case confirming(rate: Double, left: Int)
    case ended
  }

  /// One rate that was tried.
  struct Probe: Equatable {
    var rate: Double
    var row: LoadRow
    /// The counts of effects, with a service.
    var effects: EffectRow?
    /// A Boolean value that indicates whether all tries of the rate keep the bound; `nil` while
    /// they are undecided.
    var holds: Bool?
    /// A Boolean value that indicates whether the try confirms an earlier one.
    var isConfirmation = false
  }

  struct Result {
    var scenario: Scenario
    var bound: LoadThreshold
    var probes: [Probe] = []
    /// The highest rate that kept the bound each time; `nil` if there is none.
    var highest: Double?
    /// A Boolean value that indicates whether the bound held at the highest allowed rate.
    var isOpenEnded = false
  }

  /// The accepted ratio between the lowest rate that breaks the bound and the highest that keeps
  /// it.
  nonisolated static let precision = 1.05
  /// The number of further processes in which the result must keep the bound.
  static let confirmations = 2

  /// Returns one search for each scenario; none for a plan without a bound.
  static func all(of plan: LoadPlan) -> [SaturationSearch] {
    guard let bound = plan.bound, case .open(let schedule) = plan.load.traffic else { return [] }
    return plan.scenarios.map { SaturationSearch(plan, bound, $0, schedule) }
  }

  private init(
    _ plan: LoadPlan, _ bound: LoadThreshold, _ scenario: Scenario, _ schedule: LoadSchedule
  ) {
    self.plan = plan
    result = Result(scenario: scenario, bound: bound)
    let lowest = max(
      OptionBounds.rates.lowerBound, 1e9 / Double(schedule.profile.totalNs))
    bisection = RateBisection(
      start: schedule.meanRate, range: lowest...max(lowest, OptionBounds.rates.upperBound))
  }

  /// The next load to run; `nil` if the search has ended.
  var next: LoadRoundJob? {
    rate.flatMap { rate in
      // Every rate of the range makes a schedule.
      (try? plan.at(rate: rate)).map {
        LoadRoundJob(plan: $0, scenario: result.scenario, round: result.probes.count)
      }
    }
  }

  private var rate: Double? {
    switch stage {
    case .bisecting: bisection.next
    case .confirming(let rate, _): rate
    case .ended: nil
    }
  }

  /// Adds the result of `next`.
  mutating func take(_ found: FoundLoad) {
    guard let rate else { return }
    let keepsUp =
      Self.isSustained(found.load, found.effects)
      && plan.load.service.map { Self.endsInTime(found.load, $0) } != false
    var probe = Probe(rate: rate, row: found.load, effects: found.effects)
    switch stage {
    case .bisecting:
      probe.holds = keepsUp ? decision(of: found.load, at: rate) : false
      if let holds = probe.holds {
        bisection.take(holds)
        settle()
      }
    case .confirming(_, let left):
      probe.isConfirmation = true
      let holds = keepsUp && result.bound.holds(for: found.load) == true
      probe.holds = holds
      if !holds {
        bisection.reject(rate)
        stage = .bisecting
        settle()
      } else if left > 1 {
        stage = .confirming(rate: rate, left: left - 1)
      } else {
        result.highest = rate
        stage = .ended
      }
    case .ended: break
    }
    result.probes.append(probe)
  }

  /// Returns whether all tries of a rate keep the bound; `nil` if it may be tried again. A rate
  /// that is still undecided after the last try does not keep it.
  private func decision(of row: LoadRow, at rate: Double) -> Bool? {
    let earlier = result.probes.reversed().prefix { $0.rate == rate && $0.holds == nil }
    let rows = earlier.map(\.row) + [row]
    switch result.bound.verdict(of: rows) {
    case .holds: return true
    case .broken, .notMeasured: return false
    case .inconclusive: return rows.count < plan.maxRounds ? nil : false
    }
  }

  /// Begins to confirm when the bisection has ended.
  private mutating func settle() {
    guard bisection.next == nil else { return }
    result.isOpenEnded = bisection.isOpenEnded
    stage =
      bisection.highest.map { .confirming(rate: $0, left: Self.confirmations) } ?? .ended
  }

  nonisolated static func isSustained(_ row: LoadRow, _ effects: EffectRow?) -> Bool {
    row.isValid == true && row.rate != nil && row.isSustained == true
      && row.quality.steadiness != LoadQuality.overloaded && effects?.isSustained != false
  }
}

extension SaturationSearch {
  /// Returns whether the effects of the last actions ended in time: a service that falls behind
  /// completes all, but too late.
  ///
  /// The accepted time is the mean latency and four standard deviations. The deviation of measured
  /// latencies is unknown, so that only the bound decides.
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

/// Doubles a rate until it breaks the bound, or halves it until it keeps it, then bisects the
/// interval.
struct RateBisection {
  private let range: ClosedRange<Double>
  /// The rates that kept the bound.
  private var held: [Double] = []
  private var lowestBroken: Double?
  /// The rate to try next; `nil` at the end.
  private(set) var next: Double?
  /// A Boolean value that indicates whether even the highest rate kept the bound.
  private(set) var isOpenEnded = false

  init(start: Double, range: ClosedRange<Double>) {
    self.range = range
    next = start
  }

  /// Adds the result of `next`.
  mutating func take(_ holds: Bool) {
    guard let rate = next else { return }
    if holds { held.append(rate) } else { lowestBroken = min(rate, lowestBroken ?? rate) }
    next = following()
  }

  var highest: Double? { held.max() }

  /// Removes a rate that did not keep the bound when it was confirmed.
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
      // Noise may let a higher rate pass than one that failed: the lower one counts.
      let low = held.filter { $0 < high }.max() ?? low
      guard low < high else { return max(high / 2, range.lowerBound) }
      return high / low <= SaturationSearch.precision ? nil : (low * high).squareRoot()
    case (nil, nil): return nil
    }
  }
}

extension SaturationSearch {
  /// Returns a line for each scenario and, below it, a line for each rate, ascending.
  static func table(_ searches: [Result]) -> TextTable {
    let tookTime = searches.contains { $0.probes.contains { $0.effects != nil } }
    var table = TextTable(
      ["rate/s", "done/s", "p50", "p99", "service p50"]
        + (tookTime ? ["in flight", "timed out"] : []) + ["", "holds"])
    for search in searches {
      table.add([search.scenario.id])
      for probe in search.probes.sorted(by: { $0.rate < $1.rate }) {
        table.add(
          cells(probe, search, tookTime: tookTime),
          probe.row.isValid != true ? .invalid : probe.rate == search.highest ? .best : .plain)
      }
    }
    return table
  }

  private static func cells(
    _ probe: Probe, _ search: Result, tookTime: Bool
  ) -> [String] {
    var cells = ["  " + TextTable.number(probe.rate), TextTable.number(probe.row.throughput)]
    cells += [
      TextTable.time(probe.row.response.p50Ns), TextTable.time(probe.row.response.p99Ns),
      TextTable.time(probe.row.service.p50Ns),
    ]
    if tookTime {
      cells += [
        TextTable.number(probe.effects?.meanInFlight), TextTable.count(probe.effects?.timedOut),
      ]
    }
    return cells + [
      probe.rate != search.highest ? "" : search.isOpenEnded ? "highest tried" : "highest",
      (probe.holds.map { $0 ? "yes" : "no" } ?? "undecided")
        + (probe.isConfirmation ? ", again" : ""),
    ]
  }

  static let legend = """

    highest: kept the bound, also in further processes, and completed 99 % of the actions in time.

    """
}
