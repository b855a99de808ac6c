import FlowTestSupport
import Foundation
import Testing

/// The Swift code in the documentation compiles.
@Suite(.serialized)
struct `Code in the documentation` {
  /// The modules that each snippet imports without showing it.
  private static let modules = [
    "FlowCore", "FlowCosts", "FlowTesting", "FlowTrace", "Foundation", "Testing",
  ]

  /// Type-checks the code of some texts as one module, with the declarations of a preamble.
  private func check(
    _ paths: [String], preamble: String?, module: String, _ arguments: [String] = []
  ) async throws {
    var files: [String: String] = [:]
    for path in paths {
      for snippet in Snippet.all(in: try Repository.text(path), path: path)
      where snippet.isForThisSystem {
        let name = path.replacing("/", with: "-").replacing(".", with: "-")
        files["\(name)-\(snippet.line).swift"] = snippet.file(importing: Self.modules)
      }
    }
    #expect(!files.isEmpty, "\(module): no code was found in \(paths)")
    if let preamble {
      files["Preamble.swift"] = try Repository.text(
        "Tests/DocumentationTests/Preambles/\(preamble).swift")
    }
    let complaints = try await Compiler().complaints(about: files, module: module, arguments)
    #expect(complaints.isEmpty, "\(complaints)")
  }

  @Test(
    arguments: try Repository.articles() + ["Sources/FlowTrace/FlowTrace.docc/FlowTrace.md"])
  func `compiles in every article`(path: String) async throws {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    try await check([path], preamble: nil, module: "Article\(name)")
  }

  @Test(arguments: try Repository.articles())
  func `compiles where the main actor is the rule`(path: String) async throws {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    try await check(
      [path], preamble: nil, module: "Isolated\(name)", ["-default-isolation", "MainActor"])
  }

  @Test(arguments: try Repository.files(below: "Sources/FlowCosts", ending: ".md"))
  func `compiles in the articles about cost tests`(path: String) async throws {
    let name = URL(filePath: path).deletingPathExtension().lastPathComponent
    try await check([path], preamble: "README", module: "Article\(name)")
  }

  @Test func `compiles in the sources' comments`() async throws {
    try await check(Repository.sources(), preamble: "Comments", module: "Comments")
  }

  @Test func `compiles in the README and the pages that it leads to`() async throws {
    let pages = try Repository.files(below: "docs", ending: ".md").filter {
      try Repository.text($0).contains("```swift")
    }
    #expect(!pages.isEmpty)
    try await check(["README.md"] + pages, preamble: "README", module: "Readme")
  }

  @Test func `is reported with its text, its line and the compiler's words`() async throws {
    let text = "one\n\n```swift\nlet a = 1\nlet b: String = a\n```\n"
    let snippet = try #require(Snippet.all(in: text, path: "An.md").first)
    let complaints = try await Compiler().complaints(
      about: ["a.swift": snippet.file(importing: Self.modules)], module: "Faulty")
    #expect(
      complaints.contains(
        "An.md:5:17: error: cannot convert value of type 'Int' to specified type 'String'"),
      "\(complaints)")
  }

  @Test func `is found in comments, without what indents it`() {
    let text = """
        /// A comment.
        ///
        /// - A list:
        ///   ```swift
        ///   struct A {
        ///
        ///     let b = 1
        ///   }
        ///   ```
        // ```swift
        let c = 1
      """
    let snippets = Snippet.all(in: text, path: "A.swift")
    #expect(snippets.map(\.line) == [5])
    #expect(snippets.first?.lines == ["struct A {", "", "  let b = 1", "}"])
  }
}
