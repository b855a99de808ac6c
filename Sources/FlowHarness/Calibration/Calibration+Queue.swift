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

    var theory: QueueTheory {
      QueueTheory(law == .constant ? .constant : .exponential, utilisation: utilisation)
    }

    var name: String {
      "\(law == .constant ? "M/D/1" : "M/M/1"), \(Int(utilisation * 100)) % busy, "
        + (isVirtual ? "virtual" : "real") + " time"
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

  private func waits(_ trial: QueueTrial) async -> [CalibrationRow] {
    let theory = trial.theory
    var times: LoadRow.Times?
    if case .finished(let outcome) = await load(trial), outcome.isValid {
      times = LoadRow.Times(outcome.tally.whole.queueing)
    }
    let meanNs = Double(trial.meanNs)
    return [
      .near(
        .queue, "mean wait, \(trial.name)", "ns", asked: theory.meanWait * meanNs,
        measured: times?.meanNs, within: trial.allowed),
      .near(
        .queue, "99 % wait, \(trial.name)", "ns", asked: theory.wait(ofShare: 0.99) * meanNs,
        measured: times?.p99Ns, within: trial.allowed),
    ]
  }

  private func load(_ trial: QueueTrial) async -> LoadProcess.Ending {
    let rate = trial.utilisation / Double(trial.meanNs) * 1e9
    let durationNs = UInt64(trial.actions / rate * 1e9)
    guard
      let schedule = try? LoadSchedule(
        .steady, rate: rate, durationNs: durationNs, process: .poisson)
    else { return .failed(reason: "no such rate") }
    let request = LoadRequest(
      scenario: scenario(ServiceWork(trial.law, meanNs: trial.meanNs).id, "floor"), round: 0,
      seed: seed, traffic: .open(schedule), backlog: nil, drainNs: durationNs,
      warmUpActions: 1, isVirtual: trial.isVirtual, workDirectory: "")
    return await LoadProcess(executable: executable, mainThreadDesigns: []).run(request) { _ in }
  }
}

extension Calibration.QueueTrial {
  /// Both laws at three loads, in time that jumps; in real time those that can be had in seconds.
  static func all(isFull: Bool) -> [Self] {
    let laws = [ServiceWork.Law.constant, .exponential]
    let loads: [(utilisation: Double, actions: Double, real: Double, realMeanNs: UInt64)] = [
      (0.5, 2e6, 1e5, 20_000), (0.8, 1e7, 3e5, 20_000), (0.95, 7e7, 2.5e6, 100_000),
    ]
    return laws.flatMap { law in
      loads.flatMap { load -> [Self] in
        let virtual = Self(
          law: law, utilisation: load.utilisation, actions: load.actions, meanNs: 100_000,
          isVirtual: true)
        let real = Self(
          law: law, utilisation: load.utilisation, actions: load.real, meanNs: load.realMeanNs,
          isVirtual: false)
        return load.utilisation < 0.9 || isFull ? [virtual, real] : [virtual]
      }
    }
  }
}
