/// A Swift code fence of a text.
///
/// A fence in which each line at the margin begins a declaration is a file of its own. All others
/// hold statements and become the body of a function; their imports move in front of it. Testable
/// imports name an app, whose declarations are in the preamble. The code fences of one text are one
/// module: what one declares, the others may use.
struct Snippet {
  /// The text, by its path from the root.
  let path: String
  /// The line of the text on which the code begins, from 1.
  let line: Int
  /// The code, without what indents the fence.
  let lines: [String]

  /// Returns all code fences of a text; in a source, those of its documentation comments.
  static func all(in text: String, path: String) -> [Snippet] {
    var snippets: [Snippet] = []
    var open: (line: Int, margin: String, lines: [String])?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard let (margin, content) = split(line, isSource: path.hasSuffix(".swift")) else {
        continue
      }
      if let fence = open {
        if content.hasPrefix("```") {
          snippets.append(Snippet(path: path, line: fence.line, lines: fence.lines))
          open = nil
        } else {
          open?.lines.append(String((margin + content).dropFirst(fence.margin.count)))
        }
      } else if content == "```swift" {
        open = (index + 2, margin, [])
      }
    }
    return snippets
  }

  /// Returns the indentation and the rest of a line; `nil` for other lines of a source.
  private static func split(
    _ line: Substring, isSource: Bool
  ) -> (margin: String, content: Substring)? {
    var content = line
    if isSource {
      content = line.drop { $0 == " " }
      guard content.hasPrefix("///") else { return nil }
      content = content.dropFirst(content.hasPrefix("/// ") ? 4 : 3)
    }
    let rest = content.drop { $0 == " " }
    return (String(content[..<rest.startIndex]), rest)
  }

  private static let declarations = [
    "@", "#", "//", "}", ")", "import ", "struct ", "enum ", "class ", "final ", "actor ",
    "extension ", "protocol ", "func ", "private ", "fileprivate ", "public ", "internal ",
    "nonisolated ", "typealias ",
  ]

  /// A Boolean value that indicates whether the code is a file, not a list of statements.
  private var isFile: Bool {
    lines.allSatisfy { line in
      line.isEmpty || line.hasPrefix(" ") || Self.declarations.contains { line.hasPrefix($0) }
    }
  }

  /// A Boolean value that indicates whether this system has the modules that the code imports. On
  /// Linux, `make check-macos` compiles the other code.
  var isForThisSystem: Bool {
    #if canImport(SwiftUI)
      true
    #else
      !lines.contains("import SwiftUI")
    #endif
  }

  /// Returns the code as a file whose errors have the lines of the text.
  func file(importing modules: [String]) -> String {
    let isImport = { (line: String) in line.hasPrefix("import ") }
    let imports = modules.map { "import \($0)" } + lines.filter(isImport)
    // As many lines as in the text.
    let code = lines.map { isImport($0) || $0.hasPrefix("@testable import ") ? "" : $0 }
      .joined(separator: "\n")
    let place = "#sourceLocation(file: \"\(path)\", line: \(line))"
    let open = isFile ? "" : "@MainActor private func snippet\(line)() async throws {\n"
    let close = isFile ? "" : "\n#sourceLocation()\n}"
    return imports.joined(separator: "\n") + "\n\(open)\(place)\n\(code)\(close)\n"
  }
}
