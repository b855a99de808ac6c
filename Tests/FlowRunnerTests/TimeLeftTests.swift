import Foundation
import Testing

@testable import FlowRunner

/// How long a session goes on, by costs whose sum is known.
struct TimeLeftTests {
  @Test func `what is known is believed before anything is done`() {
    #expect(TimeLeft(costs: [1, 2, 3.5]).seconds == 6.5)
    #expect(TimeLeft(costs: []).seconds == 0)
  }

  @Test func `nothing known is nothing said, until something is done`() throws {
    var left = TimeLeft(costs: [nil, nil, nil, nil])
    #expect(left.seconds == nil)
    left.finished(in: 2, cost: nil)
    #expect(left.seconds == 6)
    left.finished(in: 4, cost: nil)
    #expect(left.seconds == 6)
  }

  @Test func `a slower machine changes the pace, not who is costly`() throws {
    // One job costs as much as ninety-nine; it comes last, on a machine half as fast.
    var left = TimeLeft(costs: Array(repeating: 1, count: 99) + [99])
    for _ in 0..<99 { left.finished(in: 2, cost: 1) }
    let seconds = try #require(left.seconds)
    #expect(abs(seconds / 198 - 1) < 0.01)
    // The rule that knows nothing: as long as the others took.
    #expect(2.0 < seconds / 50)
  }

  @Test func `what nobody knows costs what such ones have cost`() throws {
    var left = TimeLeft(costs: [10, 10, nil, nil])
    left.finished(in: 10, cost: 10)
    #expect(left.seconds == nil)
    left.finished(in: 3, cost: nil)
    let seconds = try #require(left.seconds)
    #expect(abs(seconds - 13) < 1e-9)
  }

  @Test func `costs are left to the next session, beside those of others`() throws {
    let path = NSTemporaryDirectory() + "costs-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (one, two) = (
      JobKey(scenario: "counter/single/1/uniform/flow", part: "timing", round: 0),
      JobKey(scenario: "counter/single/1/uniform/flow", part: "counting", round: 0)
    )
    var costs = JobCosts()
    costs.note(one, seconds: 1)
    costs.note(JobKey(scenario: one.scenario, part: one.part, round: 7), seconds: 2)
    costs.note(two, seconds: 5)
    try costs.save(of: "default", runID: "first", to: path)
    var later = JobCosts()
    later.note(two, seconds: 7)
    try later.save(of: "default", runID: "second", to: path)
    // The same job of a longer suite is another one.
    var longer = JobCosts()
    longer.note(two, seconds: 300)
    try longer.save(of: "full", runID: "third", to: path)
    let read = JobCosts(of: "default", in: [path])
    #expect(read.seconds(of: one) == 1.5)
    #expect(read.seconds(of: two) == 7)
    #expect(JobCosts(of: "full", in: [path]).seconds(of: two) == 300)
    #expect(JobCosts(of: "full", in: [path]).seconds(of: one) == nil)
    #expect(JobCosts(of: nil, in: [path]).seconds(of: one) == nil)
    #expect(JobCosts(of: "default", in: [path + ".none"]).seconds(of: one) == nil)
    try "nonsense".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(JobCosts(of: "default", in: [path]).seconds(of: one) == nil)
  }
}
