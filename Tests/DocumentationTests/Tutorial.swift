import FlowTestSupport
import Foundation

/// The tutorial's steps, in the order in which they are read.
struct Tutorial {
  /// One change of one file.
  struct Step {
    /// Where the step stands.
    let path: String
    let line: Int
    /// The file as the reader calls it.
    let name: String
    /// The file among the resources that shows it after the step.
    let file: String
  }

  let steps: [Step]

  /// All tutorials, in the order of the table of contents.
  init() throws {
    let folder = "\(Repository.catalogue)/Tutorials"
    let contents = try Repository.text("\(folder)/FlowCoreTutorials.tutorial")
    steps = try contents.matches(of: /tutorial: "doc:([^"]+)"/).flatMap { match in
      try Self.steps(of: "\(folder)/\(match.1).tutorial")
    }
  }

  private static func steps(of path: String) throws -> [Step] {
    try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        guard let code = try /@Code\(name: "([^"]+)", file: "([^"]+)"\)/.firstMatch(in: line) else {
          return nil
        }
        return Step(path: path, line: index + 1, name: String(code.1), file: String(code.2))
      }
  }

  /// The files after a step, by the reader's names for them, without tests.
  func files(after index: Int) throws -> [String: String] {
    var files: [String: String] = [:]
    for step in steps[...index] where !step.name.hasSuffix("Tests.swift") {
      files[step.name] = try Self.code(step.file)
    }
    return files
  }

  /// The code of a resource.
  static func code(_ file: String) throws -> String {
    try Repository.text("\(Repository.catalogue)/Resources/\(file)")
  }
}
