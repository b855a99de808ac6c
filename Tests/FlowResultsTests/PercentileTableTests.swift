import Testing

@testable import FlowResults
@testable import Measurement

struct PercentileTableTests {
  @Test func `the values 0 and the longest time have classes`() {
    let text = PercentileTable([0, 0, 1, 4095]).text(scale: 1)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines[1].contains(" 0.000 0.000000000000          2"))
    #expect(lines.last?.contains("4095.000 1.000000000000          4") == true)
    #expect(text.contains("#[Mean    =     1024.000, StdDeviation   ="))

    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    for ns in [0, LatencyRecorder.longestNs] { recorder.record(ns: ns) }
    let whole = PercentileTable(LatencyHistogram(recorder)).text(scale: 1000)
    #expect(whole.contains("#[Max     = 140737488355.327, Total count    =            2]"))
    #expect(whole.contains("#[Buckets =           37, SubBuckets     =         2048]"))
  }
}
