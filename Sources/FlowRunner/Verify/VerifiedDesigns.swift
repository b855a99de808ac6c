import FlowFiles
import FlowHarness
import FlowResults
import Foundation
import Workloads

/// The findings of the last verification of this program: rows of a design with a fault get a
/// warning.
struct VerifiedDesigns: Codable, Equatable {
  static let path = "results/verified.json"

  /// The digest of the program's contents.
  let program: String
  /// The findings of each design that was verified, which may be none.
  private(set) var faults: [String: Set<VerifyFault>] = [:]

  /// Reads the findings of a program; there are none if it has been rebuilt since.
  ///
  /// - Returns: `nil` if there is no such program, or another one than this process first used.
  init?(of executable: String, path: String = Self.path) {
    guard let digest = try? NeededFiles.digest(of: executable) else { return nil }
    program = digest.hexadecimal
    guard let data = try? InputFile.bytes(of: path),
      let known = try? JSONDecoder().decode(Self.self, from: data), known.program == program
    else { return }
    faults = known.faults
  }

  /// Replaces the findings of some designs.
  mutating func replace(by records: [VerifyRecord]) {
    for record in records { faults[record.design.id] = Set(record.findings.map(\.kind)) }
  }

  /// Writes the file, whole or not at all.
  func write(to path: String = Self.path) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try WholeFile.write(JSONText.encoded(self), to: path)
  }

  /// Returns the warning of a scenario's rows: each error, and the notes that concern it; `nil` if
  /// there are none.
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
    return found.isEmpty
      ? nil : SummaryRow.workPrefix + found.map(\.rawValue).sorted().joined(separator: ", ")
  }
}
