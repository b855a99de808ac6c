import FlowHarness
import FlowResults
import Measurement
import Workloads

// One store measured twice: as the package has it that it comes from, and as another package brings it.

extension Calibration {
  /// What a copy may cost more or less than its original where an action takes less than ten
  /// nanoseconds, of which a share says little.
  nonisolated static let copyAllowanceNs = 0.3

  /// Every design that says it is a copy of another, against that one, with everything else the same.
  func copies(_ progress: (String) -> Void) async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    for copy in catalogue.designs {
      guard let original = copy.copyOf else { continue }
      guard catalogue.designs.contains(where: { $0.id == original }) else {
        rows.append(.failed(.copies, copy.id, because: "there is no design '\(original)'"))
        continue
      }
      for place in copiedScenarios(original, copy.id) {
        progress("the same store from another package: \(place.id)")
        rows.append(await row(of: place, against: original, number: rows.count))
      }
    }
    return rows
  }

  /// What both can hold, of: one module, a hundred in one store, one with a view that reads each
  /// change, and one whose every action asks for work.
  private func copiedScenarios(_ original: String, _ copy: String) -> [Scenario] {
    var many = scenario("counter", copy)
    many.features = 100
    var read = scenario("counter", copy)
    read.views = .reader
    read.observers = 1
    return [scenario("counter", copy), many, read, scenario("echo", copy)].filter { place in
      var base = place
      base.design = original
      guard let ours = catalogue.notification(of: base),
        let theirs = catalogue.notification(of: place)
      else { return false }
      return place.views == .none || (ours != .none && theirs != .none)
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
        section: .copies, name: "\(copy.id), asked: \(original)", unit: "ns", asked: asked,
        measured: measured, error: finding.text(instructions), allowed: finding.allowed,
        isMet: finding.isAlike || CopyFinding.doesTheSame(instructions))
    } catch {
      return .failed(.copies, copy.id, because: "\(error)")
    }
  }

  /// The instructions of an action of both; `nil` where they cannot be counted.
  private func instructions(
    of base: Scenario, _ copy: Scenario
  ) async -> (base: Double, copy: Double)? {
    guard case .success(let found) = InstructionTool.find(),
      let tool = try? PreparedInstructionTool(found, executable: executable)
    else { return nil }
    defer { tool.remove() }
    guard let ofBase = try? await count(base, tool), let ofCopy = try? await count(copy, tool)
    else { return nil }
    return (ofBase, ofCopy)
  }
}

/// What a copy of a store costs more than its original, and whether that is the copy's.
///
/// A linker lays the same code out elsewhere in another program, and its time changes with that: one
/// executable linked in three orders had the same store 17 % faster or slower, and in each of them other
/// copies differed from their originals. So where times differ instructions are counted: if both execute
/// as many for an action, they do the same.
struct CopyFinding {
  /// What the original takes for an action, in nanoseconds.
  let asked: Double
  /// What the copy takes more.
  let added: Double
  let verdict: Verdict

  /// Where an action takes less a share of it says little.
  private var isShort: Bool { asked < 10 }

  /// Whether both take as long.
  var isAlike: Bool {
    isShort ? abs(added) <= Calibration.copyAllowanceNs : verdict == .same
  }

  /// How far they may differ, in words.
  var allowed: String {
    isShort ? "± \(TextTable.number(Calibration.copyAllowanceNs)) ns" : "same"
  }

  /// Whether both execute as many instructions for an action; unknown is no.
  static func doesTheSame(_ instructions: (base: Double, copy: Double)?) -> Bool {
    instructions.map { abs($0.copy / $0.base - 1) <= Calibration.tolerance } ?? false
  }

  /// How far they differ, in words.
  func text(_ instructions: (base: Double, copy: Double)?) -> String {
    let time = (added < 0 ? "" : "+") + TextTable.number(added) + " ns"
    guard !isAlike else { return "\(time), \(verdict)" }
    guard let instructions else { return "\(time), \(verdict); instructions not counted" }
    return Self.doesTheSame(instructions)
      ? "\(time), the same \(TextTable.number(instructions.base)) instructions"
      : "\(time), \(TextTable.number(instructions.copy)) instructions, not "
        + TextTable.number(instructions.base)
  }
}
