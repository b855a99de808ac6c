import FlowTestSupport
import Foundation
import Testing

/// The article on contracts names the tests that check them.
struct `The contracts` {
  @Test func `are checked by tests that exist`() throws {
    let article = try Repository.text("\(Repository.catalogue)/Articles/Contracts.md")
    let names = article.replacing("\n", with: " ").matches(of: /"([^"]+)"/).map { String($0.1) }
    #expect(names.count > 10)
    let tests = try Repository.files(below: "Tests", ending: ".swift")
      .map(Repository.text).joined()
    for name in names {
      #expect(
        tests.contains("func `\(name)`") || tests.contains("struct `\(name)`"),
        "no test is called \(name)")
    }
  }
}
