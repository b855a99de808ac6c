import FlowResults
import Measurement

/// One fresh process and its samples of one metric, in the order in which they were taken.
struct MeasuredProcess: Equatable {
  let pass: String
  let round: Int
  /// Actions of all its samples; `nil` when they do not say.
  let actions: Int?
  let samples: [Double]
}

/// What a run found out about one scenario: numbers by metric and process, no rows.
struct MeasuredScenario {
  let dimensions: Dimensions
  /// What kind of run it is of.
  let kind: RunKind
  /// The run that measured it, which was on one machine; shards of a plan are several runs.
  let runID: String
  /// Why none of its numbers may be used; `nil` when all may.
  private(set) var fault: String?
  /// The state after the verification actions.
  private(set) var digest = ""
  /// Why its numbers may mislead: what a row of it says first; empty when none does.
  private(set) var rowWarning = ""
  /// The numbers of the trials that other processes or a CPU quota disturbed.
  private var disturbedTrials: Set<Int> = []
  /// The warning of the first of them.
  private var disturbedWarning = ""
  /// What is known of the processes of a load, in the order of the file.
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

  /// Values in the order of the file, and what is made of them.
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

  /// Why nothing is said of a scenario of which several machines have measured rounds.
  static func severalMachines(_ scenario: String) -> String {
    oneMachine + ", and several machines have measured '\(scenario)' (--shard-by round): "
      + "give one of the shards"
  }

  private static let oneMachine = "run_id must be one for each scenario"

  /// Whether a file is not broken, but of several machines.
  static func isOfSeveralMachines(_ error: CSVError) -> Bool { error.rule.hasPrefix(oneMachine) }

  /// What tells it from all others of its run: the scenario, and the load it was under.
  var id: String {
    dimensions.load.isEmpty ? dimensions.scenario : "\(dimensions.scenario) \(dimensions.load)"
  }
}

// MARK: - While a file is read

extension MeasuredScenario {
  /// The number of one process; trials of every pass are numbered together.
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

  /// Takes a value of a metric, by its position in the kind's list.
  mutating func add(_ value: Double, metric: Int, trial: Int) {
    samples[metric].all.append(Sample(value: value, trial: Int32(trial)))
  }

  /// Takes the state that a trial ended in; two trials must not disagree.
  mutating func add(digest: some Sequence<UInt8>) {
    if self.digest.isEmpty {
      self.digest = String(decoding: Array(digest), as: UTF8.self)
    } else if !self.digest.utf8.elementsEqual(digest), fault == nil {
      let other = String(decoding: Array(digest), as: UTF8.self)
      fault = "wrong digest: \(other) after \(self.digest)"
    }
  }

  /// Takes what a process of a load says of itself.
  mutating func add(_ load: MeasuredLoad) { loads.append(load) }

  /// Takes the warning of a row; the first one stays, apart from what disturbed its trial.
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

  /// Takes all trust away; the first reason stays.
  mutating func void(_ reason: String) {
    fault = fault ?? (reason.isEmpty ? "not valid" : reason)
  }

  /// Summarises what was taken; nothing is added afterwards.
  mutating func finish() {
    for metric in samples.indices { samples[metric].summarise(trialCount: trials.count) }
  }
}

// MARK: - When it has been read

extension MeasuredScenario {
  /// The warning about trials that were disturbed; `nil`: none was.
  var disturbance: String? {
    guard !disturbedTrials.isEmpty else { return nil }
    return "\(disturbedTrials.count) of \(timedTrialCount) processes: \(disturbedWarning)"
  }

  /// How many trials could have been disturbed: those in which time was measured.
  private var timedTrialCount: Int {
    trials.keys.count { $0.pass == Pass.timing.rawValue }
  }

  /// The scenario without the trials that were disturbed.
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

  /// One number for each fresh process: the median of its samples.
  func processMedians(_ metric: some ComparedMetric) -> [Double] {
    metric.index.map { samples[$0].processMedians } ?? []
  }

  /// The smallest and the largest sample of all processes; `nil` when it was not measured.
  func range(_ metric: some ComparedMetric) -> ClosedRange<Double>? {
    let values = samples(metric)
    guard let lowest = values.min(), let highest = values.max() else { return nil }
    return lowest...highest
  }

  /// The samples of a metric, of all processes in the order of the file.
  func samples(_ metric: some ComparedMetric) -> [Double] {
    metric.index.map { samples[$0].all.map(\.value) } ?? []
  }
}
