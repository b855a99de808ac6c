import FlowFiles
import FlowHarness
import FlowResults
import Foundation

/// The checks of work that a program has passed: the same program and seed pass again.
struct CheckedScenarios: Codable, Equatable {
  static let path = "results/checked.json"

  /// The digest of the program's file.
  let program: String
  /// The warnings of each check that was passed, by scenario, seed and number of actions.
  private var passed: [String: [String]] = [:]

  /// Reads the checks of a program; there are none if the file is missing, or of another program.
  init(of program: UInt64, path: String = Self.path) {
    self.program = program.hexadecimal
    guard let data = try? InputFile.bytes(of: path),
      let known = try? JSONDecoder().decode(Self.self, from: data), known.program == self.program
    else { return }
    passed = known.passed
  }

  /// The warnings of a check that was passed; `nil` if it was not.
  subscript(check: VerifyCase, actions: Int) -> [String]? {
    get { passed[Self.key(check, actions)] }
    set { passed[Self.key(check, actions)] = newValue }
  }

  /// Writes the file, whole or not at all, if its directory exists.
  func write(to path: String = Self.path) throws {
    let directory = URL(filePath: path).deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: directory) else { return }
    try WholeFile.write(JSONText.encoded(self), to: path)
  }

  private static func key(_ check: VerifyCase, _ actions: Int) -> String {
    "\(check.scenario.id) \(check.randomSeed) \(actions)"
  }
}
