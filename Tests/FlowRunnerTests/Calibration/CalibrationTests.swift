import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowRunner

/// The rows of a calibration and their report.
struct CalibrationReportTests {
  private let right = CalibrationRow.exact(
    .counters, "boxes", "allocations", asked: 10, measured: 10)

  @Test(arguments: [(9, "-1"), (11, "1"), (nil, "not counted")] as [(Double?, String)])
  func `a count that is not exact is wrong`(counted: Double?, error: String) {
    let row = CalibrationRow.exact(
      .counters, "boxes", "allocations", asked: 10, measured: counted)
    #expect(row.isMet == false && row.error == error)
    let report = CalibrationReport([right, row])
    #expect(!report.isMet)
    #expect(report.text(isColoured: false).contains("WRONG"))
  }

  @Test(arguments: [(100.9, true), (99.1, true), (101.1, false), (98.9, false), (nil, false)])
  func `an error up to the share is allowed`(measured: Double?, isMet: Bool) {
    let row = CalibrationRow.near(
      .work, "spin", "ns", asked: 100, measured: measured, within: 0.01)
    #expect(row.isMet == isMet)
  }

  @Test func `a row that failed is wrong, and one that could not be measured is not`() {
    let untried = CalibrationRow.untried(.instructions, "run to run", because: "no valgrind")
    #expect(CalibrationReport([right, untried]).isMet)
    #expect(!CalibrationReport([.failed(.work, "times", because: "crashed")]).isMet)
    let text = CalibrationReport([right, untried]).text(isColoured: false)
    #expect(text.contains("no valgrind") && !text.contains("WRONG"))
  }

  @Test func `each section has its own table and title`() {
    let work = CalibrationRow.near(.work, "spin", "ns", asked: 100, measured: 101, within: 0.1)
    let text = CalibrationReport([work, right]).text(isColoured: false)
    let titles = [CalibrationRow.Section.counters, .work].map(\.title)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.filter { titles.contains($0) } == titles)
    #expect(lines.allSatisfy { $0.count <= 110 })
  }
}
