import FlowFloor
import FlowHarness
import FlowResults
import Foundation
import Measurement
import Workloads

// Waiting times against theory: a store with a known distribution of service times, and Poisson
// arrivals.

extension Calibration {
  /// A queue whose waiting times are known.
  struct QueueTrial {
    var law: ServiceWork.Law
    var utilisation: Double
    /// The number of actions for which the standard error of the mean is a quarter of the allowed
    /// error, by the asymptotic variance of the mean waiting time (P. Whitt, *Planning queueing
    /// simulations*, 1989).
    var actions: Double
    var meanNs: UInt64
    var isVirtual: Bool

    /// The allowed relative error of the times.
    var allowed: Double { isVirtual ? 0.02 : 0.1 }

    /// The maximum number of loads.
    var maxLoads: Int { isVirtual ? 1 : 5 }

    /// The mean waiting time in mean service times, by F. Pollaczek (1930) and A. Khinchin (1932).
    var meanWait: Double {
      let all = utilisation / (1 - utilisation)
      return law == .exponential ? all : all / 2
    }

    /// The 99th percentile of the waiting time in mean service times.
    var p99Wait: Double {
      guard law == .constant else { return log(100 * utilisation) / (1 - utilisation) }
      guard let wait = Self.p99WaitsOfConstantService[utilisation] else {
        preconditionFailure("utilisation: has no known percentile, got \(utilisation)")
      }
      return wait
    }

    /// C. D. Crommelin's sum of 1932, in 120 digits.
    private static let p99WaitsOfConstantService = [
      0.5: 3.3362559570022, 0.8: 10.355886791995, 0.95: 44.9377655083807,
    ]

    var name: String {
      "\(law == .constant ? "M/D/1" : "M/M/1") \(Int(utilisation * 100)) % "
        + (isVirtual ? "virtual" : "real")
    }
  }

  func queues() async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    for trial in effort.queues {
      progress(trial.name)
      rows += await waits(trial)
    }
    return rows
  }

  /// Measures a queue. In real time, a wrong result is measured again, because one pause of the
  /// machine changes the 99th percentile, but not the median of several loads.
  private func waits(_ trial: QueueTrial) async -> [CalibrationRow] {
    var found: [LoadRow.Times] = []
    var rows: [CalibrationRow] = []
    for _ in 0..<trial.maxLoads {
      guard case .finished(let outcome) = await load(trial), outcome.isValid else {
        return Self.rows(trial, [])
      }
      if let disturbance = trial.disturbance(of: outcome.result) {
        // An earlier error stays an error.
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

  /// Returns rows with the medians of several loads against theory.
  static func rows(_ trial: QueueTrial, _ found: [LoadRow.Times]) -> [CalibrationRow] {
    let meanNs = Double(trial.meanNs)
    return [
      .near(
        .queue, "\(trial.name), mean", "ns", asked: trial.meanWait * meanNs,
        measured: SortedSamples(found.compactMap(\.meanNs)).median, within: trial.allowed),
      .near(
        .queue, "\(trial.name), p99", "ns", asked: trial.p99Wait * meanNs,
        measured: SortedSamples(found.compactMap(\.p99Ns)).median, within: trial.allowed),
    ]
  }

  private func load(_ trial: QueueTrial) async -> LoadRoundJob.Ending {
    let rate = trial.utilisation / Double(trial.meanNs) * 1e9
    let durationNs = UInt64(trial.actions / rate * 1e9)
    guard
      let schedule = try? LoadSchedule(rate: rate, durationNs: durationNs, process: .poisson)
    else { return .failed(reason: "no such rate") }
    let request = LoadRequest(
      scenario: scenario(ServiceWork(trial.law, meanNs: trial.meanNs).id, FloorDesign.id),
      seed: seed,
      load: Load(
        .open(schedule), warmUpActions: 1, isVirtual: trial.isVirtual),
      workDirectory: "")
    return await ChildProcess(executable: executable).run(LoadTask.self, request) { _ in }
  }
}

extension Calibration.QueueTrial {
  /// The maximum utilisation for which the theory applies: 1 % more than planned, but not so much
  /// that the mean wait grows by half of its allowed error, which is 0.24 % at a utilisation of 95
  /// %.
  var busiest: Double {
    // For any distribution the mean wait grows as busy / (1 - busy).
    let wait = utilisation / (1 - utilisation) * (1 + allowed / 2)
    return min(utilisation * 1.01, wait / (1 + wait))
  }

  /// Returns the reason why the theory does not apply: other processes made services longer or
  /// starts later.
  func disturbance(of result: LoadResult) -> String? {
    let times = result.whole
    guard let service = times.service.meanNs, let generatorDelay = times.generatorDelay.meanNs
    else {
      return "no action was reduced"
    }
    let busy = utilisation * (service + generatorDelay) / Double(meanNs)
    guard busy > busiest else { return nil }
    return "disturbed: \(TextTable.percent(busy, sign: false)) busy"
  }

  /// Returns both distributions at three utilisations in virtual time, and in real time those that
  /// take seconds, or all of them in a full calibration.
  ///
  /// Services take 200 µs, because the harness itself takes 0.1 µs between two actions.
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
