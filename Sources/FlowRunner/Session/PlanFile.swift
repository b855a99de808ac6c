import FlowResults
import Foundation

/// What `plan.json` holds: a plan, and the subcommand that measures it.
struct PlanFile<Plan: Codable>: Codable {
  let command: String
  let plan: Plan

  /// As text.
  ///
  /// - Throws: What the encoder throws.
  func json() throws -> String { try JSONText.encoded(self) }

  /// Reads that of a folder.
  ///
  /// - Parameter command: The subcommand whose plans are meant.
  /// - Throws: `PlanError` when it is no such folder, or another subcommand's.
  static func read(_ path: String, of command: String) throws(PlanError) -> PlanFile {
    guard let data = FileManager.default.contents(atPath: "\(path)/\(PlanFileName.standard)"),
      let found = try? JSONDecoder().decode(Command.self, from: data)
    else {
      throw .unusable(option: "--resume", path: path, reason: ResultsFolder.rule)
    }
    guard found.command == command else {
      throw .unusable(
        option: "--resume", path: path,
        reason: "must be a folder of \(Executable.name) \(command); go on with "
          + "'\(Executable.name) \(found.command) --resume'")
    }
    guard let file = try? JSONDecoder().decode(Self.self, from: data) else {
      throw .unusable(
        option: "--resume", path: path,
        reason: "must have a plan that this version of \(Executable.name) has made")
    }
    return file
  }

  private struct Command: Decodable {
    let command: String
  }
}

/// Its name in every folder.
enum PlanFileName {
  static let standard = "plan.json"
}
