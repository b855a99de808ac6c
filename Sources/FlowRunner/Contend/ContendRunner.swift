import FlowHarness
import FlowResults
import Workloads

/// Runs loads of several workers one after the other, each in a fresh process, and writes down
/// what they say.
@MainActor
struct ContendRunner {
  let plan: ContendPlan
  let directory: ContendDirectory
  let executable: String
  let interrupt: InterruptWatch

  private struct Load: Hashable {
    let scenario: Scenario
    let workers: Int
  }

  /// Runs every scenario with every number of workers as often as the plan says, in seeded random
  /// order.
  ///
  /// - Returns: The rows in the order of the plan, with their speed-ups.
  func runAll() async throws -> [ContendRow] {
    let loads = plan.scenarios.flatMap { scenario in
      plan.workers.map { Load(scenario: scenario, workers: $0) }
    }
    var random = SplitMix64(seed: splitSeed(plan.seed, "order of loads"))
    var rows: [Load: [ContendRow]] = [:]
    for round in 0..<plan.rounds {
      for load in loads.shuffled(using: &random) {
        if interrupt.isInterrupted { break }
        guard let row = try await run(load, round: round) else { continue }
        try directory.append(row)
        rows[load, default: []].append(row)
      }
    }
    return ContendRow.withSpeedUps(loads.flatMap { rows[$0] ?? [] })
  }

  /// Runs one load; `nil` when it was interrupted.
  private func run(_ load: Load, round: Int) async throws -> ContendRow? {
    var row = ContendRow(
      load.scenario, workers: load.workers, round: round, runID: directory.run.runID,
      seed: plan.seed)
    let request = ContendRequest(
      scenario: load.scenario, workers: load.workers,
      seed: plan.seed(for: load.scenario, round: round), durationNs: plan.durationNs)
    let child = ChildProcess(
      executable: executable, limitSeconds: plan.limitSeconds,
      quietSeconds: request.quietSeconds)
    var progress = StatusLine()
    defer { progress.finish() }
    let ending = try await child.run(ContendTask.self, request, interrupt) {
      progress.show(Self.text($0, load.workers, load.scenario))
    }
    if case .finished(let outcome) = ending { row.fill(outcome) }
    if let reason = ending.failure {
      row.isValid = false
      row.reason = reason
    }
    return ending == .interrupted ? nil : row
  }

  /// `2s  4 workers  1,205,991/s  sequence/single/10/uniform/mutex@free`.
  static func text(_ second: ContendSecond, _ workers: Int, _ scenario: Scenario) -> String {
    let rate = Double(second.sent) / (Double(second.spanNs) / 1e9)
    return [
      TimeText.text(ns: second.endNs), workers == 1 ? "1 worker" : "\(workers) workers",
      "\(TextTable.number(rate))/s", scenario.id,
    ].joined(separator: "  ")
  }
}
