import FlowHarness
import FlowResults
import Foundation

/// The contents of `plan.json`: the command line, from which its subcommand makes the plan again.
package struct PlanFile: Codable, Sendable {
  static let name = "plan.json"

  /// The subcommand that resumes the plan.
  package let command: String
  /// The subcommand and its options.
  let arguments: [String]
  /// The digest of the plan, with all that it was made of: lists of designs, suites, input files.
  let digest: String
  /// The shards of the plan in this folder; `nil`: all of it.
  var part: PlanPart?
  /// The digest of the program that measures it; `nil` after a merge.
  var program: String?

  @MainActor
  init(
    _ plan: some SessionPlan, _ arguments: [String], part: PlanPart?, program: String? = nil
  ) throws {
    command = plan.command
    self.arguments = arguments
    digest = try plan.digest()
    self.part = part
    self.program = program
  }

  func json() throws -> String { try JSONText.encoded(self) }

  /// Reads the file of a folder.
  ///
  /// - Parameters:
  ///   - command: The subcommand that the plan must have; `nil`: any.
  ///   - option: The name of the path in errors.
  package static func read(
    _ path: String, of command: String? = nil, option: String = "--resume"
  ) throws -> PlanFile {
    let name = "\(path)/\(Self.name)"
    let data: Data
    do { data = try TextFile.bytes(of: name) } catch let error as CSVError { throw error } catch {
      throw PlanError.failed(option: option, path: path, reason: ResultsFolder.rule, error)
    }
    if let error = TextFile.fault(data, file: name) { throw error }
    guard let file = try? JSONDecoder().decode(Self.self, from: data) else {
      throw PlanError.unusable(option: option, path: path, reason: ResultsFolder.rule)
    }
    if let command, file.command != command {
      let step =
        option == "--resume"
        ? "; continue with: " + Executable.command(file.command, "--resume", path)
        : ", a folder of \(Executable.name) \(file.command)"
      throw PlanError.refused(
        option: option,
        reason: "must be a folder of \(Executable.name) \(command), got '\(path)'\(step)")
    }
    do { try file.part?.checkBounds() } catch {
      throw PlanError.unusable(
        option: option, path: path, reason: "must have shards of its plan, and breaks '\(error)'")
    }
    return file
  }

  /// Makes the plan again.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - option: The name of the path in errors.
  @MainActor
  func plan<P: SessionPlan>(
    in path: String, _ catalogue: Catalogue, option: String = "--resume"
  ) throws -> P {
    let plan: P
    do { plan = try P.parsed(arguments, in: catalogue) } catch {
      throw PlanError.unusable(
        option: option, path: path,
        reason: "must have a plan that this program can make, and its command line breaks "
          + "'\(error)'")
    }
    guard try plan.digest() == digest, plan.command == command else {
      throw PlanError.unusable(
        option: option, path: path,
        reason: "must have the plan that this program makes of its command line, with the same "
          + "version, designs and input files")
    }
    return plan
  }
}
