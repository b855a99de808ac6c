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
  /// Why none of its numbers may be used; `nil` when all may.
  private(set) var fault: String?
  /// The state after the proof actions.
  private(set) var digest = ""

  private var trials: [Trial] = []
  /// The actions of all samples of each trial.
  private var actions: [Int] = []
  /// The samples of each metric in the order of `SummaryMetric.all`, by process.
  private var samples = [[Process]](repeating: [], count: SummaryMetric.all.count)

  private struct Trial: Equatable {
    let pass: String
    let round: Int
  }

  private struct Process {
    let trial: Int
    var values: [Double]
  }

  init(_ dimensions: Dimensions) { self.dimensions = dimensions }

  /// What the table calls it.
  var id: String { dimensions.scenario }

  /// The number of one process; trials of every pass are numbered together.
  mutating func trial(pass: String, round: Int) -> Int {
    let trial = Trial(pass: pass, round: round)
    if let known = trials.lastIndex(of: trial) { return known }
    trials.append(trial)
    actions.append(0)
    return trials.count - 1
  }

  /// Takes the actions of one sample; a count that cannot be is none.
  mutating func add(actions count: Int, trial: Int) {
    let (sum, isTooMany) = actions[trial].addingReportingOverflow(max(0, count))
    actions[trial] = isTooMany ? Int.max : sum
  }

  /// Takes a value of a metric, by its position in `SummaryMetric.all`.
  mutating func add(_ value: Double, metric: Int, trial: Int) {
    if samples[metric].last?.trial != trial {
      guard let known = samples[metric].firstIndex(where: { $0.trial == trial }) else {
        samples[metric].append(Process(trial: trial, values: [value]))
        return
      }
      samples[metric][known].values.append(value)
      return
    }
    samples[metric][samples[metric].count - 1].values.append(value)
  }

  /// Takes the state that a trial ended in; two trials must not disagree.
  mutating func add(digest: String) {
    if self.digest.isEmpty {
      self.digest = digest
    } else if digest != self.digest, fault == nil {
      fault = "wrong digest: \(digest) after \(self.digest)"
    }
  }

  /// Takes all trust away; the first reason stays.
  mutating func void(_ reason: String) {
    fault = fault ?? (reason.isEmpty ? "not valid" : reason)
  }

  /// The fresh processes that measured a metric, by pass and round.
  func processes(_ metric: SummaryMetric) -> [MeasuredProcess] {
    guard let index = metric.index else { return [] }
    return samples[index].map { process in
      let (trial, actions) = (trials[process.trial], actions[process.trial])
      return MeasuredProcess(
        pass: trial.pass, round: trial.round, actions: actions > 0 ? actions : nil,
        samples: process.values)
    }
    .sorted { ($0.pass, $0.round) < ($1.pass, $1.round) }
  }

  /// One number for each fresh process: the median of its samples.
  func processMedians(_ metric: SummaryMetric) -> [Double] {
    guard let index = metric.index else { return [] }
    return samples[index].compactMap { SortedSamples($0.values).median }
  }

  /// The least and the greatest sample of all processes; `nil` when it was not measured.
  func range(_ metric: SummaryMetric) -> ClosedRange<Double>? {
    guard let index = metric.index else { return nil }
    let values = samples[index].lazy.flatMap(\.values)
    guard let least = values.min(), let greatest = values.max() else { return nil }
    return least...greatest
  }

  /// The samples of a metric, of all processes in the order of the file.
  func samples(_ metric: SummaryMetric) -> [Double] {
    guard let index = metric.index else { return [] }
    return samples[index].flatMap(\.values)
  }
}
