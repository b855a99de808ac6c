import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// A kill can tear a trial between two of its rows; the trial is then run again as a whole.
@MainActor
struct TornTrialTests {
  private func row(round: Int, iteration: Int, isValid: Bool = true) -> SampleRow {
    var row = SampleRow()
    row.dimensions.scenario = "shop/single/1/uniform/flow"
    row.pass = Pass.timing.rawValue
    row.round = round
    row.iteration = iteration
    row.isValid = isValid
    return row
  }

  @Test func `a last trial that lacks rows is dropped, and no other`() {
    let whole = (0..<3).map { row(round: 0, iteration: $0) }
    let torn = whole + [row(round: 1, iteration: 0), row(round: 1, iteration: 1)]
    #expect(RunDirectory.withoutTornTrial(torn, samples: 3) == whole)
    #expect(RunDirectory.withoutTornTrial(whole, samples: 3) == whole)
    #expect(RunDirectory.withoutTornTrial([], samples: 3).isEmpty)
  }

  @Test func `a failed trial has one row and is whole`() {
    let rows = [row(round: 0, iteration: 0, isValid: false)]
    #expect(RunDirectory.withoutTornTrial(rows, samples: 3) == rows)
  }

  @Test func `a counting trial is whole with all of its windows`() {
    let windows = (0..<CountingTrial.windows).map { index in
      var counting = row(round: 0, iteration: index)
      counting.pass = Pass.counting.rawValue
      return counting
    }
    #expect(RunDirectory.withoutTornTrial(windows, samples: 1) == windows)
    #expect(RunDirectory.withoutTornTrial(windows.dropLast(), samples: 1).isEmpty)
  }
}
