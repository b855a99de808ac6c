import FlowTestSupport
import Foundation
import Testing

/// Articles, tutorials and symbols that articles link to exist.
struct `Links in the documentation` {
  /// Returns the symbol links with their lines, without those in code.
  private func symbolLinks(in text: String) -> [(line: Int, link: String)] {
    var isCode = false
    return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .flatMap { index, line -> [(Int, String)] in
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, !line.hasPrefix("```"), !line.hasPrefix("# ") else { return [] }
        return line.matches(of: /``([^`]+)``/).map { (index + 1, String($0.1)) }
      }
  }

  @Test func `lead from the landing page to every article`() throws {
    let page = try Repository.text("\(Repository.catalogue)/FlowCore.md")
    for path in try Repository.articles() where !path.hasSuffix("/FlowCore.md") {
      let name = URL(filePath: path).deletingPathExtension().lastPathComponent
      #expect(page.contains("- <doc:\(name)>"), "\(path) is not under Topics of the landing page")
    }
  }

  @Test func `to articles and tutorials name one`() throws {
    let pages =
      try Repository.articles()
      + Repository.files(below: Repository.catalogue, ending: ".tutorial")
    let names = Set(pages.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
    for page in pages {
      for link in try Repository.text(page).matches(of: /doc:([A-Za-z-]+)/) {
        #expect(names.contains(String(link.1)), "\(page): doc:\(link.1) is no page")
      }
    }
  }

  // Each part of a link must be a declared name. docc checks the rest (`make docs`).
  @Test func `to symbols name what is declared`() throws {
    let declared = try Set(
      Repository.sources().filter { $0.hasPrefix("Sources/FlowCore/") }.flatMap { path in
        try Repository.text(path)
          .matches(of: /(?:struct|class|enum|protocol|func|var|let|case|init|typealias)\ +`?(\w+)/)
          .map { String($0.1) }
      }
    ).union(["FlowCore"])
    for path in try Repository.articles() {
      for (line, link) in symbolLinks(in: try Repository.text(path)) {
        for part in link.split(separator: "/") {
          let name = part.prefix { $0.isLetter || $0.isNumber }
          #expect(declared.contains(String(name)), "\(path):\(line): ``\(link)`` names nothing")
        }
      }
    }
  }
}
