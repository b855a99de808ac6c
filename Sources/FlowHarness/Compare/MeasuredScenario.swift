import Measurement

/// What a run found out about one scenario: numbers by metric and process, no rows.
struct MeasuredScenario {
  let dimensions: Dimensions
  /// Why none of its numbers may be used; `nil` when all may.
  private(set) var fault: String?
  /// The state after the proof actions.
  private(set) var digest = ""

  /// The number of each trial, over all passes.
  private var trials: [Trial: Int] = [:]
  /// The samples of each metric, in the order of `SummaryMetric.all`.
  private var samples = [Samples](repeating: Samples(), count: SummaryMetric.all.count)

  private struct Trial: Hashable {
    let pass: String
    let round: Int
  }

  /// Values in the order of the file, the trial of each beside it, and what is made of them.
  private struct Samples {
    var values: [Double] = []
    var trials: [Int32] = []
    var processMedians: [Double] = []

    /// The median of each trial's values, in the order of the trials.
    ///
    /// - Complexity: O(*n* log *n*).
    mutating func summarise(trialCount: Int) {
      var processes = [[Double]](repeating: [], count: values.isEmpty ? 0 : trialCount)
      for (value, trial) in zip(values, trials) { processes[Int(trial)].append(value) }
      processMedians = processes.compactMap { SortedSamples($0).median }
    }
  }

  init(_ dimensions: Dimensions) { self.dimensions = dimensions }

  /// What the table calls it.
  var id: String { dimensions.scenario }
}

// MARK: - While a file is read

extension MeasuredScenario {
  /// The number of one process; trials of every pass are numbered together.
  mutating func trial(pass: String, round: Int) -> Int {
    let next = trials.count
    return trials.withKey(Trial(pass: pass, round: round), orNew: next)
  }

  /// Takes a value of a metric, by its position in `SummaryMetric.all`.
  mutating func add(_ value: Double, metric: Int, trial: Int) {
    samples[metric].values.append(value)
    samples[metric].trials.append(Int32(trial))
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

  /// Takes all trust away; the first reason stays.
  mutating func void(_ reason: String) {
    fault = fault ?? (reason.isEmpty ? "not valid" : reason)
  }

  /// Summarises what was taken; nothing is added afterwards.
  mutating func finish() {
    for metric in samples.indices { samples[metric].summarise(trialCount: trials.count) }
  }
}

extension Dictionary {
  /// The value of a key, which is a new one if there was none.
  fileprivate mutating func withKey(_ key: Key, orNew new: Value) -> Value {
    if let known = self[key] { return known }
    self[key] = new
    return new
  }
}

// MARK: - When it has been read

extension MeasuredScenario {
  /// One number for each fresh process: the median of its samples.
  func processMedians(_ metric: SummaryMetric) -> [Double] {
    metric.index.map { samples[$0].processMedians } ?? []
  }

  /// The least and the greatest sample of all processes; `nil` when it was not measured.
  func range(_ metric: SummaryMetric) -> ClosedRange<Double>? {
    let values = samples(metric)
    guard let least = values.min(), let greatest = values.max() else { return nil }
    return least...greatest
  }

  /// The samples of a metric, of all processes in the order of the file.
  func samples(_ metric: SummaryMetric) -> [Double] {
    metric.index.map { samples[$0].values } ?? []
  }
}
