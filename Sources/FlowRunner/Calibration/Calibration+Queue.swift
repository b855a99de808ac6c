import FlowHarness
import FlowResults
import Measurement
import Workloads

// Waiting times against theory: a store that takes as long as a law says, Poisson arrivals.

extension Calibration {
  /// One line that is tried.
  struct QueueTrial {
    var law: ServiceWork.Law
    var utilisation: Double
    /// Enough for the mean to be known to a quarter of what is allowed, by the asymptotic variance
    /// of a waiting time's mean (P. Whitt, *Planning queueing simulations*, 1989).
    var actions: Double
    var meanNs: UInt64
    var isVirtual: Bool

    /// The share that the times may be wrong by.
    var allowed: Double { isVirtual ? 0.02 : 0.1 }

    /// How many loads are tried at most.
    var maxLoads: Int { isVirtual ? 1 : 5 }

    var theory: QueueTheory {
      QueueTheory(law == .constant ? .constant : .exponential, utilisation: utilisation)
    }

    var name: String {
      "\(law == .constant ? "M/D/1" : "M/M/1") \(Int(utilisation * 100)) % "
        + (isVirtual ? "virtual" : "real")
    }
  }

  func queues(_ progress: (String) -> Void) async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    for trial in effort.queues {
      progress(trial.name)
      rows += await waits(trial)
    }
    return rows
  }

  /// In real time more than one load is tried where the first is wrong: a single pause of the machine
  /// moves its 99th percentile, but not the median of several.
  private func waits(_ trial: QueueTrial) async -> [CalibrationRow] {
    var found: [LoadRow.Times] = []
    var rows: [CalibrationRow] = []
    for _ in 0..<trial.maxLoads {
      guard case .finished(let outcome) = await load(trial), outcome.isValid else {
        return Self.rows(trial, [])
      }
      if let disturbance = trial.disturbance(of: outcome.result) {
        // What was wrong before is not made good by this.
        guard !found.isEmpty else {
          return [.untried(.queue, "\(trial.name)", because: disturbance)]
        }
        continue
      }
      found.append(LoadRow.Times(outcome.result.whole.queueing))
      rows = Self.rows(trial, found)
      if rows.allSatisfy({ $0.isMet == true }) { break }
    }
    return rows
  }

  /// What several loads of a line have found, by their medians, against theory.
  static func rows(_ trial: QueueTrial, _ found: [LoadRow.Times]) -> [CalibrationRow] {
    let theory = trial.theory
    let meanNs = Double(trial.meanNs)
    return [
      .near(
        .queue, "\(trial.name), mean", "ns", asked: theory.meanWait * meanNs,
        measured: SortedSamples(found.compactMap(\.meanNs)).median, within: trial.allowed),
      .near(
        .queue, "\(trial.name), p99", "ns", asked: theory.wait(ofShare: 0.99) * meanNs,
        measured: SortedSamples(found.compactMap(\.p99Ns)).median, within: trial.allowed),
    ]
  }

  private func load(_ trial: QueueTrial) async -> LoadRoundJob.Ending {
    let rate = trial.utilisation / Double(trial.meanNs) * 1e9
    let durationNs = UInt64(trial.actions / rate * 1e9)
    guard
      let schedule = try? LoadSchedule(
        .steady, rate: rate, durationNs: durationNs, process: .poisson)
    else { return .failed(reason: "no such rate") }
    let request = LoadRequest(
      scenario: scenario(ServiceWork(trial.law, meanNs: trial.meanNs).id, FloorDesign.id), round: 0,
      seed: seed, traffic: .open(schedule), maxQueue: nil, drainNs: durationNs,
      warmUpActions: 1, isVirtual: trial.isVirtual, workDirectory: "")
    return await ChildProcess(executable: executable).run(LoadTask.self, request) { _ in }
  }
}

extension Calibration.QueueTrial {
  /// How busy the server may be for the theory to be that of what was asked: 1 % more, but not so
  /// much that the mean wait grows by half of what it may be wrong by. At 95 % that is 0.24 %.
  var busiest: Double {
    // Of any law the mean wait grows as busy / (1 - busy).
    let wait = utilisation / (1 - utilisation) * (1 + allowed / 2)
    return min(utilisation * 1.01, wait / (1 + wait))
  }

  /// Why the waiting times cannot be those of the theory: whoever takes the core away makes services
  /// longer and starts later, and the line with them.
  func disturbance(of result: LoadResult) -> String? {
    let times = result.whole
    guard let service = times.service.meanNs, let generatorDelay = times.generatorDelay.meanNs
    else {
      return "no action was done"
    }
    let busy = utilisation * (service + generatorDelay) / Double(meanNs)
    guard busy > busiest else { return nil }
    return "disturbed: \(TextTable.percent(busy, sign: false)) busy"
  }

  /// Both laws at three loads, in time that jumps; in real time those that can be had in seconds,
  /// or in a full calibration all of them. Services of 200 µs are long against what the harness
  /// itself takes between two actions, a tenth of a microsecond, which is in no theory.
  static func all(isFull: Bool) -> [Self] {
    let laws = [ServiceWork.Law.constant, .exponential]
    let loads: [(utilisation: Double, actions: Double, real: Double)] = [
      (0.5, 2e6, 5e4), (0.8, 1e7, 2.5e5), (0.95, 7e7, 2.5e6),
    ]
    return laws.flatMap { law in
      loads.flatMap { load -> [Self] in
        let virtual = Self(
          law: law, utilisation: load.utilisation, actions: load.actions, meanNs: 100_000,
          isVirtual: true)
        let real = Self(
          law: law, utilisation: load.utilisation, actions: load.real, meanNs: 200_000,
          isVirtual: false)
        return load.utilisation == 0.5 || isFull ? [virtual, real] : [virtual]
      }
    }
  }
}
