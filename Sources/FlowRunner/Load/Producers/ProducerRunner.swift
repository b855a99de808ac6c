import FlowHarness
import FlowResults
import Workloads

/// Runs loads of several producers one after the other, each in a fresh process, and writes down
/// what they say.
@MainActor
struct ProducerRunner {
  let plan: ProducerPlan
  let directory: ProducerDirectory
  let executable: String
  let interrupt: InterruptWatch

  private struct Load: Hashable {
    let scenario: Scenario
    let producers: Int
  }

  /// Runs every scenario with every number of producers as often as the plan says, in seeded random
  /// order.
  ///
  /// - Returns: The rows in the order of the plan, with their speed-ups.
  func runAll() async throws -> [ProducerRow] {
    let loads = plan.scenarios.flatMap { scenario in
      plan.senders.map { Load(scenario: scenario, producers: $0) }
    }
    var random = SplitMix64(seed: splitSeed(plan.seed, "order of loads"))
    var rows: [Load: [ProducerRow]] = [:]
    for round in 0..<plan.rounds {
      for load in loads.shuffled(using: &random) {
        if interrupt.isInterrupted { break }
        guard let row = try await run(load, round: round) else { continue }
        try directory.append(row)
        rows[load, default: []].append(row)
      }
    }
    return ProducerRow.withSpeedUps(loads.flatMap { rows[$0] ?? [] })
  }

  /// Runs one load; `nil` when it was interrupted.
  private func run(_ load: Load, round: Int) async throws -> ProducerRow? {
    var row = ProducerRow(
      load.scenario, producers: load.producers, round: round, runID: directory.run.runID,
      seed: plan.seed)
    let request = ProducerRequest(
      scenario: load.scenario, producers: load.producers,
      seed: plan.seed(for: load.scenario, round: round), durationNs: plan.durationNs)
    let child = ChildProcess(
      executable: executable, limitSeconds: plan.limitSeconds,
      quietSeconds: request.quietSeconds)
    var progress = StatusLine()
    defer { progress.finish() }
    let ending = try await child.run(ProducerTask.self, request, interrupt) {
      progress.show(Self.text($0, load.producers, load.scenario))
    }
    if case .finished(let outcome) = ending { row.fill(outcome) }
    if let reason = ending.failure {
      row.isValid = false
      row.reason = reason
    }
    return ending == .interrupted ? nil : row
  }

  /// `2s  4 producers  1,205,991/s  sequence/single/10/uniform/mutex@free`.
  static func text(_ second: ProducerSecond, _ producers: Int, _ scenario: Scenario) -> String {
    let rate = Double(second.sent) / (Double(second.spanNs) / 1e9)
    return [
      TimeText.text(ns: second.endNs), producers == 1 ? "1 producer" : "\(producers) producers",
      "\(TextTable.number(rate))/s", scenario.id,
    ].joined(separator: "  ")
  }
}
