import FlowHarness
import FlowResults
import PlainText
import Workloads

/// A load of several workers, in a fresh process.
struct ContendJob: Job {
  typealias Work = ContendTask

  let plan: ContendPlan
  let scenario: Scenario
  let workers: Int
  let round: Int

  var key: JobKey { ContendRow.job(scenario.id, workers: workers, round: round) }

  func request(workDirectory: String, slot: Int) -> ContendTask.Request {
    ContendTask.Request(
      scenario: scenario, workers: workers, seed: plan.seed(for: scenario, round: round),
      durationNs: plan.durationNs)
  }

  func adjust(_ process: inout ChildProcess, for request: ContendTask.Request) {
    process.limitSeconds = plan.limitSeconds
    process.quietSeconds = ContendTask.longestSeconds(request)
  }

  func take(_ second: ContendTask.Step, into folder: ResultsFolder) -> String? {
    Self.text(second, workers, scenario)
  }

  // The state records every action of every worker.
  var isCheckedBefore: Bool { false }

  func finish(
    _ ending: Ending, _ use: MachineUse?, _ warnings: [String], into folder: ResultsFolder
  ) throws {
    var row = ContendRow(
      scenario, workers: workers, round: round, runID: folder.runID, seed: plan.seed)
    if case .finished(let outcome) = ending { row.fill(outcome) }
    if let reason = ending.failure {
      row.isValid = false
      row.invalidReason = reason
    }
    row.disturbance = use?.disturbance ?? Disturbance()
    if row.isValid == true {
      let shortage = CoreShortage.warning(workers: workers, cores: Machine.cpuCount)
      row.warning = ([shortage].compactMap { $0 } + (use?.warnings ?? [])).joined(separator: "; ")
    }
    folder.append([row])
  }

  /// `2s  4 workers  1,205,991/s  sequence/single/10/uniform/mutex@free`.
  static func text(_ second: ContendTask.Step, _ workers: Int, _ scenario: Scenario) -> String {
    let rate = Double(second.sent) / (Double(second.spanNs) / 1e9)
    return [
      TimeText.text(ns: second.endNs), CountText.text(workers, "worker"),
      "\(TextTable.number(rate))/s", scenario.id,
    ].joined(separator: "  ")
  }
}

extension ContendRow: JobRow {
  var job: JobKey {
    Self.job(dimensions.scenario, workers: dimensions.senders ?? 0, round: round ?? 0)
  }

  static func job(_ scenario: String, workers: Int, round: Int) -> JobKey {
    JobKey(scenario: scenario, part: "workers:\(workers)", round: round)
  }
}
