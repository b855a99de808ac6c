import FlowResults
import Measurement
import PlainText

/// One fresh process and its samples of one metric, in their order.
struct MeasuredProcess: Equatable {
  let pass: String
  let round: Int
  /// The actions of all its samples; `nil` if not known.
  let actions: Int?
  let samples: [Double]
}

/// The measured numbers of one scenario, by metric and process.
struct MeasuredScenario {
  let dimensions: Dimensions
  /// The kind of its run.
  let kind: RunKind
  /// The run that measured it on one machine; shards of a plan are several runs.
  let runID: String
  /// The reason why its numbers are invalid; `nil` if they are valid.
  private(set) var fault: String?
  /// The state after the verification actions.
  private(set) var digest = ""
  /// The first warning of its rows; empty without any.
  private(set) var rowWarning = ""
  /// The numbers of the trials that other processes or a CPU quota disturbed.
  private var disturbedTrials: Set<Int> = []
  /// The warning of the first of them.
  private var disturbedWarning = ""
  /// The processes of a load, in the order of the file.
  private(set) var loads: [MeasuredLoad] = []

  /// The number of each trial, over all passes.
  private var trials: [Trial: Int] = [:]
  /// The actions of all samples of each trial.
  private var actions: [Int] = []
  /// The samples of each metric, in the order of the kind's list.
  private var samples: [Samples]

  private struct Trial: Hashable {
    let pass: String
    let round: Int
  }

  /// Values in the order of the file, and their medians.
  private struct Samples {
    var all: [Sample] = []
    var processMedians: [Double] = []

    /// The median of each trial's values, in the order of the trials.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func summarise(trialCount: Int) {
      guard !all.isEmpty else { return }
      processMedians = byTrial(trialCount: trialCount).compactMap { SortedSamples($0).median }
    }

    /// The values of each trial, by its number.
    func byTrial(trialCount: Int) -> [[Double]] {
      var processes = [[Double]](repeating: [], count: trialCount)
      for sample in all { processes[Int(sample.trial)].append(sample.value) }
      return processes
    }
  }

  private struct Sample {
    let value: Double
    let trial: Int32
  }

  init(_ dimensions: Dimensions, kind: RunKind = .samples, runID: String = "") {
    self.dimensions = dimensions
    self.kind = kind
    self.runID = runID
    samples = [Samples](repeating: Samples(), count: kind.metrics.count)
  }

  /// The rule that a scenario measured on several machines breaks.
  static func severalMachines(_ scenario: String) -> String {
    oneMachine + ", and several machines have measured '\(scenario)' (--shard-by round): "
      + "give one of the shards"
  }

  private static let oneMachine = "run_id must be one for each scenario"

  /// A Boolean value that indicates whether a file comes from several machines and is not broken.
  static func isOfSeveralMachines(_ error: CSVError) -> Bool { error.rule.hasPrefix(oneMachine) }

  /// The scenario, and its load if it has one.
  var id: String {
    dimensions.load.isEmpty ? dimensions.scenario : "\(dimensions.scenario) \(dimensions.load)"
  }
}

// MARK: - While a file is read

extension MeasuredScenario {
  /// The number of a process; trials of all passes are numbered together.
  mutating func trial(pass: String, round: Int) -> Int {
    let trial = Trial(pass: pass, round: round)
    if let known = trials[trial] { return known }
    trials[trial] = actions.count
    actions.append(0)
    return actions.count - 1
  }

  /// Adds the actions of one sample.
  mutating func add(actions count: Int, trial: Int) {
    let (sum, isTooMany) = actions[trial].addingReportingOverflow(count)
    actions[trial] = isTooMany ? Int.max : sum
  }

  /// Adds a value of a metric, by its position in the kind's list.
  mutating func add(_ value: Double, metric: Int, trial: Int) {
    samples[metric].all.append(Sample(value: value, trial: Int32(trial)))
  }

  /// Adds the state after a trial; two trials must agree.
  mutating func add(digest: some Sequence<UInt8>) {
    if self.digest.isEmpty {
      self.digest = String(decoding: Array(digest), as: UTF8.self)
    } else if !self.digest.utf8.elementsEqual(digest), fault == nil {
      let other = String(decoding: Array(digest), as: UTF8.self)
      fault = "wrong digest: \(other) after \(self.digest)"
    }
  }

  mutating func add(_ load: MeasuredLoad) { loads.append(load) }

  /// Adds the warning of a row; the first one is kept, apart from disturbances.
  mutating func add(warning: String, trial: Int) {
    // The row before is of the same trial, most of the time.
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

  /// Computes the medians after the last value.
  mutating func finish() {
    for metric in samples.indices { samples[metric].summarise(trialCount: trials.count) }
  }
}

// MARK: - When it has been read

extension MeasuredScenario {
  /// The warning about disturbed trials; `nil` without any.
  var disturbance: String? {
    guard !disturbedTrials.isEmpty else { return nil }
    return "\(disturbedTrials.count) of \(timedTrialCount) processes: \(disturbedWarning)"
  }

  /// The number of trials that measured time.
  private var timedTrialCount: Int {
    trials.keys.count { $0.pass == Pass.timing.rawValue }
  }

  /// The scenario without the disturbed trials.
  var undisturbed: MeasuredScenario {
    guard !disturbedTrials.isEmpty else { return self }
    var scenario = self
    for metric in samples.indices {
      scenario.samples[metric].all.removeAll { disturbedTrials.contains(Int($0.trial)) }
      scenario.samples[metric].processMedians = []
      scenario.samples[metric].summarise(trialCount: trials.count)
    }
    return scenario
  }

  /// The fresh processes that measured a metric, by pass and round.
  func processes(_ metric: some ComparedMetric) -> [MeasuredProcess] {
    guard let index = metric.index else { return [] }
    let processes = samples[index].byTrial(trialCount: trials.count)
    return trials.sorted { ($0.key.pass, $0.key.round) < ($1.key.pass, $1.key.round) }
      .filter { !processes[$0.value].isEmpty }
      .map { trial, number in
        MeasuredProcess(
          pass: trial.pass, round: trial.round,
          actions: actions[number] > 0 ? actions[number] : nil, samples: processes[number])
      }
  }

  /// The median of the samples of each fresh process.
  func processMedians(_ metric: some ComparedMetric) -> [Double] {
    metric.index.map { samples[$0].processMedians } ?? []
  }

  /// The smallest and the largest sample of all processes; `nil` if not measured.
  func range(_ metric: some ComparedMetric) -> ClosedRange<Double>? {
    let values = samples(metric)
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    return lowest...highest
  }

  /// The samples of all processes in the order of the file.
  func samples(_ metric: some ComparedMetric) -> [Double] {
    metric.index.map { samples[$0].all.map(\.value) } ?? []
  }
}

/// The facts about one process of a load beside its numbers.
struct MeasuredLoad: Equatable {
  /// The number of the process: equal rounds of equal loads send equal actions.
  let round: Int
  /// The state after its warm-up; empty if not known.
  let digest: String
  /// A Boolean value that indicates whether it kept up with the load; `nil` if senders wait.
  let isSustained: Bool?
  /// The maximum queue length; `nil` without a limit.
  let maxQueue: Int?
  /// Warnings about its times; empty without any.
  let warning: String

  init(_ row: LoadRow, round: Int) {
    self.round = round
    digest = row.digest
    isSustained = row.isSustained
    maxQueue = row.maxQueue
    let dropped = row.dropped.flatMap { count -> String? in
      guard count > 0, let offered = row.offered, offered > 0 else { return nil }
      let share = TextTable.percent(Double(count) / Double(offered), sign: false)
      return "dropped \(share) of the actions: the times are of the others"
    }
    warning = [row.warning, dropped ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension MeasuredScenario {
  /// A Boolean value that indicates whether all processes kept up; `nil` if not known.
  var isSustained: Bool? {
    let known = loads.compactMap(\.isSustained)
    return known.isEmpty ? nil : known.allSatisfy { $0 }
  }

  /// The warning about its numbers, in one line; `nil` without any.
  var warning: String? {
    if kind == .samples { return disturbance }
    let doubtful = loads.filter { !$0.warning.isEmpty }
    // A warning may hold the output of a program: several lines.
    guard let first = doubtful.first?.warning.split(whereSeparator: \.isNewline).first else {
      return nil
    }
    return loads.count == 1
      ? "\(first)"
      : "\(doubtful.count) of \(CountText.text(loads.count, "process", "processes")): \(first)"
  }

  /// The states that show whether two scenarios did the same work, by round for loads.
  ///
  /// Effects that take real time do not end in a fixed order and have none.
  var ends: [(Int, String)] {
    switch kind {
    case .samples: digest.isEmpty ? [] : [(0, digest)]
    case .loads:
      dimensions.completion == Dimensions.service
        ? [] : loads.filter { !$0.digest.isEmpty }.map { ($0.round, $0.digest) }
    }
  }
}

extension ScenarioPair {
  /// Warnings about the loads of either side, or about disturbed trials.
  var sideWarnings: [String] {
    [base.warning.map { "base: \($0)" }, candidate.warning].compactMap { $0 }
  }
}
