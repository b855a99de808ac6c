import FlowHarness
import FlowResults
import Measurement
import Workloads

/// Turns what one process has found into rows.
struct LoadRows {
  let runID: String
  let seed: UInt64
  let scenario: Scenario
  let round: Int
  let traffic: LoadTraffic
  let maxQueue: Int?
  var service: ServiceLaw?
  var isVirtual = false

  /// Whether anything took time: work takes none where time jumps, effects that call a service do.
  var isTimed: Bool { !isVirtual || service != nil }

  /// The load in words without spaces.
  var load: String { service.map { "\(traffic):service:\($0)" } ?? "\(traffic)" }

  /// A mean generator delay above this share of the median response is no longer the generator's detail.
  static let tolerableDelay = 0.01

  /// The rows of `loads.csv`: the whole first, then its stages where there are several.
  func loads(_ ending: LoadRoundJob.Ending) -> [LoadRow] {
    var whole = blank(stage: nil)
    whole.durationNs = Int(traffic.durationNs)
    if case .open(let schedule) = traffic { whole.rate = schedule.meanRate }
    switch ending {
    case .finished(let outcome):
      fill(&whole, outcome)
      return [whole] + stages(outcome)
    case .failed, .hung:
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
    row.maxQueue = maxQueue
    return row
  }

  private var process: LoadProcess {
    var dimensions = Dimensions(scenario)
    switch traffic {
    case .closed(let clients, _, _): dimensions.senders = clients
    case .users(let users): dimensions.senders = users.count
    case .open, .trace: break
    }
    return LoadProcess(runID: runID, dimensions: dimensions, load: load, round: round)
  }

  private func fill(_ row: inout LoadRow, _ outcome: LoadOutcome) {
    let result = outcome.result
    row.offered = result.completed + result.dropped + result.abandoned
    row.completed = result.completed
    row.dropped = result.dropped
    row.abandoned = result.abandoned
    // Nobody came any more after the last arrival; the store was at work until the last end.
    let spanNs = max(traffic.durationNs, result.endedNs)
    row.throughput = Double(result.completed) / (Double(spanNs) / 1e9)
    if result.completed > 0 {
      row.cpuNs = outcome.cpuNs.map { Double($0) / Double(result.completed) }
    }
    row.digest = String(outcome.digest, radix: 16)
    row.isValid = outcome.isValid
    fill(&row, result.whole)
    if !outcome.isValid { row.invalidReason = outcome.reason ?? "" }
    var warnings = [outcome.isValid ? outcome.reason : nil, generatorDelay(row)].compactMap { $0 }
    if result.abandoned > 0, outcome.isValid {
      warnings.append("\(result.abandoned) actions were abandoned: the times are of the others")
    }
    row.warning = warnings.joined(separator: "; ")
  }

  private func fill(_ row: inout LoadRow, _ latencies: ActionLatencies) {
    guard isTimed else { return }
    row.response = LoadRow.Times(latencies.response)
    row.service = LoadRow.Times(latencies.service)
    row.queueing = LoadRow.Times(latencies.queueing)
    row.generatorDelay = LoadRow.Times(latencies.generatorDelay)
  }

  /// Why not to trust the times, if the generator itself was late.
  private func generatorDelay(_ row: LoadRow) -> String? {
    guard let late = row.generatorDelay.meanNs, let median = row.response.p50Ns,
      late > Self.tolerableDelay * median
    else { return nil }
    return "the generator delay is \(TextTable.percent(late / median, sign: false)) "
      + "of the median response on average"
  }

  private func stages(_ outcome: LoadOutcome) -> [LoadRow] {
    guard case .open(let schedule) = traffic, schedule.stages.count > 1 else { return [] }
    return outcome.result.stages.enumerated().map { index, latencies in
      let segment = schedule.stages[index]
      var row = blank(stage: index)
      row.stageName = segment.description
      row.rate = (segment.fromRate + segment.toRate) / 2
      row.durationNs = Int(segment.durationNs)
      row.completed = latencies.response.count
      row.digest = String(outcome.digest, radix: 16)
      row.isValid = outcome.isValid
      fill(&row, latencies)
      return row
    }
  }

  /// The rows of `latency.csv`.
  func latencies(_ outcome: LoadOutcome) -> [LatencyRow] {
    guard isTimed else { return [] }
    let process = process
    let stages = outcome.result.stages
    let parts =
      [(nil, outcome.result.whole)]
      + (stages.count > 1 ? stages.enumerated().map { (Optional($0), $1) } : [])
    return parts.flatMap { stage, latencies in
      latencies.named.flatMap { name, histogram in
        LatencyRow.percentiles.map { percent in
          var row = LatencyRow(of: process)
          row.stage = stage
          row.time = name
          row.percentile = percent
          row.ns = histogram.knownPercentileNs(percent)
          row.count = histogram.count
          return row
        }
      }
    }
  }

  /// A row of `timeline.csv`.
  func second(_ second: LoadSecond) -> TimelineRow {
    var row = TimelineRow(of: process)
    row.second = Int(second.endNs / LoadMeter.secondNs) - 1
    row.offered = second.offered
    row.completed = second.completed
    row.dropped = second.dropped
    row.inSystem = second.inSystem
    guard isTimed else { return row }
    row.p50Ns = second.p50Ns.map { Int($0) }
    row.p99Ns = second.p99Ns.map { Int($0) }
    row.maxNs = second.maxNs.map { Int($0) }
    return row
  }

  /// The row of `effects.csv`; `nil` where effects answer at once.
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
    // Of the process, whose memory depends on the machine.
    row.bytesInFlight = isVirtual ? nil : effects.bytesInFlight
    row.isValid = outcome.isValid
    return row
  }
}

extension LoadResult {
  /// The times of all stages together.
  var whole: ActionLatencies {
    stages.dropFirst().reduce(into: stages[0]) { $0.add($1) }
  }
}
