import FlowHarness
package import FlowResults
import Measurement
import PlainText
import Platform
import Workloads

/// Makes the rows of a load's outcome.
struct OutcomeRows {
  let runID: String
  let seed: UInt64
  let scenario: Scenario
  let round: Int
  let load: Load

  /// The step of the clock, in nanoseconds.
  var tickNs = MonotonicClock.tickNs
  /// The shortest service time that is more than the clock's rounding, in nanoseconds.
  private var shortestNs: Double { load.isVirtual ? 0 : 10 * tickNs }

  /// A Boolean value that indicates whether anything takes time: in virtual time only a service
  /// does.
  var isTimed: Bool { !load.isVirtual || load.service != nil }

  /// Returns the rows of `loads.csv`: the whole load, then its stages if there are several.
  func loads(_ ending: LoadRoundJob.Ending, _ use: MachineUse? = nil) -> [LoadRow] {
    var whole = blank(stage: nil)
    whole.durationNs = Int(load.traffic.durationNs)
    if case .open(let schedule) = load.traffic { whole.rate = schedule.meanRate }
    whole.disturbance = use?.disturbance ?? Disturbance()
    switch ending {
    case .finished(let outcome):
      fill(&whole, outcome)
      if outcome.isValid, let use {
        whole.warning = ([whole.warning] + use.warnings).filter { !$0.isEmpty }
          .joined(separator: "; ")
      }
      return [whole] + stages(outcome)
    case .failed, .hung, .prevented:
      whole.isValid = false
      whole.invalidReason = ending.failure ?? ""
    case .interrupted: return []
    }
    return [whole]
  }

  private func blank(stage: Int?) -> LoadRow {
    var row = LoadRow(of: process)
    row.seed = String(seed)
    row.stage = stage
    row.maxQueue = load.maxQueue
    return row
  }

  private var process: LoadProcess {
    var dimensions = Dimensions(scenario)
    switch load.traffic {
    case .closed(let clients, _, _): dimensions.senders = clients
    case .users(let users): dimensions.senders = users.count
    case .open, .trace: break
    }
    return LoadProcess(runID: runID, dimensions: dimensions, load: "\(load)", round: round)
  }

  private func fill(_ row: inout LoadRow, _ outcome: LoadOutcome) {
    let result = outcome.result
    row.offered = result.completed + result.dropped + result.abandoned
    row.completed = result.completed
    row.dropped = result.dropped
    row.abandoned = result.abandoned
    // The store works until the end of the last action, which may be after the last arrival.
    let spanNs = max(load.traffic.durationNs, result.endedNs)
    row.throughput = Double(result.completed) / (Double(spanNs) / 1e9)
    if result.completed > 0 {
      row.cpuNs = outcome.cpuNs.map { Double($0) / Double(result.completed) }
    }
    row.digest = outcome.digest.map { String($0, radix: 16) } ?? ""
    row.isValid = outcome.isValid
    fill(&row, outcome.times, outcome.statistics)
    if !outcome.isValid { row.invalidReason = outcome.reason ?? "" }
    row.warning = warnings(row, outcome).joined(separator: "; ")
  }

  private func warnings(_ row: LoadRow, _ outcome: LoadOutcome) -> [String] {
    var warnings: [String] = []
    if outcome.isValid, let reason = outcome.reason { warnings.append(reason) }
    if let statistics = outcome.statistics, isTimed {
      if let reason = statistics.unsteadiness { warnings.append(reason) }
      if row.quality.trustedPercentile == LoadQuality.noPercentile {
        warnings.append(TrustedPercentile.warning)
      }
    }
    if outcome.result.abandoned > 0, outcome.isValid {
      warnings.append(
        "\(CountText.text(outcome.result.abandoned, "action")) abandoned: the times are of the others"
      )
    }
    return warnings
  }

  private func fill(
    _ row: inout LoadRow, _ latencies: ActionLatencies, _ statistics: LoadStatistics? = nil
  ) {
    guard isTimed else { return }
    row.response = LoadRow.Times(latencies.response)
    row.service = LoadRow.Times(latencies.service, fromNs: shortestNs)
    row.queueing = LoadRow.Times(latencies.queueing)
    row.generatorDelay = LoadRow.Times(latencies.generatorDelay)
    guard let statistics else { return }
    row.quality = statistics.quality
    // Stalls are recorded only by the loop that sends one action after the other in real time.
    if load.isVirtual || load.service != nil { row.quality.clearStalls() }
    row.response.setIntervals { statistics.interval("response", $0) }
    row.service.setIntervals { statistics.interval("service", $0) }
    row.queueing.setIntervals { statistics.interval("queueing", $0) }
    // These depend on the length of the load.
    if statistics.quality.isOverloaded {
      row.response = LoadRow.Times(LatencyHistogram())
      row.queueing = LoadRow.Times(LatencyHistogram())
    }
  }

  private func stages(_ outcome: LoadOutcome) -> [LoadRow] {
    guard case .open(let schedule) = load.traffic, schedule.stages.count > 1 else { return [] }
    return outcome.result.stages.enumerated().map { index, latencies in
      let segment = schedule.stages[index]
      var row = blank(stage: index)
      row.stageName = segment.description
      row.rate = (segment.fromRate + segment.toRate) / 2
      row.durationNs = Int(segment.durationNs)
      row.completed = latencies.response.count
      row.digest = outcome.digest.map { String($0, radix: 16) } ?? ""
      row.isValid = outcome.isValid
      fill(&row, latencies)
      return row
    }
  }

  /// Returns the rows of `latency.csv`.
  func latencies(_ outcome: LoadOutcome) -> [LatencyRow] {
    guard isTimed else { return [] }
    let process = process
    let stages = outcome.result.stages
    let parts =
      [(nil, outcome.times)]
      + (stages.count > 1 ? stages.enumerated().map { (Optional($0), $1) } : [])
    return parts.flatMap { stage, latencies in
      latencies.named.flatMap { name, histogram in
        LatencyRow.percentiles.map { percent in
          var row = LatencyRow(of: process)
          row.stage = stage
          row.time = name
          row.percentile = percent
          let ns = histogram.knownPercentileNs(percent)
          row.ns = name == "service" ? ns.known(fromNs: shortestNs) : ns
          row.count = histogram.count
          if stage == nil, let statistics = outcome.statistics {
            row.fill(statistics)
          }
          return row
        }
      }
    }
  }

  /// Returns a row of `timeline.csv`.
  func second(_ second: TimelineSecond) -> TimelineRow {
    var row = TimelineRow(of: process)
    row.second = Int((second.endNs - SliceRecorder.secondNs) / SliceRecorder.secondNs)
    row.coveredNs = Int(second.coveredNs)
    row.offered = second.offered
    row.completed = second.completed
    row.dropped = second.dropped
    row.inSystem = second.inSystem
    guard isTimed else { return row }
    row.p50Ns = second.p50Ns.map { Int($0) }
    row.p99Ns = second.p99Ns.map { Int($0) }
    row.maxNs = second.maxNs.map { Int($0) }
    row.pausedNs = second.pausedNs.map { Int($0) }
    row.stolenNs = second.stolenNs.map { Int($0) }
    return row
  }

  /// Returns the row of `effects.csv`; `nil` without a service.
  func effects(_ ending: LoadRoundJob.Ending) -> EffectRow? {
    guard case .finished(let outcome) = ending, let effects = outcome.effects else { return nil }
    var row = EffectRow(of: process)
    row.requested = effects.asked
    row.answered = effects.answered
    row.failed = effects.failed
    row.timedOut = effects.timedOut
    row.cancelled = effects.cancelled
    row.meanInFlight = effects.meanInFlight
    row.maxInFlight = effects.maxInFlight
    row.cancellationP50Ns = effects.cancellation.knownPercentileNs(50)
    row.cancellationP99Ns = effects.cancellation.knownPercentileNs(99)
    row.cancellationMaxNs = effects.cancellation.maxNs.map { Double($0) }
    // The memory of the process depends on the machine.
    row.bytesInFlight = load.isVirtual ? nil : effects.bytesInFlight
    row.isValid = outcome.isValid
    return row
  }
}

extension LoadProcessRow {
  /// The job of the load.
  package var job: JobKey {
    JobKey(scenario: self.dimensions.scenario, part: self.load, round: self.round ?? 0)
  }
}

extension LoadRow: JobRow {}
extension LatencyRow: JobRow {}
extension TimelineRow: JobRow {}
extension EffectRow: JobRow {}

/// The rows of a load.
struct FoundLoad: Equatable {
  var load: LoadRow
  /// The counts of its effects, if there is a service.
  var effects: EffectRow?
  /// Its stages, if it has several.
  var stages: [LoadRow] = []

  /// Reads all loads of a directory.
  @MainActor
  static func all(in folder: ResultsFolder) throws -> [JobKey: FoundLoad] {
    let effects = Dictionary(try folder.rows(EffectRow.self).map { ($0.job, $0) }) { $1 }
    let rows = try folder.rows(LoadRow.self)
    let stages = Dictionary(grouping: rows.filter { $0.stage != nil }) { $0.job }
    return Dictionary(
      rows.filter { $0.stage == nil }.map { row in
        let found = FoundLoad(
          load: row, effects: effects[row.job], stages: stages[row.job] ?? [])
        return (row.job, found)
      }
    ) { $1 }
  }
}

extension LoadQuality {
  /// Empties the columns of stalls, which were not recorded.
  mutating func clearStalls() {
    (pauses, pausedNs, pausedActions, stalls, stalledNs) = (nil, nil, nil, nil, nil)
  }
}

extension LoadRow.Times {
  mutating func setIntervals(_ interval: (Double) -> LoadStatistics.Interval?) {
    func bounds(_ percent: Double, of ns: Double?) -> Bounds {
      let found = ns == nil ? nil : interval(percent)
      return Bounds(lowNs: found?.lowNs, highNs: found?.highNs)
    }
    p50 = bounds(50, of: p50Ns)
    p90 = bounds(90, of: p90Ns)
    p99 = bounds(99, of: p99Ns)
    p999 = bounds(99.9, of: p999Ns)
  }
}
