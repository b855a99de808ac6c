import Foundation
import Testing

/// `flowbench list` and the root command, through the real executable.
struct ListCommandTests {
  @Test func `the list has designs, workloads, topologies, views and suites`() async throws {
    let result = try await Tool.run(["list"])
    #expect(result.exitCode == 0)
    for word in [
      "floor", "flow", "primes", "per-feature", "own-slice", "zipf", "suspending", "smoke",
      "workers are threads",
    ] {
      #expect(result.output.contains(word), "\(word)")
    }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }

  @Test func `the list as JSON has every scenario`() async throws {
    let result = try await Tool.run(["list", "--format", "json"])
    let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let content = try #require(json as? [String: Any])
    #expect((content["designs"] as? [[String: String]])?.count == 23)
    #expect((content["workloads"] as? [[String: String]])?.count == 43)
    #expect((content["completion"] as? [[String: String]])?.count == 2)
    #expect((content["workers"] as? [[String: String]])?.count == 13)
    let suites = try #require(content["suites"] as? [[String: Any]])
    #expect(suites.allSatisfy { ($0["scenarios"] as? [String])?.isEmpty == false })
  }

  @Test func `a page has no other format`() async throws {
    let result = try await Tool.run(["list", "--page", "columns", "--format", "json"])
    #expect(result.exitCode == 1)
    #expect(
      result.errorLines == [
        "--format: must not be given with --page, got 'json'"
      ])
  }

  @Test func `the version names the allocator`() async throws {
    let result = try await Tool.run(["--version"])
    #expect(result.exitCode == 0)
    #expect(result.output.hasPrefix("flowbench "))
    #if Jemalloc
      #expect(result.output.contains("jemalloc 5."))
    #else
      #expect(result.output.contains("system allocator"))
    #endif
  }

  @Test func `help goes to stdout and exits 0`() async throws {
    let result = try await Tool.run(["run", "--help"])
    #expect(result.exitCode == 0)
    #expect(result.output.contains("--features"))
    #expect(result.error.isEmpty)
  }
}
