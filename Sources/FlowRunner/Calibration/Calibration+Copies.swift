import FlowHarness
import FlowResults
import Measurement
import Workloads

// The same store measured twice: in its own package, and in another one.

extension Calibration {
  /// The allowed difference of a copy, in nanoseconds, if an action takes less than ten
  /// nanoseconds.
  nonisolated static let copyAllowanceNs = 0.3

  /// Compares each design that is a copy of another with that one.
  func copies() async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    for copy in catalogue.designs {
      guard let original = copy.copyOf else { continue }
      guard catalogue.designs.contains(where: { $0.id == original }) else {
        rows.append(.failed(.copies, copy.id, because: "there is no design '\(original)'"))
        continue
      }
      for copied in copiedScenarios(original, copy.id) {
        progress("the same store from another package: \(copied.id)")
        rows.append(await row(of: copied, against: original, number: rows.count))
      }
    }
    return rows
  }

  /// Returns those of these scenarios that both can run: one module, a hundred in one store, one
  /// with a view that reads each change, and one whose every action causes an effect.
  private func copiedScenarios(_ original: String, _ copy: String) -> [Scenario] {
    var many = scenario("counter", copy)
    many.features = 100
    var read = scenario("counter", copy)
    read.views = .reader
    read.observers = 1
    return [scenario("counter", copy), many, read, scenario("echo", copy)].filter { scenario in
      var base = scenario
      base.design = original
      guard let ours = catalogue.notification(of: base),
        let theirs = catalogue.notification(of: scenario)
      else { return false }
      return scenario.views == .none || (ours != .none && theirs != .none)
    }
  }

  private func row(
    of copy: Scenario, against original: String, number: Int
  ) async -> CalibrationRow {
    var base = copy
    base.design = original
    do {
      // Numbers that no other comparison has.
      let costs = try await pairs().costs(base, copy, number: 2_000_000 + number)
      guard let comparison = PairedComparison(pairs: costs),
        let asked = SortedSamples(costs.map(\.base)).median,
        let measured = SortedSamples(costs.map(\.candidate)).median,
        let added = SortedSamples(costs.map { $0.candidate - $0.base }).median
      else { throw PairRunner.Failure(description: "\(copy.id): a time is not positive") }
      let finding = CopyFinding(asked: asked, added: added, verdict: comparison.verdict)
      let instructions = finding.isAlike ? nil : await instructions(of: base, copy)
      return CalibrationRow(
        section: .copies, name: "\(copy.id), known: \(original)", unit: "ns", asked: asked,
        measured: measured, error: finding.text(instructions), allowed: finding.allowed,
        isMet: finding.isAlike || CopyFinding.hasEqualInstructions(instructions))
    } catch {
      return .failed(.copies, copy.id, because: "\(error)")
    }
  }

  /// Returns the instructions of an action of both; `nil` if they cannot be counted.
  private func instructions(
    of base: Scenario, _ copy: Scenario
  ) async -> (base: Double, copy: Double)? {
    guard case .success(let found) = InstructionTool.find(),
      let tool = try? PreparedInstructionTool(found, executable: executable)
    else { return nil }
    defer { tool.remove() }
    guard let baseCount = try? await count(base, tool), let copyCount = try? await count(copy, tool)
    else { return nil }
    return (baseCount, copyCount)
  }
}

/// The difference between a copy of a store and its original.
///
/// Linkers place the same code differently in another program, which changes its time: in one
/// executable linked in three orders, the same store was up to 17 % faster or slower. If times
/// differ, instructions are counted: two stores with equal counts do the same work.
struct CopyFinding {
  /// The cost of an action of the original, in nanoseconds.
  let asked: Double
  /// The additional cost of the copy, in nanoseconds.
  let added: Double
  let verdict: Verdict

  /// A share of a short action is below the resolution.
  private var isShort: Bool { asked < 10 }

  /// A Boolean value that indicates whether both take equally long.
  var isAlike: Bool {
    isShort ? abs(added) <= Calibration.copyAllowanceNs : verdict == .same
  }

  /// The allowed difference, in words.
  var allowed: String {
    isShort ? "± \(TextTable.number(Calibration.copyAllowanceNs)) ns" : "same"
  }

  /// Returns a Boolean value that indicates whether both execute the same number of instructions
  /// for an action.
  static func hasEqualInstructions(_ instructions: (base: Double, copy: Double)?) -> Bool {
    instructions.map { abs($0.copy / $0.base - 1) <= Calibration.tolerance } ?? false
  }

  /// Returns the difference, in words.
  func text(_ instructions: (base: Double, copy: Double)?) -> String {
    let time = (added < 0 ? "" : "+") + TextTable.number(added) + " ns"
    guard !isAlike else { return "\(time), \(verdict)" }
    guard let instructions else { return "\(time), \(verdict); instructions not counted" }
    return Self.hasEqualInstructions(instructions)
      ? "\(time), the same \(TextTable.number(instructions.base)) instructions"
      : "\(time), \(TextTable.number(instructions.copy)) instructions, not "
        + TextTable.number(instructions.base)
  }
}
