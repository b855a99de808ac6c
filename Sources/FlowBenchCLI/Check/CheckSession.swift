import FlowHarness
import FlowReports
import FlowResults
import FlowRunner
import Foundation
import Platform

/// A check that has been planned and can be made.
@MainActor
struct CheckSession {
  private let options: CheckOptions
  private let gates: Set<CheckFinding.Gate>
  private let catalogue: Catalogue
  /// What the stored baseline holds; `nil` when there is none, or another revision takes its place.
  private let stored: Baseline?
  private let plan: Plan

  private static func baselinePath(_ options: CheckOptions) -> String {
    Baseline.path(in: options.baseline, platform: Machine.platform)
  }

  /// Checks everything that can be checked before the first sample.
  ///
  /// - Throws: `PlanError`; nothing has been written then.
  init(_ options: CheckOptions, catalogue: Catalogue) throws(PlanError) {
    try Self.refuseUpdateOfOthers(options)
    self.options = options
    self.catalogue = catalogue
    gates = try Self.gates(options)
    if let base = options.base { try BaseProgram.checkFile(base) }
    if let out = options.out { try ResultsFolder.check(out) }
    stored =
      options.base == nil
      ? try Baseline(reading: Self.baselinePath(options)) : nil
    do throws(PlanError) {
      plan = try Plan(Self.request(options), catalogue: catalogue)
    } catch {
      throw error.seeing(Executable.command("run", "--suite", Suite.gate.rawValue, "--dry-run"))
    }
  }

  /// The command that takes over what is counted here.
  private var updateCommand: String {
    let directory = options.baseline
    guard directory != Baseline.directory else {
      return Executable.command("check", "--update") + " (in FlowBench's checkout: make baseline)"
    }
    return Executable.command("check", "--update", "--baseline", directory)
  }

  private static func refuseUpdateOfOthers(_ options: CheckOptions) throws(PlanError) {
    guard options.update, options.base != nil else { return }
    throw .conflict(
      option: "--update",
      rule: "must not be given with --base: the baseline is of this build", value: "both")
  }

  private static func gates(_ options: CheckOptions) throws(PlanError) -> Set<CheckFinding.Gate> {
    let possible: Set<CheckFinding.Gate> =
      options.base == nil ? [.counts] : [.counts, .time]
    let gates = options.gate ?? Array(possible)
    for gate in gates where !possible.contains(gate) {
      throw .conflict(
        option: "--gate",
        rule: "time is compared with another revision: give --base",
        value: "'\(gate.rawValue)' alone")
    }
    return Set(gates)
  }

  private static func request(_ options: CheckOptions) throws(PlanError) -> RunOptions {
    var request = try RunOptions.parsed([])
    request.suite = .gate
    request.stores.filter = options.filter
    // They take a second or two for each scenario; pairs show more of what they would.
    request.passes = options.base == nil ? [.counting, .instructions] : [.counting]
    request.seed = options.seed
    return request
  }

  /// Measures, compares, and writes the reports.
  ///
  /// - Parameter executable: This revision's program.
  /// - Returns: `nil` when it was interrupted; what was measured is on disk.
  /// - Throws: `PlanError` when a file cannot be written, or what writing throws.
  func run(executable: String) async throws -> CheckReport? {
    let startNs = MonotonicClock.nowNs()
    let out = options.out ?? "\(Self.standardParent)/\(RunRow.utc(Date()))"
    try ResultsFolder.check(out)
    if let base = options.base { try await BaseProgram.checkAnswer(of: base) }
    var report = CheckReport(
      out: out, base: options.base.map { options.baseName ?? $0 },
      platform: Machine.platform, updateCommand: updateCommand)
    if gates.contains(.counts) {
      do {
        guard try await count(executable, out, into: &report) else { return nil }
      } catch PlanError.refused(option: "--passes", let reason) {
        // A system on which nothing is counted can still be timed.
        report.findings += [
          CheckFinding(
            gate: .counts, scenario: "all", metric: "counts", outcome: .uncompared, note: reason)
        ]
      }
    }
    if gates.contains(.time), let base = options.base {
      guard try await time(executable, base, into: &report) else { return nil }
    }
    if let base = options.base, let fault = report.baseFault {
      throw BaseProgram.unusable(base, "and it failed in every trial: \(fault)")
    }
    report.elapsed = ProgressReporter.clock(Double(MonotonicClock.nowNs() - startNs) / 1e9)
    try report.write()
    return report
  }

  /// Where checks go when nobody says.
  static let standardParent = "results/check"
}

// MARK: - Gate 0

extension CheckSession {
  /// Counts this build, and the base where there is one; false when interrupted.
  private func count(
    _ executable: String, _ out: String, into report: inout CheckReport
  ) async throws -> Bool {
    guard let run = try await measured(executable, "\(out)/counts") else { return false }
    let tools = CountingTools.current
    let hopping = Set(catalogue.designs.filter(\.hops).map(\.id))
    if let base = options.base {
      guard let baseRun = try await measured(base, "\(out)/base-counts") else { return false }
      let gate = CountGate(
        revision: baseRun, hopping: hopping, tools: tools, isUnknown: CatalogueGap.isReason)
      report.findings += gate.findings(run, isWhole: false)
    } else if options.update {
      let path = Self.baselinePath(options)
      var baseline = stored ?? Baseline(empty: path)
      let before = baseline
      if options.filter == nil { baseline.keep(Set(plan.scenarios.map(\.id))) }
      baseline.merge(run, hopping: hopping, tools: tools)
      try baseline.write()
      report.updated = path
      report.findings += CountGate(baseline: before, tools: tools).findings(run, isWhole: false)
    } else if let stored {
      report.findings += CountGate(baseline: stored, tools: tools).findings(
        run, isWhole: options.filter == nil)
    } else {
      report.missingBaseline = Self.baselinePath(options)
    }
    return true
  }

  /// Counts the gate's scenarios with a program; `nil` when interrupted.
  private func measured(_ executable: String, _ path: String) async throws -> MeasuredRun? {
    let session = try Session(plan, out: path, catalogue: catalogue)
    let run = try await session.run(executable: executable, isWhole: false)
    return run.end.isInterrupted ? nil : try MeasuredRun(reading: path, option: "--out")
  }
}

// MARK: - Gate 1

extension CheckSession {
  /// Times both builds in pairs; false when interrupted.
  private func time(
    _ executable: String, _ base: String, into report: inout CheckReport
  ) async throws -> Bool {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    let mainThread = catalogue.mainThreadDesigns
    let gate = TimeGate(
      pairs: PairRunner(
        process: TrialProcess(executable: executable, mainThreadDesigns: mainThread),
        baseProcess: TrialProcess(executable: base, mainThreadDesigns: mainThread),
        settings: plan.settings, seed: options.seed),
      baseName: options.baseName ?? base)
    var progress = ProgressReporter(total: plan.scenarios.count, done: 0)
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
  /// Those of this process and the trials it starts.
  static var current: CountingTools {
    let instructions =
      if case .success(let tool) = InstructionTool.find() { "\(tool.source)" } else { "" }
    let allocator = ToolVersion.allocator.prefix { $0 != " " }
    return CountingTools(instructions: instructions, allocator: String(allocator))
  }
}
