import FlowHarness
import FlowResults
import Workloads

/// Finds the highest rate that keeps a bound.
///
/// The rate doubles until the bound is broken, and is then bisected on a logarithmic scale, down to
/// 5 %. The result must keep the bound in further processes; otherwise the search continues below
/// it.
///
/// A process that the machine or the generator disturbed decides nothing. Its rate is tried again,
/// and after the last try the search continues below that rate, but its result is not decided.
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
    /// A Boolean value that indicates whether all tries of the rate keep the bound; `nil` if they do
    /// not decide.
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
    /// The lowest rate that stayed undecided after its last try.
    var lowestUndecided: Double?
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
    // A lower rate has too few actions for the percentile.
    let needed = bound.actionsNeeded(rounds: 1) ?? 1
    let lowest = max(
      OptionBounds.rates.lowerBound, needed * 1e9 / Double(schedule.profile.totalNs))
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

  /// The rate of the next load.
  var rate: Double? {
    switch stage {
    case .bisecting: bisection.next
    case .confirming(let rate, _): rate
    case .ended: nil
    }
  }

  /// Adds the result of `next`.
  mutating func take(_ found: FoundLoad) {
    guard let rate else { return }
    var probe = Probe(rate: rate, row: found.load, effects: found.effects)
    if case .confirming = stage { probe.isConfirmation = true }
    probe.holds = decision(of: found, at: rate)
    result.probes.append(probe)
    guard probe.holds != nil || isLastTry(of: rate) else { return }
    if probe.holds == nil { result.lowestUndecided = min(rate, result.lowestUndecided ?? rate) }
    let holds = probe.holds == true
    switch stage {
    case .bisecting:
      bisection.take(holds)
      settle()
    case .confirming(_, let left) where holds && left > 1:
      stage = .confirming(rate: rate, left: left - 1)
    case .confirming where holds:
      result.highest = rate
      stage = .ended
    case .confirming:
      bisection.reject(rate)
      stage = .bisecting
      settle()
    case .ended: break
    }
  }

  /// Returns whether a rate keeps the bound, by this try and the undecided ones before it; `nil` if
  /// they do not decide.
  private func decision(of found: FoundLoad, at rate: Double) -> Bool? {
    guard keepsUp(found) else { return isDisturbed(found, at: rate) ? nil : false }
    let rows = undecidedTries(of: rate).map(\.row) + [found.load]
    switch result.bound.verdict(of: rows) {
    case .holds: return true
    case .broken: return false
    case .disturbed, .notMeasured: return nil
    case .inconclusive:
      // The value decides about a rate that has already kept the bound.
      if case .confirming = stage { return result.bound.holds(for: found.load) }
      return rows.count < plan.maxRounds ? nil : false
    }
  }

  private func keepsUp(_ found: FoundLoad) -> Bool {
    Self.isSustained(found.load, found.effects)
      && plan.load.service.map { Self.endsInTime(found.load, $0) } != false
  }

  /// Returns whether a load that fell behind would have kept up without the pauses of the machine.
  private func isDisturbed(_ found: FoundLoad, at rate: Double) -> Bool {
    let row = found.load
    guard row.isValid == true, let pausedNs = row.quality.pausedNs, pausedNs > 0,
      let completed = row.completed, let throughput = row.throughput, throughput > 0
    else { return false }
    let workingNs = Double(completed) / throughput * 1e9 - Double(pausedNs)
    return Double(completed) * 1e9 >= LoadRow.sustained * rate * workingNs
  }

  /// The tries of a rate since it was last decided.
  private func undecidedTries(of rate: Double) -> some Collection<Probe> {
    result.probes.reversed().prefix { $0.rate == rate && $0.holds == nil }
  }

  private func isLastTry(of rate: Double) -> Bool {
    undecidedTries(of: rate).count >= plan.maxRounds
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

extension SaturationSearch.Result {
  /// A Boolean value that indicates whether no disturbed rate could be the highest.
  var isDecided: Bool { lowestUndecided.map { $0 <= highest ?? 0 } ?? true }

  /// A line about a search without a highest rate, or whose highest rate may be too low; otherwise
  /// `nil`.
  var conclusion: String? {
    if !isDecided {
      let rates = highest.map { " above \(TextTable.number($0))/s" } ?? ""
      let isUnmeasured = probes.allSatisfy { probe in
        probe.rate != lowestUndecided || LoadMetric.named(bound.metric)?.value(probe.row) == nil
      }
      let cause =
        isUnmeasured
        ? "\(bound.metric) is unknown, because too few actions were answered, at"
        : "the machine or the generator disturbed each process with"
      return "not decided\(rates): \(cause) \(TextTable.number(lowestUndecided))/s: \(scenario.id)"
        + (isUnmeasured ? "; use a longer --duration" : "")
    }
    return highest == nil ? "no rate that was tried keeps \(bound): \(scenario.id)" : nil
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
      (probe.holds.map { $0 ? "yes" : "no" } ?? "not decided")
        + (probe.isConfirmation ? ", again" : ""),
    ]
  }

  /// Returns the explanation of the columns.
  static func legend(_ searches: [Result]) -> String {
    let isUndecided = searches.contains { $0.probes.contains { $0.holds == nil } }
    return """

      highest: kept the bound, also in further processes, and completed 99 % of the actions in time.

      """
        + (isUndecided
          ? "not decided: the interval contains the bound, or the process was disturbed.\n" : "")
  }
}
