import FlowHarness
import FlowResults
import Foundation
import Measurement
import Workloads

/// One load of one scenario, in a fresh process.
struct LoadRoundJob: Job {
  typealias Work = LoadTask

  let plan: LoadPlan
  let scenario: Scenario
  let round: Int

  var key: JobKey {
    JobKey(
      scenario: scenario.id, part: "\(plan.load)", round: round)
  }

  func request(workDirectory: String, slot: Int) -> LoadRequest {
    LoadRequest(
      scenario: scenario, seed: plan.seed(for: scenario, round: round), load: plan.load,
      workDirectory: workDirectory)
  }

  func adjust(_ process: inout ChildProcess, for request: LoadRequest) {
    process.limitSeconds = plan.limitSeconds
    process.quietSeconds = plan.quietSeconds
  }

  func take(_ seconds: [TimelineSecond], into folder: ResultsFolder) throws -> String? {
    let rows = rows(folder.runID)
    folder.append(seconds.map { rows.second($0) })
    return seconds.last.map {
      Self.text($0, scenario, isTimed: rows.isTimed)
    }
  }

  var isTimed: Bool { !plan.load.isVirtual }

  // In virtual time, all events of effects are compared with a simulation.
  var isCheckedBefore: Bool { plan.load.service == nil || !plan.load.isVirtual }

  func finish(
    _ ending: Ending, _ use: MachineUse?, _ warnings: [String], into folder: ResultsFolder
  ) throws {
    let rows = rows(folder.runID)
    var ending = Self.counted(ending)
    if case .finished(var outcome) = ending, outcome.isValid {
      for warning in warnings { outcome.warn(warning) }
      ending = .finished(outcome)
    }
    folder.append(rows.loads(ending, use))
    if let row = rows.effects(ending) { folder.append([row]) }
    guard case .finished(let outcome) = ending else { return }
    folder.append(rows.latencies(outcome))
  }

  /// Returns the ending as a failure if the load has no counts, so that their cells stay empty.
  static func counted(_ ending: Ending) -> Ending {
    guard case .finished(let outcome) = ending, !outcome.hasResult else { return ending }
    return .failed(reason: outcome.reason ?? "")
  }

  private func rows(_ runID: String) -> OutcomeRows {
    OutcomeRows(
      runID: runID, seed: plan.seed, scenario: scenario, round: round, load: plan.load)
  }

  /// `12 s  49,987/s  in system 3  p50 1.2 µs  p99 8.1 µs  app/single/10/uniform/flow`.
  static func text(
    _ second: TimelineSecond, _ scenario: Scenario, isTimed: Bool = true
  ) -> String {
    var parts = [
      "\(second.endNs / SliceRecorder.secondNs) s",
      "\(TextTable.number(Double(second.completed)))/s",
    ]
    if let count = second.inSystem { parts.append("in system \(count)") }
    if second.dropped > 0 { parts.append("dropped \(second.dropped)") }
    if isTimed, let p50 = second.p50Ns, let p99 = second.p99Ns {
      parts.append("p50 \(TextTable.time(Double(p50)))  p99 \(TextTable.time(Double(p99)))")
    }
    return (parts + [scenario.id]).joined(separator: "  ")
  }
}
