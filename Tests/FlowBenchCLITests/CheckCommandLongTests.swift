import FlowTestSupport
import Foundation
import Testing

/// A baseline with instructions, and pairs of processes, which `make test` has no time for.
struct CheckCommandLongTests {
  @Test(
    .enabled(
      if: (PassTests.hasValgrind || PassTests.kernelCounts) && !TestBuild.mayBeSanitized,
      "instructions cannot be counted here, or a sanitizer is used"))
  func `a baseline has instructions, which are compared`() async throws {
    let place = CheckCommandTests.Place()
    #expect(try await place.check(["--update"]).exitCode == 0)
    let whole = try String(contentsOfFile: place.baseline, encoding: .utf8)
    let found = try #require(whole.firstMatch(of: /,instructions_per_action,([0-9.]+),/))
    let count = try #require(Double(found.1))
    #expect(count > 1)
    let fine = try await place.check(["--strict"])
    #expect(fine.exitCode == 0, "\(fine)")

    // A baseline with a tenth less.
    let lower = "\(count * 0.9)"
    let changed = whole.replacing(/,instructions_per_action,[0-9.]+,[0-9.]+,/) { _ in
      ",instructions_per_action,\(lower),\(lower),"
    }
    try changed.write(toFile: place.baseline, atomically: true, encoding: .utf8)
    let regressed = try await place.check()
    #expect(regressed.exitCode == 2, "\(regressed)")
  }

  @Test(.enabled(if: !TestBuild.mayBeSanitized, "counts need the counting library"))
  func `a build has the same counts as itself, and is timed in pairs`() async throws {
    let place = CheckCommandTests.Place()
    let result = try await place.check(["--base", Tool.path, "--base-name", "itself"])
    // The times of a debug build may differ.
    #expect(result.exitCode == 0 || result.output.contains("cpu_ns"), "\(result)")
    #expect(
      result.output.contains(/counts: 1 scenario compared with itself: [67] same/), "\(result)")
    #expect(result.output.contains("time: 1 scenario compared with itself: 1 "))
    #expect(
      try place.report == ["base-counts", "check.md", "check.xml", "compare.csv", "counts"])
  }
}
