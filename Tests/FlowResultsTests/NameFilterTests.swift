import Testing

@testable import FlowResults

struct NameFilterTests {
  @Test func `elements with a matching name stay, in their order`() throws {
    let found = try NameFilter("^b|c$").matching(["ab", "ba", "bc", "xc", "d"]) { [$0] }
    #expect(found == ["ba", "bc", "xc"])
    #expect(try NameFilter("2").matching([1, 2, 3]) { ["\($0)", "\($0 + 1)"] } == [1, 2])
    #expect(try NameFilter("a").matching([Int]()) { _ in ["a"] }.isEmpty)
  }

  @Test func `an expression that tries all ways is an error`() throws {
    let pattern = "([a-z/]+)*!"
    let filter = try NameFilter(pattern)
    // Without an end, there are 2^40 ways.
    let name = String(repeating: "a/", count: 20) + "1"
    let error = #expect(throws: PlanError.self) { try filter.matching([name]) { [$0] } }
    #expect(
      error?.description
        == "--filter: must match '\(name)' within 2 s: avoid a repetition within a repetition, got "
        + "'\(pattern)'")
  }

  @Test(arguments: ["(", "[", String(repeating: "(", count: 100_000)])
  func `a wrong or long expression is refused`(pattern: String) {
    let error = #expect(throws: PlanError.self) { try NameFilter(pattern, option: "--inject") }
    #expect(error?.description.hasPrefix("--inject: must be a regular expression") == true)
    #expect((error?.description.count ?? 0) < 200)
  }
}
