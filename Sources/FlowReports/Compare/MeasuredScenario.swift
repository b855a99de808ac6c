import FlowResults
import Measurement
import PlainText

/// A fresh process and its samples of one metric, in their order.
struct MeasuredProcess: Equatable {
  let pass: String
  let round: Int
  /// The number of actions of all samples; `nil` if it is unknown.
  let actions: Int?
  let samples: [Double]
}

/// The measured numbers of one scenario, by metric and process.
struct MeasuredScenario {
  let dimensions: Dimensions
  /// The kind of its run.
  let kind: RunKind
  /// The run that measured it on one machine; the shards of a plan are several runs.
  let runID: String
  /// The reason why its numbers are invalid; `nil` if they are valid.
  private(set) var fault: String?
  /// The state after the verification actions.
  private(set) var digest = ""
  /// The pace of single actions; empty if none were measured.
  var pace = ""
  /// The first warning of its rows, without disturbances; empty if there is none.
  private(set) var rowWarning = ""
  /// The processes of a load, in the order of the file.
  private(set) var loads: [LoadRow] = []

  /// The trials that other processes or a CPU quota disturbed.
  private var disturbedTrials: Set<Int> = []
  /// The warning of the first of them.
  private var disturbedWarning = ""
  /// The number of each trial, over all passes.
  private var trials: [Trial: Int] = [:]
  /// The number of actions of each trial.
  private var actions: [Int] = []
  /// The values of each metric, in the order of the kind's list.
  private var samples: [[Sample]]

  private struct Trial: Hashable {
    let pass: String
    let round: Int
  }

  private struct Sample {
    let value: Double
    let trial: Int32
  }

  init(_ dimensions: Dimensions, kind: RunKind = .samples, runID: String = "") {
    self.dimensions = dimensions
    self.kind = kind
    self.runID = runID
    samples = [[Sample]](repeating: [], count: kind.metrics.count)
  }

  private static let oneMachine = "run_id must be one for each scenario"

  /// Returns the rule that a scenario breaks that several machines measured.
  static func severalMachines(_ scenario: String) -> String {
    oneMachine + ", and several machines measured '\(scenario)' (--shard-by round): "
      + "give the directory of one shard"
  }

  /// Returns a Boolean value that indicates whether the rule of an error is `severalMachines(_:)`.
  static func isOfSeveralMachines(_ error: CSVError) -> Bool { error.rule.hasPrefix(oneMachine) }

  var id: String { Self.id(of: dimensions) }

  /// Returns the name of a scenario, and of its load if it has one.
  static func id(of dimensions: Dimensions) -> String {
    dimensions.load.isEmpty ? dimensions.scenario : "\(dimensions.scenario) \(dimensions.load)"
  }
}

// MARK: - While a file is read

extension MeasuredScenario {
  /// Returns the number of a trial; trials of all passes are numbered together.
  mutating func trial(pass: String, round: Int) -> Int {
    let trial = Trial(pass: pass, round: round)
    if let known = trials[trial] { return known }
    trials[trial] = actions.count
    actions.append(0)
    return actions.count - 1
  }

  mutating func add(actions count: Int, trial: Int) {
    let (sum, isTooMany) = actions[trial].addingReportingOverflow(count)
    actions[trial] = isTooMany ? Int.max : sum
  }

  /// Adds a value of a metric, by its position in the kind's list.
  mutating func add(_ value: Double, metric: Int, trial: Int) {
    samples[metric].append(Sample(value: value, trial: Int32(trial)))
  }

  /// Adds the state after a trial, which must be the same for all trials.
  mutating func add(digest: String) {
    if self.digest.isEmpty {
      self.digest = digest
    } else if self.digest != digest, fault == nil {
      fault = "wrong digest: \(digest) after \(self.digest)"
    }
  }

  mutating func add(_ load: LoadRow) { loads.append(load) }

  mutating func add(warning: String, trial: Int) {
    if warning == rowWarning { return }
    let (disturbances, others) = Disturbance.parts(of: warning)
    if !disturbances.isEmpty {
      if disturbedTrials.isEmpty { disturbedWarning = disturbances }
      disturbedTrials.insert(trial)
    }
    if rowWarning.isEmpty { rowWarning = others }
  }

  /// Marks the scenario as invalid; the first reason is kept.
  mutating func void(_ reason: String) {
    fault = fault ?? (reason.isEmpty ? "not valid" : reason)
  }
}

// MARK: - After a file has been read

extension MeasuredScenario {
  /// The warning about disturbed trials; `nil` if there are none.
  var disturbance: String? {
    guard !disturbedTrials.isEmpty else { return nil }
    let timed = trials.keys.count { [Pass.timing, .cold].map(\.rawValue).contains($0.pass) }
    return "\(disturbedTrials.count) of \(timed) processes: \(disturbedWarning)"
  }

  /// The scenario without the disturbed trials.
  var undisturbed: MeasuredScenario {
    var scenario = self
    for metric in samples.indices {
      scenario.samples[metric].removeAll { disturbedTrials.contains(Int($0.trial)) }
    }
    return scenario
  }

  /// Returns the fresh processes that measured a metric, by pass and round.
  func processes(_ metric: some ComparedMetric) -> [MeasuredProcess] {
    let processes = byTrial(metric)
    return trials.sorted { ($0.key.pass, $0.key.round) < ($1.key.pass, $1.key.round) }
      .filter { !processes[$0.value].isEmpty }
      .map { trial, number in
        MeasuredProcess(
          pass: trial.pass, round: trial.round,
          actions: actions[number] > 0 ? actions[number] : nil, samples: processes[number])
      }
  }

  /// Returns the median of each fresh process's samples, corrected for slow phases.
  ///
  /// - Complexity: O(*n* log *n*).
  func processMedians(_ metric: some ComparedMetric) -> [Double] {
    let values = byTrial(metric)
    guard metric.isCorrected else { return values.compactMap { SortedSamples($0).median } }
    // Only processes that measured the time have a reference.
    return SlowPhases.processValues(values, references: byTrial(SummaryMetric.reference))
  }

  /// Returns the samples of all processes in the order of the file.
  func samples(_ metric: some ComparedMetric) -> [Double] {
    metric.index.map { samples[$0].map(\.value) } ?? []
  }

  /// Returns the smallest and the largest sample; `nil` if the metric was not measured.
  func range(_ metric: some ComparedMetric) -> ClosedRange<Double>? {
    let values = samples(metric)
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    return lowest...highest
  }

  private func byTrial(_ metric: some ComparedMetric) -> [[Double]] {
    var values = [[Double]](repeating: [], count: actions.count)
    guard let index = metric.index else { return values }
    for sample in samples[index] { values[Int(sample.trial)].append(sample.value) }
    return values
  }

  /// A Boolean value that indicates whether all processes kept up with the load; `nil` if it is
  /// unknown.
  var isSustained: Bool? {
    let known = loads.compactMap(\.isSustained)
    return known.isEmpty ? nil : known.allSatisfy { $0 }
  }

  /// The warning about its numbers, in one line; `nil` if there is none.
  var warning: String? {
    if kind == .samples { return disturbance }
    let warnings = loads.compactMap(\.comparisonWarning)
    guard let first = warnings.first else { return nil }
    return loads.count == 1
      ? first
      : "\(warnings.count) of \(CountText.text(loads.count, "process", "processes")): \(first)"
  }

  /// The states that show whether two scenarios did the same work, by round for loads.
  ///
  /// Effects that take real time do not end in a fixed order, so their states are omitted.
  var ends: [(Int, String)] {
    switch kind {
    case .samples: digest.isEmpty ? [] : [(0, digest)]
    case .loads:
      dimensions.completion == Dimensions.service
        ? [] : loads.filter { !$0.digest.isEmpty }.map { ($0.round ?? 0, $0.digest) }
    }
  }
}

extension LoadRow {
  /// The warning about its times, in one line; `nil` if there is none.
  fileprivate var comparisonWarning: String? {
    var text = warning
    if let dropped, dropped > 0, let offered, offered > 0 {
      let share = TextTable.percent(Double(dropped) / Double(offered), sign: false)
      text += (text.isEmpty ? "" : "; ") + "dropped \(share) of the actions: times exclude them"
    }
    // A warning may contain the output of a program, which has several lines.
    return text.split(whereSeparator: \.isNewline).first.map { String($0) }
  }
}
