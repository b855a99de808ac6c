import FlowHarness
import FlowReports
import FlowResults
import FlowRunner
import Foundation
import Measurement
import Platform
import Workloads

/// A check that has been planned and can be started.
@MainActor
struct CheckSession {
  private let options: CheckCommand
  private let gates: Set<CheckFinding.Gate>
  private let catalogue: Catalogue
  private let baselinePath: String
  /// The stored baseline; `nil` if there is none, or another revision takes its place.
  private let stored: Baseline?
  private let plan: Plan

  /// Checks a request without writing anything.
  init(_ options: CheckCommand, catalogue: Catalogue) throws {
    if let name = options.baseName, options.base == nil {
      throw PlanError.invalid(
        option: "--base-name", rule: "must be given with --base", value: "'\(name)' alone")
    }
    if options.update, options.base != nil {
      throw PlanError.invalid(
        option: "--update",
        rule: "must not be given with --base: the baseline is of this build", value: "both")
    }
    self.options = options
    self.catalogue = catalogue
    let possible: Set<CheckFinding.Gate> = options.base == nil ? [.counts] : [.counts, .time]
    gates = options.gate.map { Set($0) } ?? possible
    if let gate = gates.subtracting(possible).first {
      throw PlanError.invalid(
        option: "--gate",
        rule: "time is compared with another revision: give --base",
        value: "'\(gate.rawValue)' alone")
    }
    if let base = options.base { try BaseProgram.checkFile(base) }
    if let out = options.out { try ResultsFolder.check(out) }
    baselinePath = Baseline.path(in: options.baseline, platform: Machine.platform)
    stored = options.base == nil ? try Baseline(reading: baselinePath) : nil
    var request = try RunOptions.parsed([])
    request.measurement.suite = .gate
    request.scenarios.stores.filter = options.filter
    // Instructions take seconds for each scenario, and pairs make them unnecessary.
    request.measurement.passes = options.base == nil ? [.counting, .instructions] : [.counting]
    request.measurement.seed = options.seed
    do throws(PlanError) { plan = try Plan(request, catalogue: catalogue) } catch {
      throw error.seeing(Executable.command("run", "--suite", Suite.gate.rawValue, "--dry-run"))
    }
  }

  /// The command that replaces the baseline with the current counts.
  private var updateCommand: String {
    options.baseline == Baseline.directory
      ? Executable.command("check", "--update") + " (in FlowBench's checkout: make baseline)"
      : Executable.command("check", "--update", "--baseline", options.baseline)
  }

  /// Measures, compares, and writes the reports.
  ///
  /// - Returns: `nil` after an interruption; the measured rows are on disk.
  func run(executable: String) async throws -> CheckReport? {
    let startNs = MonotonicClock.nowNs()
    // Sessions have watches of their own, but a signal may come between two of them.
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    // Both builds are identified before the first trial of either.
    try NeededFiles.check([executable] + [options.base].compactMap(\.self))
    try TemporaryFolder.check()
    let out = options.out ?? ResultsFolder.unusedPath("results/check/\(RunRow.utc(Date()))")
    try ResultsFolder.check(out)
    if let base = options.base { try await BaseProgram.checkAnswer(of: base) }
    var report = CheckReport(
      out: out, base: options.base.map { options.baseName ?? $0 },
      platform: Machine.platform, updateCommand: updateCommand)
    if gates.contains(.counts) {
      do {
        guard try await count(executable, out, into: &report) else { return nil }
      } catch PlanError.refused(option: "--passes", let reason) {
        // A system without counters can still measure time.
        report.findings.append(.uncounted(reason))
      }
    }
    if gates.contains(.time), let base = options.base {
      guard try await time(executable, base, interrupt, into: &report) else { return nil }
    }
    if interrupt.isInterrupted { return nil }
    if let base = options.base, let fault = report.baseFault {
      throw BaseProgram.unusable(base, "and it failed in every trial: \(fault)")
    }
    report.elapsed = ProgressReporter.clock(Double(MonotonicClock.nowNs() - startNs) / 1e9)
    try report.write()
    return report
  }

  /// Counts this build and the base, if there is one; `false` after an interruption.
  private func count(
    _ executable: String, _ out: String, into report: inout CheckReport
  ) async throws -> Bool {
    guard let run = try await measured(executable, "\(out)/counts") else { return false }
    let tools = CountingTools.current
    let hopping = Set(catalogue.designs.filter(\.hops).map(\.id))
    if let base = options.base {
      let baseRun: MeasuredRun
      do {
        guard let found = try await measured(base, "\(out)/base-counts") else { return false }
        baseRun = found
      } catch PlanError.refused(option: "--passes", let reason) {
        report.findings.append(.uncounted(reason, isBaseFault: true))
        return true
      }
      let gate = CountGate(
        revision: baseRun, hopping: hopping, tools: tools, isUnknown: MissingDesignError.isReason)
      report.findings += gate.findings(run) { _ in false }
    } else if options.update {
      var baseline = stored ?? Baseline(empty: baselinePath)
      let before = baseline
      let planned = Set(plan.scenarios.map(\.id))
      baseline.keep { planned.contains($0) || !isSelected($0) }
      report.missing = baseline.merge(run, hopping: hopping, tools: tools)
      try baseline.write()
      report.updated = baselinePath
      report.findings += CountGate(baseline: before, tools: tools).findings(run) { _ in false }
    } else if let stored {
      report.findings += CountGate(baseline: stored, tools: tools).findings(
        run, isSelected: isSelected)
    } else {
      report.missingBaseline = baselinePath
    }
    return true
  }

  /// Returns a Boolean value that indicates whether the filter matches the id of a scenario.
  private func isSelected(_ id: String) -> Bool {
    guard let filter = options.filter.flatMap({ try? Regex($0) }) else { return true }
    return id.contains(filter)
  }

  /// Counts the gate's scenarios with a program; `nil` after an interruption.
  private func measured(_ executable: String, _ path: String) async throws -> MeasuredRun? {
    var session = try Session(plan, [], out: path, catalogue: catalogue)
    if executable == Executable.path { session.checkWork() }
    let run = try await session.run(executable: executable, isWhole: false)
    return run.end.isInterrupted ? nil : try MeasuredRun(reading: path, option: "--out")
  }

  /// Times both builds in pairs; `false` after an interruption.
  private func time(
    _ executable: String, _ base: String, _ interrupt: InterruptWatch,
    into report: inout CheckReport
  ) async throws -> Bool {
    let mainThread = catalogue.mainThreadDesigns
    let gate = TimeGate(
      pairs: PairRunner(
        process: TrialProcess(executable: executable, mainThreadDesigns: mainThread),
        baseProcess: TrialProcess(executable: base, mainThreadDesigns: mainThread),
        settings: plan.settings, seed: options.seed),
      baseName: options.baseName ?? base)
    var progress = ProgressReporter(total: plan.scenarios.count)
    defer { progress.finish() }
    for (number, scenario) in plan.scenarios.enumerated() {
      progress.report("in pairs: " + scenario.id, done: number)
      let running = Task.detached { try await gate.result(of: scenario, number: number) }
      let onInterrupt = interrupt.onInterrupt { running.cancel() }
      defer { interrupt.forget(onInterrupt) }
      let result = await running.result
      if interrupt.isInterrupted { return false }
      let (finding, row) = try result.get()
      report.findings.append(finding)
      report.rows += [row].compactMap { $0 }
    }
    return true
  }
}

extension CountingTools {
  /// The tools of this process and its trials.
  static var current: CountingTools {
    let instructions =
      if case .success(let tool) = InstructionTool.find() { "\(tool.source)" } else { "" }
    let allocator = ToolVersion.allocator.prefix { $0 != " " }
    return CountingTools(instructions: instructions, allocator: String(allocator))
  }
}

/// The gate `time`: the processor time of two builds, in pairs of fresh processes.
///
/// A difference counts only if fresh pairs confirm it. A comparison that finds nothing, and could
/// not have detected four percent, is repeated with twice as many pairs.
struct TimeGate: Sendable {
  let pairs: PairRunner
  let baseName: String

  /// Compares one scenario in both builds.
  ///
  /// - Parameter number: Distinguishes this comparison from others with the same seed.
  func result(
    of scenario: Scenario, number: Int
  ) async throws(SystemError) -> (finding: CheckFinding, row: CompareRow?) {
    var finding = CheckFinding(
      gate: .time, scenario: scenario.id, metric: SummaryMetric.cpu.name, outcome: .same)
    do throws(PairRunner.Failure) {
      let first = try await compare(scenario, number: 2 * number)
      guard first.verdict == .slower || first.verdict == .faster else {
        finding.record(first)
        return (finding, row(of: scenario, first, first.verdict))
      }
      let second = try await compare(scenario, number: 2 * number + 1)
      finding.record(second)
      let isConfirmed = second.verdict == first.verdict
      if !isConfirmed {
        finding.outcome = .same
        finding.note = "\(first.verdict.name) in the first comparison, not confirmed by a second"
      }
      return (finding, row(of: scenario, second, isConfirmed ? second.verdict : .same))
    } catch {
      if let prevented = error.prevented { throw prevented }
      finding.take(error)
      return (finding, nil)
    }
  }

  /// The slowdown that every comparison should be able to detect, as a share.
  private static let wantedVisible = 0.04

  /// Returns a Boolean value that indicates whether a comparison found nothing and could not have
  /// detected the wanted slowdown.
  static func isBlind(_ comparison: PairedComparison) -> Bool {
    comparison.verdict == .same && comparison.smallestVisible.map { $0 > wantedVisible } ?? false
  }

  private func compare(
    _ scenario: Scenario, number: Int
  ) async throws(PairRunner.Failure) -> PairedComparison {
    let first = try await pairs.compare(scenario, scenario, number: 2 * number)
    guard Self.isBlind(first) else { return first }
    // With fresh pairs, because the first ones have decided about the repetition.
    return try await pairs.compare(
      scenario, scenario, number: 2 * number + 1, pairs: 2 * first.count)
  }

  private func row(
    of scenario: Scenario, _ comparison: PairedComparison, _ verdict: Verdict
  ) -> CompareRow {
    var row = CompareRow()
    row.by = "revision"
    row.baseLevel = baseName
    row.level = "this"
    row.baseScenario = scenario.id
    row.dimensions = Dimensions(scenario)
    row.metric = SummaryMetric.cpu.name
    row.ratio = comparison.ratio
    row.intervalLow = comparison.interval()?.low
    row.intervalHigh = comparison.interval()?.high
    row.mdeRatio = comparison.smallestVisible
    row.pairs = comparison.count
    row.verdict = verdict.name
    if case .inconclusive(let reason) = verdict { row.warning = "\(reason)" }
    return row
  }
}

extension CheckFinding {
  /// Returns the finding that a program, this one or the base, could not be counted.
  static func uncounted(_ reason: String, isBaseFault: Bool = false) -> CheckFinding {
    var finding = CheckFinding(
      gate: .counts, scenario: "all", metric: "counts", outcome: .uncompared, note: reason)
    finding.isBaseFault = isBaseFault
    return finding
  }

  /// Records why pairs could not be run.
  mutating func take(_ failure: PairRunner.Failure) {
    isBaseFault = failure.isBase && !failure.isUnknown
    outcome = !failure.isBase ? .invalid : failure.isUnknown ? .new : .uncompared
    note = failure.isBase ? "the base cannot run it: \(failure)" : failure.description
  }
}
