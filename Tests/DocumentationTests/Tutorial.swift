import FlowTestSupport
import Foundation

/// The steps of a tutorial in their order.
struct Tutorial {
  /// One change of one file.
  struct Step {
    /// The position of the step.
    let path: String
    let line: Int
    /// The name of the file for the reader.
    let name: String
    /// The resource with the content of the file after the step.
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

  /// Returns the files after a step, by their names for the reader, without tests.
  func files(after index: Int) throws -> [String: String] {
    var files: [String: String] = [:]
    for step in steps[...index] where !step.name.hasSuffix("Tests.swift") {
      files[step.name] = try Self.code(step.file)
    }
    return files
  }

  /// Returns the code of a resource.
  static func code(_ file: String) throws -> String {
    try Repository.text("\(Repository.catalogue)/Resources/\(file)")
  }
}
