import FlowResults
import Foundation

/// The contents of `plan.json`.
struct PlanFile<SomePlan: SessionPlan>: Codable {
  let command: String
  let plan: SomePlan
  /// The shards of the plan in this folder; `nil`: all of it.
  var part: PlanPart?

  func json() throws -> String { try JSONText.encoded(self) }

  /// Reads the file of a folder.
  ///
  /// - Parameters:
  ///   - command: The subcommand of the plan.
  ///   - option: The name of the path in errors.
  @MainActor
  static func read(
    _ path: String, of command: String, option: String = "--resume"
  ) throws -> PlanFile {
    let found = try AnyPlanFile.command(in: path, option: option)
    guard found == command else {
      let step =
        option == "--resume"
        ? "; continue with: " + Executable.command(found, "--resume", path)
        : ", a folder of \(Executable.name) \(found)"
      throw PlanError.refused(
        option: option,
        reason: "must be a folder of \(Executable.name) \(command), got '\(path)'\(step)")
    }
    guard let data = try AnyPlanFile.contents(of: path, option: option),
      let file = try? JSONDecoder().decode(Self.self, from: data)
    else {
      throw PlanError.unusable(
        option: option, path: path,
        reason: "must have a plan that this version of \(Executable.name) has made")
    }
    do throws(PlanError) {
      try file.part?.checkBounds()
      try file.plan.checkBounds()
      guard file.plan.command == command else {
        throw .refused(option: "command", reason: "must be \(file.plan.command)")
      }
      guard Set(file.plan.jobs.map(\.key)).count == file.plan.jobs.count else {
        throw .refused(option: AnyPlanFile.name, reason: "must have each job once")
      }
    } catch {
      throw PlanError.unusable(
        option: option, path: path,
        reason: "must have a plan that obeys the rules of the options, and its \(AnyPlanFile.name) "
          + "breaks '\(error)'")
    }
    return file
  }
}

/// The parts of `plan.json` that do not depend on the kind of plan.
package enum AnyPlanFile {
  static let name = "plan.json"

  /// Returns the subcommand of a folder's plan.
  package static func command(in path: String, option: String) throws -> String {
    guard let data = try contents(of: path, option: option),
      let found = try? JSONDecoder().decode(Command.self, from: data)
    else {
      throw PlanError.unusable(option: option, path: path, reason: ResultsFolder.rule)
    }
    return found.command
  }

  /// Returns the bytes of a folder's file; `nil` if there is none.
  fileprivate static func contents(of path: String, option: String) throws -> Data? {
    let file = "\(path)/\(name)"
    let data: Data
    do { data = try Data(contentsOf: URL(filePath: file)) } catch {
      guard SystemError.isCause(of: error) else { return nil }
      throw SystemError(file, error)
    }
    if let error = TextFile.fault(data, file: file) { throw error }
    return data
  }

  /// Returns 16 digits.
  static func hexadecimal(_ value: UInt64) -> String { String(format: "%016llx", value) }

  private struct Command: Decodable {
    let command: String
  }
}
