package import FlowHarness
import FlowResults
import Foundation
import Measurement
import PlainText
import Workloads

/// How much of a calibration is wanted.
package struct CalibrationEffort: Sendable {
  /// How often the counters answer the same questions.
  var counterRuns: Int
  /// How often each timing is repeated.
  var timings: Int
  /// Whether instructions are counted twice of all designs that stay on one thread, or only of those
  /// that suites ask everything.
  var instructionsOfAll: Bool
  /// Comparisons of a binary with itself, over all designs.
  var sameComparisons: Int
  /// Tries for each slowdown, in per cent, that is put into one side.
  var slowdowns: [(percent: Int, tries: Int)]
  /// Lines whose waiting times are known.
  var queues: [Calibration.QueueTrial]

  /// Seven minutes: every part is tried.
  package static let quick = CalibrationEffort(
    counterRuns: 2, timings: 5, instructionsOfAll: false, sameComparisons: 13, slowdowns: [(5, 5)],
    queues: Calibration.QueueTrial.all(isFull: false))
  /// An hour: enough tries for the goals to be shown.
  package static let full = CalibrationEffort(
    counterRuns: 10, timings: 15, instructionsOfAll: true, sameComparisons: 208,
    slowdowns: [(1, 40), (2, 40), (3, 100), (5, 100), (10, 40)],
    queues: Calibration.QueueTrial.all(isFull: true))
}

/// Known costs in, the same costs out: the harness tried on work whose cost is known.
@MainActor
package struct Calibration {
  let catalogue: Catalogue
  let executable: String
  let effort: CalibrationEffort
  let seed: UInt64
  let isPinnable = Affinity.isSupported

  /// Prepares a calibration of this executable.
  ///
  /// - Parameter executable: The program that answers to `trial` and `probe`.
  package init(
    catalogue: Catalogue, executable: String, effort: CalibrationEffort,
    seed: UInt64 = ProcessOptions.standardSeed
  ) {
    self.catalogue = catalogue
    self.executable = executable
    self.effort = effort
    self.seed = seed
  }

  /// Tries one part.
  ///
  /// - Parameter progress: Hears what is being tried, in words.
  package func run(
    _ section: CalibrationRow.Section, progress: (String) -> Void
  ) async -> [CalibrationRow] {
    switch section {
    case .counters: await counters(progress)
    case .work: await knownWork(progress)
    case .instructions: await instructions(progress)
    case .copies: await copies(progress)
    case .same: await same(progress)
    case .slower: await slower(progress)
    case .queue: await queues(progress)
    }
  }

  func process(
    counterLibrary: CounterLibrary? = nil, instructions: PreparedInstructionTool? = nil
  ) -> TrialProcess {
    TrialProcess(
      executable: executable,
      mainThreadDesigns: Set(catalogue.designs.filter(\.keepsMainThread).map(\.id)),
      counterLibrary: counterLibrary, instructions: instructions)
  }

  /// A single store of one module.
  func scenario(_ workload: String, _ design: String) -> Scenario {
    Scenario(
      workload: workload, topology: .single, features: 1, groups: 1, distribution: .uniform,
      views: .none, observers: 0, storage: .memory, design: design,
      affinity: isPinnable ? .pinned : nil)
  }

  // MARK: - Counters

  private func counters(_ progress: (String) -> Void) async -> [CalibrationRow] {
    progress("counters")
    let library: CounterLibrary
    do { library = try CounterLibrary(besideExecutable: executable) } catch {
      return [.untried(.counters, "known answers", because: error.description)]
    }
    var reports: [CounterReport] = []
    for _ in 0..<effort.counterRuns {
      reports.append(await library.report(of: executable, isThorough: true))
    }
    guard let first = reports.first else { return [] }
    if let invalidReason = reports.compactMap(\.invalidReason).first {
      return [.untried(.counters, "known answers", because: invalidReason)]
    }
    var rows = first.known.indices.map { index -> CalibrationRow in
      let known = first.known[index]
      // Of several runs the one that is wrong, if any is.
      let worst = reports.map { $0.known[index] }.first { !$0.isExact } ?? known
      return .exact(
        .counters, known.name, known.counter.replacing("_", with: " "), asked: worst.asked,
        measured: worst.counted)
    }
    if let invalidReason = first.runtimeInvalidReason {
      rows.append(.untried(.counters, "objects, retains, releases", because: invalidReason))
    }
    return rows
  }

  // MARK: - Pairs

  func pairs() -> PairRunner {
    PairRunner(process: process(), settings: PairRunner.settings, seed: seed)
  }

  private func same(_ progress: (String) -> Void) async -> [CalibrationRow] {
    let designs = catalogue.designs.map(\.id)
    var tally: [String: Tally] = [:]
    for number in 0..<effort.sameComparisons {
      let design = designs[number % designs.count]
      progress("the same binary twice: \(number + 1) of \(effort.sameComparisons), \(design)")
      let scenario = scenario("counter", design)
      let found = try? await pairs().compare(scenario, scenario, number: number)
      tally[design, default: Tally()].add(found, isSeen: found.map { $0.verdict != .same })
    }
    var rows = designs.compactMap { design -> CalibrationRow? in
      guard let tally = tally[design] else { return nil }
      return row(.same, design, tally, isMet: tally.seen == 0 && tally.failed == 0, allowed: "0")
    }
    let all = tally.values.reduce(into: Tally()) { $0.add($1) }
    rows.append(
      row(.same, "all designs", all, isMet: all.seen == 0 && all.failed == 0, allowed: "0"))
    return rows
  }

  private func slower(_ progress: (String) -> Void) async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    var number = 1_000_000
    for (percent, tries) in effort.slowdowns {
      var tally = Tally()
      for attempt in 0..<tries {
        progress("a slowdown of \(percent) %: \(attempt + 1) of \(tries)")
        number += 1
        let base = scenario(KnownWork.spin(steps: 1000).id, FloorDesign.id)
        let candidate = scenario(KnownWork.spin(steps: 1000 + 10 * percent).id, FloorDesign.id)
        let found = try? await pairs().compare(base, candidate, number: number)
        tally.add(found, isSeen: found.map { $0.verdict == .slower })
      }
      let goal = Self.goals[percent]
      let rate = Double(tally.seen) / Double(max(1, tally.tried))
      rows.append(
        row(
          .slower, "+\(percent) %", tally, isMet: goal.map { rate >= $0 && tally.failed == 0 },
          allowed: goal.map { "≥ " + TextTable.percent($0, sign: false) } ?? ""))
    }
    return rows
  }

  /// The share of tries in which a slowdown of so many per cent must be seen.
  private static let goals: [Int: Double] = [3: 0.9, 5: 0.99, 10: 0.99]

  private func row(
    _ section: CalibrationRow.Section, _ name: String, _ tally: Tally, isMet: Bool?,
    allowed: String
  ) -> CalibrationRow {
    CalibrationRow(
      section: section, name: name, unit: "of \(tally.tried)", measured: Double(tally.seen),
      error: tally.text, allowed: allowed, isMet: isMet)
  }
}

/// How often something was seen, and how small an effect could have been.
private struct Tally {
  var tried = 0
  var seen = 0
  var failed = 0
  /// The smallest effects that single comparisons could have seen.
  var visible: [Double] = []

  mutating func add(_ comparison: PairedComparison?, isSeen: Bool?) {
    guard let comparison, let isSeen else {
      failed += 1
      return
    }
    tried += 1
    seen += isSeen ? 1 : 0
    if let effect = comparison.smallestVisible { visible.append(effect) }
  }

  mutating func add(_ other: Tally) {
    tried += other.tried
    seen += other.seen
    failed += other.failed
    visible += other.visible
  }

  /// The rate with its interval, and the smallest effect that half of the comparisons could see.
  var text: String {
    guard tried > 0 else { return "\(CountText.text(failed, "comparison")) failed" }
    var text = ProportionInterval(successes: seen, tries: tried).description
    if let effect = SortedSamples(visible).median {
      text += "; sees " + TextTable.percent(effect, sign: false)
    }
    return failed > 0 ? text + "; \(failed) failed" : text
  }
}
