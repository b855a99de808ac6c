import FlowHarness
import FlowResults
import Measurement
import Workloads

/// Runs loads one after the other, each in a fresh process, and writes down what they say.
@MainActor
struct LoadRunner {
  let plan: LoadPlan
  let directory: LoadDirectory
  let executable: String
  /// The designs whose processes keep the main thread.
  let mainThreadDesigns: Set<String>
  let interrupt: InterruptWatch

  /// How a load ended.
  typealias Ending = ChildProcess.Ending<LoadOutcome>

  /// Runs every scenario of the plan as often as it says, in seeded random order.
  ///
  /// - Returns: The rows of the whole loads, in the order of the plan.
  func runAll() async throws -> [Found] {
    var random = SplitMix64(seed: splitSeed(plan.seed, "order of loads"))
    var rows: [String: [Found]] = [:]
    for round in 0..<plan.rounds {
      for scenario in plan.scenarios.shuffled(using: &random) {
        if interrupt.isInterrupted { break }
        if let row = try await run(scenario, round: round, plan.traffic) {
          rows[scenario.id, default: []].append(row)
        }
      }
    }
    return plan.scenarios.flatMap { rows[$0.id] ?? [] }
  }

  /// What one load is summed up in.
  struct Found {
    /// The whole.
    let load: LoadRow
    /// What became of its effects, if they took time.
    let effects: EffectRow?
  }

  /// Runs one load.
  ///
  /// - Returns: `nil` when it was interrupted.
  func run(_ scenario: Scenario, round: Int, _ traffic: LoadTraffic) async throws -> Found? {
    let rows = LoadRows(
      runID: directory.run.runID, seed: plan.seed, scenario: scenario, round: round,
      traffic: traffic, backlog: plan.backlog, service: plan.service, isVirtual: plan.isVirtual)
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let request = LoadRequest(
      scenario: scenario, round: round, seed: plan.seed(for: scenario, round: round),
      traffic: traffic, service: plan.service, backlog: plan.backlog, drainNs: plan.drainNs,
      warmUpActions: plan.warmUpActions,
      isVirtual: plan.isVirtual, workDirectory: scratch.path)
    let process = ChildProcess(
      executable: executable, keepsMainThread: mainThreadDesigns.contains(scenario.design),
      limitSeconds: plan.limitSeconds, quietSeconds: plan.quietSeconds(traffic))
    var progress = StatusLine()
    defer { progress.finish() }
    let ending = try await process.run(LoadTask.self, request, interrupt) { seconds in
      try directory.append(seconds.map { rows.second($0) })
      guard let last = seconds.last else { return }
      progress.show(Self.text(last, scenario, isTimed: rows.isTimed))
    }
    try directory.append(ending, rows)
    return rows.loads(ending).first.map { Found(load: $0, effects: rows.effects(ending)) }
  }

  /// `12 s  49,987/s  backlog 3  p50 1.2 µs  p99 8.1 µs  app/single/10/uniform/flow`.
  static func text(
    _ second: LoadSecond, _ scenario: Scenario, isTimed: Bool = true
  ) -> String {
    var parts = [
      "\(second.endNs / LoadMeter.secondNs) s",
      "\(TextTable.number(Double(second.completed)))/s",
    ]
    if let backlog = second.backlog { parts.append("backlog \(backlog)") }
    if second.dropped > 0 { parts.append("dropped \(second.dropped)") }
    if isTimed, let p50 = second.p50Ns, let p99 = second.p99Ns {
      parts.append("p50 \(TextTable.time(Double(p50)))  p99 \(TextTable.time(Double(p99)))")
    }
    return (parts + [scenario.id]).joined(separator: "  ")
  }
}
