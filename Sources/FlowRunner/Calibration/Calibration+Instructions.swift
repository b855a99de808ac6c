import FlowHarness
import FlowResults
import Foundation

// The same work twice, in two processes, must be as many instructions; and more of it as many more.

extension Calibration {
  /// How far two runs may lie apart.
  nonisolated static let tolerance = 0.0001

  func instructions(_ progress: (String) -> Void) async -> [CalibrationRow] {
    let tool: PreparedInstructionTool
    switch InstructionTool.find() {
    case .failure(let missing):
      return [
        .untried(.instructions, "run to run", because: "\(missing.reason); \(missing.remedy)")
      ]
    case .success(let found):
      do { tool = try PreparedInstructionTool(found, executable: executable) } catch {
        return [.failed(.instructions, "run to run", because: "\(error)")]
      }
    }
    defer { tool.remove() }
    var rows: [CalibrationRow] = []
    do {
      progress("instructions of a reducer that spins")
      rows.append(try await spinInstructions(tool))
      for design in instructionDesigns {
        progress("instructions of \(design), twice")
        let first = try await count("counter", design, tool)
        rows.append(
          .near(
            .instructions, "counter, \(design), again", "per action", asked: first,
            measured: try await count("counter", design, tool), within: Self.tolerance))
      }
    } catch {
      rows.append(.failed(.instructions, "run to run", because: error.description))
    }
    return rows
  }

  /// Each further 500 steps are as many instructions as the 500 before them.
  private func spinInstructions(
    _ tool: PreparedInstructionTool
  ) async throws(PairRunner.Failure) -> CalibrationRow {
    let few = try await count(KnownWork.spin(steps: 500).id, FloorDesign.id, tool)
    let some = try await count(KnownWork.spin(steps: 1000).id, FloorDesign.id, tool)
    let many = try await count(KnownWork.spin(steps: 1500).id, FloorDesign.id, tool)
    return .near(
      .instructions, "500 steps more, in flow, again", "per action", asked: some - few,
      measured: many - some, within: Self.tolerance)
  }

  private var instructionDesigns: [String] {
    let all = catalogue.designs.filter { !$0.hops }.map(\.id)
    let asked = Set(catalogue.designs(asked: [.everything]))
    return effort.instructionsOfAll ? all : all.filter(asked.contains)
  }

  private func count(
    _ workload: String, _ design: String, _ tool: PreparedInstructionTool
  ) async throws(PairRunner.Failure) -> Double {
    try await count(scenario(workload, design), tool)
  }

  /// The instructions of an action.
  func count(
    _ scenario: Scenario, _ tool: PreparedInstructionTool
  ) async throws(PairRunner.Failure) -> Double {
    let sample = try await sample(of: scenario, .instructions, process(instructions: tool))
    guard let count = sample.instructions else {
      throw PairRunner.Failure(description: "\(scenario.id): instructions were not counted")
    }
    return count
  }
}
