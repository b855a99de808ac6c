import FlowHarness
import FlowResults
import Workloads

/// Finds the highest rate at which a bound holds, and keeps holding.
///
/// The rate doubles until the bound breaks and is then bisected on a logarithmic scale, down to
/// 5 %. What was found must hold in fresh processes again; else it counts as broken, and the search
/// goes on below it.
///
/// A search is given what was found and says what to try next; so it goes on from the rows on disk
/// as if it had never been interrupted.
@MainActor
struct SaturationSearch {
  private let plan: LoadPlan
  private(set) var result: Result
  private var bisection: RateBisection
  private var stage = Stage.bisecting

  private enum Stage {
    case bisecting
    /// What was found must hold again, so many times.
    case confirming(rate: Double, left: Int)
    case ended
  }

  /// One rate that was tried.
  struct Probe: Equatable {
    var rate: Double
    var row: LoadRow
    /// What became of the effects, if they took time.
    var effects: EffectRow?
    /// Whether the rate is kept, by all tries of it so far; `nil`: these do not decide it, and it is
    /// tried again.
    var holds: Bool?
    /// Whether it was tried to confirm what had been found.
    var isConfirmation = false
  }

  /// What a search has found.
  struct Result {
    var scenario: Scenario
    var bound: LoadThreshold
    var probes: [Probe] = []
    /// The highest rate at which the bound held each time; `nil`: at none that was tried.
    var highest: Double?
    /// Whether it held at the highest rate that can be asked for: the true one is above.
    var isOpenEnded = false
  }

  /// How close the highest rate that holds and the lowest that does not shall be.
  nonisolated static let precision = 1.05
  /// Fresh processes in which what was found must hold again.
  static let confirmations = 2

  /// One for each scenario; none of a plan that searches for nothing.
  static func all(of plan: LoadPlan) -> [SaturationSearch] {
    guard let bound = plan.bound, case .open(let schedule) = plan.traffic else { return [] }
    return plan.scenarios.map { SaturationSearch(plan, bound, $0, schedule) }
  }

  private init(
    _ plan: LoadPlan, _ bound: LoadThreshold, _ scenario: Scenario, _ schedule: LoadSchedule
  ) {
    self.plan = plan
    result = Result(scenario: scenario, bound: bound)
    // A rate at which nobody comes within the duration says nothing, nor one without each worker.
    let fewest = Double(schedule.workers ?? 1)
    let lowest = max(
      OptionBounds.rates.lowerBound, fewest * 1e9 / Double(schedule.profile.totalNs))
    bisection = RateBisection(
      start: schedule.meanRate, range: lowest...max(lowest, OptionBounds.rates.upperBound))
  }

  /// What to try now; `nil` when the answer is known.
  var next: LoadRoundJob? {
    rate.flatMap { rate in
      // Every rate of the range makes a schedule.
      (try? plan.traffic.at(rate: rate)).map {
        LoadRoundJob(
          plan: plan, scenario: result.scenario, round: result.probes.count, traffic: $0,
          isOneOfSeveral: false)
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

  /// Takes what was found of `next`.
  mutating func take(_ found: FoundLoad) {
    guard let rate else { return }
    let keepsUp =
      Self.isSustained(found.load, found.effects)
      && plan.service.map { Self.endsInTime(found.load, $0) } != false
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

  /// Whether all tries of a rate keep the bound; `nil`: not known yet, and it may be tried again. What is
  /// not decided by the last try does not hold.
  private func decision(of row: LoadRow, at rate: Double) -> Bool? {
    let earlier = result.probes.reversed().prefix { $0.rate == rate && $0.holds == nil }
    let rows = earlier.map(\.row) + [row]
    switch result.bound.verdict(of: rows) {
    case .holds: return true
    case .broken, .notMeasured: return false
    case .inconclusive: return rows.count < plan.maxRounds ? nil : false
    }
  }

  /// Goes over to confirming when there is nothing left to bisect.
  private mutating func settle() {
    guard bisection.next == nil else { return }
    result.isOpenEnded = bisection.isOpenEnded
    stage =
      bisection.highest.map { .confirming(rate: $0, left: Self.confirmations) } ?? .ended
  }

  /// Whether a rate was sustained.
  nonisolated static func isSustained(_ row: LoadRow, _ effects: EffectRow?) -> Bool {
    row.isValid == true && row.rate != nil && row.isSustained == true
      && row.quality.steadiness != LoadQuality.overloaded && effects?.isSustained != false
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

extension SaturationSearch.Result {
  /// The rate at which throughput divided by response time is largest: beyond it more load buys
  /// more waiting than work.
  ///
  /// L. Kleinrock, *Power and deterministic rules of thumb for probabilistic problems in computer
  /// communications*, ICC 1979.
  var knee: Double? {
    probes.filter { $0.row.isValid == true }.compactMap { probe in
      probe.row.response.meanNs.flatMap { mean in
        probe.row.throughput.map { (rate: probe.rate, power: $0 / max(1, mean)) }
      }
    }.max { $0.power < $1.power }?.rate
  }
}

extension SaturationSearch {
  /// A line for each scenario, and under it one for each rate, ascending.
  ///
  /// Of effects that took time it says how many were in flight, and how many were given up.
  static func table(_ searches: [Result]) -> TextTable {
    let tookTime = searches.contains { $0.probes.contains { $0.effects != nil } }
    let hasWorkers = searches.contains { $0.probes.contains { $0.row.fairness.index != nil } }
    var table = TextTable(
      ["rate/s", "done/s"] + (hasWorkers ? ["fairness"] : []) + ["p50", "p99", "service p50"]
        + (tookTime ? ["in flight", "timed out"] : []) + ["", "holds"])
    for search in searches {
      table.add([search.scenario.id])
      for probe in search.probes.sorted(by: { $0.rate < $1.rate }) {
        table.add(
          cells(probe, search, tookTime: tookTime, hasWorkers: hasWorkers),
          probe.row.isValid != true ? .invalid : probe.rate == search.highest ? .best : .plain)
      }
    }
    return table
  }

  private static func cells(
    _ probe: Probe, _ search: Result, tookTime: Bool, hasWorkers: Bool
  ) -> [String] {
    var marks: [String] = []
    if probe.rate == search.highest {
      marks.append(search.isOpenEnded ? "highest tried" : "highest")
    }
    if probe.rate == search.knee { marks.append("knee") }
    var cells = ["  " + TextTable.number(probe.rate), TextTable.number(probe.row.throughput)]
    if hasWorkers { cells.append(TextTable.number(probe.row.fairness.index)) }
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
      marks.joined(separator: ", "),
      (probe.holds.map { $0 ? "yes" : "no" } ?? "undecided")
        + (probe.isConfirmation ? ", again" : ""),
    ]
  }

  static let legend = """

    highest: the bound held there, in fresh processes again, and 99 % of the actions were done in time;
    knee: where throughput over response time is largest; beyond it load buys waiting.

    """
}
