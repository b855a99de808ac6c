import FlowTestSupport
import Foundation
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Loads in which time would never advance are refused before they are driven.
@MainActor
struct EndlessInstantTests {
  /// The error of a load with these options; `nil` if it is accepted.
  private func refusal(_ options: String) throws -> String? {
    let error = LoadFixture.refusal("--" + options)
    return error.isEmpty ? nil : error
  }

  @Test(arguments: [
    "constant:0s", "uniform:0s:0s", "exponential:0s", "log-normal:0s:1.0",
  ])
  func `clients without a think time are refused in virtual time`(think: String) throws {
    #expect(
      try refusal("clients 3 --think \(think) --virtual")
        == "--think: must not always be 0 with --virtual, because time would never advance; "
        + "use a delay such as exponential:1s, got \(think)")
    // In real time each action takes some.
    #expect(try refusal("clients 3 --think \(think)") == nil)
  }

  @Test(arguments: [
    "clients 3 --think uniform:0s:1ms", "clients 3 --think exponential:1ms",
    "users 1 --think constant:0s --away constant:0s --workload search --latency constant:20ms",
    "users 3 --think constant:0s", "users 3 --away constant:0s",
    "rate 100 --workload echo --latency constant:0s",
  ])
  func `delays whose minimum is 0 are accepted where time advances`(options: String) throws {
    #expect(try refusal("\(options) --virtual") == nil)
  }

  @Test(arguments: [
    ("users 3 --think constant:0s", "--think is constant:0s and actions take no time"),
    (
      "users 3 --think constant:0s --workload echo --latency exponential:0s",
      "--think is constant:0s and --latency is exponential:0s"
    ),
    (
      "users 2 --think constant:0s --workload search --latency constant:20ms",
      "--think is constant:0s and a newer request cancels an older one immediately"
    ),
  ])
  func `users who return immediately are refused if a session takes no virtual time`(
    options: String, cause: String
  ) throws {
    #expect(
      try refusal("\(options) --away constant:0s --virtual")
        == "--away: must not always be 0 where \(cause), because time would never advance; "
        + "use a delay such as exponential:10m, got constant:0s")
    #expect(try refusal("\(options) --away constant:0s") == nil)
  }

  @Test func `measured delays are 0 if every value of the file is`() throws {
    let (zeros, some) = (temporaryPath(), temporaryPath())
    try "0\n0\n".write(toFile: zeros, atomically: true, encoding: .utf8)
    try "0\n1000\n".write(toFile: some, atomically: true, encoding: .utf8)
    let refused = try refusal("clients 3 --think measured:\(zeros) --virtual")
    #expect(try #require(refused).hasSuffix("got measured:\(zeros)"))
    #expect(try refusal("clients 3 --think measured:\(some) --virtual") == nil)
  }
}
