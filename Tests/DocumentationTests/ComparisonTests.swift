import FlowTestSupport
import Foundation
import Testing

/// The login that the page about other libraries compares.
struct `The login of the page from other libraries` {
  /// Returns the number of lines that are not empty.
  private func lines(_ names: String...) throws -> Int {
    try names.reduce(0) { count, name in
      let text = try Repository.text("Tests/DocumentationTests/Login/\(name)")
      return count
        + text.split(separator: "\n").count { !$0.allSatisfy(\.isWhitespace) }
    }
  }

  @Test func `takes the lines that the page states, and no more than TCA's`() throws {
    let own = try lines("Login.swift", "LoginTests.swift")
    let other = try lines("Login-TCA.txt")
    #expect(own <= other)
    let page = try Repository.text("docs/from-other-libraries.md").replacing("\n", with: " ")
    #expect(
      page.contains("takes \(own) lines with FlowCore, and \(other) with TCA"), "\(own), \(other)")
  }
}
