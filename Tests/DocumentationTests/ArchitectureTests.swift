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

  @Test func `lists each target`() throws {
    let listed = page.matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.1) }
    let start = try #require(package.firstRange(of: "\n  targets: ["))
    let declared = package[start.upperBound...]
      .split(separator: /(?m)^ {4}(?=[\w.]+\()/)
      .filter { $0.hasPrefix("library(") || $0.hasPrefix(".") && !$0.contains("path: \"Tests/") }
      .compactMap { $0.firstMatch(of: /"(\w+)"/).map { String($0.1) } }
    #expect(declared.contains("FlowRunner"))
    #expect(listed.sorted() == declared.sorted())
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
