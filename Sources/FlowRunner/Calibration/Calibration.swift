import FlowFloor
package import FlowHarness
import FlowResults
import Measurement
import PlainText
import Workloads

/// The effort of a calibration.
package struct CalibrationEffort: Sendable {
  var counterRuns: Int
  /// The number of repetitions of each timing.
  var timings: Int
  /// A Boolean value that indicates whether instructions are counted for all designs that stay on
  /// one thread. If `false`, they are counted for those that suites measure in every way.
  var instructionsOfAll: Bool
  /// The number of comparisons of the binary with itself, over all designs.
  var sameComparisons: Int
  var slowdowns: [(percent: Int, tries: Int)]
  /// The queues whose waiting times are known.
  var queues: [Calibration.QueueTrial]

  /// Seven minutes: every part runs.
  package static let quick = CalibrationEffort(
    counterRuns: 2, timings: 5, instructionsOfAll: false, sameComparisons: 13, slowdowns: [(5, 5)],
    queues: Calibration.QueueTrial.all(isFull: false))
  /// An hour: enough tries to show every rate.
  package static let full = CalibrationEffort(
    counterRuns: 10, timings: 15, instructionsOfAll: true, sameComparisons: 208,
    slowdowns: [(1, 40), (2, 40), (3, 100), (5, 100), (10, 40)],
    queues: Calibration.QueueTrial.all(isFull: true))
}

/// Validates the harness against workloads of known cost.
@MainActor
package struct Calibration {
  let catalogue: Catalogue
  let executable: String
  let effort: CalibrationEffort
  /// Receives the current measurement, in words.
  let progress: (String) -> Void
  let seed = ProcessOptions.standardSeed

  /// Prepares a calibration of this executable.
  package init(
    catalogue: Catalogue, executable: String, effort: CalibrationEffort,
    progress: @escaping (String) -> Void
  ) {
    self.catalogue = catalogue
    self.executable = executable
    self.effort = effort
    self.progress = progress
  }

  /// Measures the known quantities of one part.
  package func run(_ section: CalibrationRow.Section) async -> [CalibrationRow] {
    switch section {
    case .counters: await counters()
    case .work: await knownWork()
    case .cold: await cold()
    case .instructions: await instructions()
    case .same: await same()
    case .slower: await slower()
    case .queue: await queues()
    }
  }

  func process(
    counterLibrary: CounterLibrary? = nil, instructions: PreparedInstructionTool? = nil
  ) -> TrialProcess {
    TrialProcess(
      executable: executable, mainThreadDesigns: catalogue.mainThreadDesigns,
      counterLibrary: counterLibrary, instructions: instructions)
  }

  /// Returns a scenario with a single store of one module.
  func scenario(_ workload: String, _ design: String) -> Scenario {
    Scenario(
      workload: workload, topology: .single, features: 1, distribution: .uniform,
      views: .none, observers: 0, storage: .memory, design: design,
      affinity: Affinity.isSupported ? .pinned : nil)
  }

  func scenario(_ work: CalibrationWork) -> Scenario { scenario(work.id, FloorDesign.id) }
}

// MARK: - Counters

extension Calibration {
  private func counters() async -> [CalibrationRow] {
    progress("counters")
    let library: CounterLibrary
    do { library = try CounterLibrary(besideExecutable: executable) } catch {
      return [.untried(.counters, "known counts", because: error.description)]
    }
    var reports: [CounterReport] = []
    for _ in 0..<effort.counterRuns {
      do { reports.append(try await library.report(of: executable, isThorough: true)) } catch {
        return [.untried(.counters, "known counts", because: error.description)]
      }
    }
    guard let first = reports.first else { return [] }
    if let reason = reports.compactMap(\.invalidReason).first {
      return [.untried(.counters, "known counts", because: reason)]
    }
    var rows = first.known.indices.map { index -> CalibrationRow in
      // A wrong count of one run is not hidden by the others.
      let known = reports.map { $0.known[index] }.first { !$0.isExact } ?? first.known[index]
      return .exact(
        .counters, known.name, known.counter.replacing("_", with: " "), asked: Double(known.asked),
        measured: known.counted.map { Double($0) })
    }
    if let reason = first.runtimeInvalidReason {
      rows.append(.untried(.counters, "objects, retains, releases", because: reason))
    }
    return rows
  }
}

// MARK: - Pairs

extension Calibration {
  func pairs() -> PairRunner {
    PairRunner(process: process(), settings: PairRunner.settings, seed: seed)
  }

  private func same() async -> [CalibrationRow] {
    let designs = catalogue.designs.map(\.id)
    var all = Tally()
    var tally: [String: Tally] = [:]
    for number in 0..<effort.sameComparisons {
      let design = designs[number % designs.count]
      progress("the same binary twice: \(number + 1) of \(effort.sameComparisons), \(design)")
      let scenario = scenario("counter", design)
      let found = try? await pairs().compare(scenario, scenario, number: number)
      let isDetected = found.map { $0.verdict != .same }
      tally[design, default: Tally()].add(found, isDetected)
      all.add(found, isDetected)
    }
    let tallies = designs.map { ($0, tally[$0]) } + [("all designs", all)]
    return tallies.compactMap { name, tally in
      tally.map {
        $0.row(.same, name, isMet: $0.detected == 0 && $0.failed == 0, allowed: "0")
      }
    }
  }

  private func slower() async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    var number = 1_000_000
    for (percent, tries) in effort.slowdowns {
      var tally = Tally()
      for attempt in 0..<tries {
        progress("a slowdown of \(percent) %: \(attempt + 1) of \(tries)")
        number += 1
        let found = try? await pairs().compare(
          scenario(.spin(steps: 1000)), scenario(.spin(steps: 1000 + 10 * percent)), number: number)
        tally.add(found, found.map { $0.verdict == .slower })
      }
      let goal = Self.goals[percent]
      let rate = Double(tally.detected) / Double(max(1, tally.tried))
      rows.append(
        tally.row(
          .slower, "+\(percent) %", isMet: goal.map { rate >= $0 && tally.failed == 0 },
          allowed: goal.map { "≥ " + TextTable.percent($0, sign: false) } ?? ""))
    }
    return rows
  }

  /// The share of tries in which a slowdown, in percent, must be detected.
  private static let goals: [Int: Double] = [3: 0.9, 5: 0.99, 10: 0.99]
}

/// The results of several comparisons.
private struct Tally {
  var tried = 0
  var detected = 0
  var failed = 0
  /// The minimum detectable effects of single comparisons.
  var effects: [Double] = []

  mutating func add(_ comparison: PairedComparison?, _ isDetected: Bool?) {
    guard let comparison, let isDetected else {
      failed += 1
      return
    }
    tried += 1
    detected += isDetected ? 1 : 0
    if let effect = comparison.smallestVisible { effects.append(effect) }
  }

  func row(
    _ section: CalibrationRow.Section, _ name: String, isMet: Bool?, allowed: String
  ) -> CalibrationRow {
    CalibrationRow(
      section: section, name: name, unit: "of \(tried)", measured: Double(detected), error: text,
      allowed: allowed, isMet: isMet)
  }

  /// The count, and the median of the minimum detectable effects.
  private var text: String {
    guard tried > 0 else { return "\(CountText.text(failed, "comparison")) failed" }
    var text = "\(detected) of \(tried)"
    if let effect = SortedSamples(effects).median {
      text += "; detects " + TextTable.percent(effect, sign: false)
    }
    return failed > 0 ? text + "; \(failed) failed" : text
  }
}
