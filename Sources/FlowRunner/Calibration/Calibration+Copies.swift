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
