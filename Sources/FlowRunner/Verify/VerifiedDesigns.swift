import FlowHarness
import FlowResults
import Foundation
import Workloads

/// What the last verification of this program found of its designs: kept beside the results, so that
/// rows of a design that does not do what it claims say so.
struct VerifiedDesigns: Codable, Equatable {
  /// Which build of which program.
  struct Program: Codable, Equatable {
    let path: String
    let bytes: Int
    let modified: Date

    /// The program at a path; `nil` when there is none.
    init?(_ path: String) {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      guard let bytes = attributes?[.size] as? Int,
        let modified = attributes?[.modificationDate] as? Date
      else { return nil }
      self.path = path
      self.bytes = bytes
      // As JSON has it.
      self.modified = Date(
        timeIntervalSinceReferenceDate: modified.timeIntervalSinceReferenceDate.rounded())
    }
  }

  static let path = "results/verified.json"

  let program: Program
  /// What was found of each design that was verified, nothing included.
  private(set) var faults: [String: Set<VerifyFault>] = [:]

  /// What is known of a program as it is now: nothing of one that was built again since.
  ///
  /// - Returns: `nil` when there is no such program.
  init?(of executable: String, path: String = Self.path) {
    guard let program = Program(executable) else { return nil }
    self.program = program
    guard let data = FileManager.default.contents(atPath: path),
      let known = try? JSONDecoder().decode(Self.self, from: data), known.program == program
    else { return }
    faults = known.faults
  }

  /// Takes the place of what was known of these designs.
  mutating func take(_ records: [VerifyRecord]) {
    for record in records { faults[record.design.id] = Set(record.findings.map(\.kind)) }
  }

  /// Writes it, whole or not at all.
  func write(to path: String = Self.path) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(JSONText.encoded(self).utf8).write(to: url, options: .atomic)
  }

  /// The warning about a scenario's rows: each error, and the notes about what it does; `nil`:
  /// none.
  func warning(about scenario: Scenario) -> String? {
    let found = (faults[scenario.design] ?? []).filter { fault in
      guard fault != .effectsNotAwaited else { return scenario.completion == .suspending }
      guard fault.severity == .note else { return true }
      return switch fault.claim {
      case .notifications: scenario.views != .none
      case .cancellation: scenario.completion == .service
      default: true
      }
    }
    return found.isEmpty ? nil : "verify: " + found.map(\.rawValue).sorted().joined(separator: ", ")
  }
}
