import FlowTestSupport
import Foundation
import Testing

/// The page about the architecture.
struct `The page about the architecture` {
  private let page: String
  private let package: String

  init() throws {
    page = try Repository.text("docs/architecture.md")
    package = try Repository.text("Package.swift")
  }

  /// Returns the targets of the table, each with the targets that it may import.
  private var listed: [String: Set<String>] {
    let rows = page.matches(of: /(?m)^\| `(\w+)` \|[^|]*\|([^|]*)\|$/).map { row in
      (String(row.1), Set(row.2.matches(of: /`(\w+)`/).map { String($0.1) }))
    }
    return Dictionary(rows) { $0.union($1) }
  }

  /// Returns the targets of `Package.swift` in `Sources`, each with its dependencies.
  private func declared() throws -> [String: Set<String>] {
    let start = try #require(package.firstRange(of: "\n  targets: ["))
    let shared = package[..<start.lowerBound]
      .matches(of: /(?m)^let (\w+): (?:\[?Target\.Dependency\]?) =([^=]*)$/)
      .map { (name: String($0.1), text: String($0.2)) }
    let declarations = package[start.upperBound...]
      .split(separator: /(?m)^ {4}\.(?=\w+\()/).dropFirst()
      .filter { !$0.hasPrefix("testTarget") && !$0.contains("path: \"Tests/") }
      .map { declaration in
        shared.reduce(String(declaration)) { text, list in
          text.contains(list.name) ? text + list.text : text
        }
      }
    let names = declarations.compactMap { $0.firstMatch(of: /name: "(\w+)"/)?.1 }.map(String.init)
    let dependencies = declarations.map { text in
      Set(text.matches(of: /"(\w+)"/).map { String($0.1) }).intersection(names)
    }
    return Dictionary(
      uniqueKeysWithValues: zip(names, dependencies).map { ($0, $1.subtracting([$0])) })
  }

  @Test func `lists each target with the targets that it may import`() throws {
    let declared = try declared()
    #expect(declared["FlowRunner"]?.contains("FlowHarness") == true)
    #expect(listed.keys.sorted() == declared.keys.sorted())
    for (target, imports) in listed {
      #expect(imports.sorted() == declared[target]?.sorted(), "\(target)")
    }
  }

  @Test func `names files that exist`() {
    let paths = page.matches(of: /`((?:Sources|Tests|Scripts|docs)\/[^` ]+)/).map { String($0.1) }
    #expect(!paths.isEmpty)
    for path in paths {
      let place = Repository.root.appending(path: path).path
      #expect(FileManager.default.fileExists(atPath: place), "\(path) does not exist")
    }
  }
}
