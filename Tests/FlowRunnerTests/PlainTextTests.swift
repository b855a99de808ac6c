import PlainText
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The notation of numbers in options and files.
struct PlainTextTests {
  /// Forms that Swift's initialisers accept, and wrong ones.
  private static let others = [
    "0x10", "0X1p4", "+5", "inf", "-inf", "nan", "infinity", ".5", "5.", "1e", "1e+", "1_000", " 1",
    "1 ", "", "-", "--1", "1,5", "1.2.3", "٣", "１",
  ]

  @Test(arguments: [
    ("0", 0.0), ("-1", -1), ("0.25", 0.25), ("007", 7), ("3e-05", 3e-5), ("1E+3", 1000),
    ("1e-300", 1e-300), ("-2.5e2", -250),
  ])
  func `decimal numbers are read`(text: String, number: Double) {
    #expect(Double(decimal: text) == number)
  }

  @Test(arguments: others)
  func `other forms of numbers are not read`(text: String) {
    #expect(Double(decimal: text) == nil)
    #expect(Int(decimal: text) == nil)
    #expect(UInt64(decimal: text) == nil)
  }

  @Test func `whole numbers have no fraction and no exponent, and fit their type`() {
    #expect(Int(decimal: "-12") == -12 && UInt64(decimal: "18446744073709551615") == .max)
    for text in ["1.0", "1e3", "9223372036854775808"] { #expect(Int(decimal: text) == nil) }
    #expect(UInt64(decimal: "-1") == nil && Double(decimal: "1e999") == nil)
  }

  // Lists and bounds may have blanks around their numbers.
  @Test(arguments: others.filter { $0 != "" && !$0.contains(" ") && !$0.contains(",") })
  func `options of every kind refuse other forms of numbers`(text: String) {
    func refuses(_ option: String, _ text: String) -> Bool {
      (try? LoadOptions.parsed(["--\(option)=\(text)"])) == nil
    }
    #expect(refuses("rate", text))
    #expect(refuses("seed", text))
    #expect(refuses("features", "1,\(text)"))
    #expect(refuses("stage", "1s@\(text)"))
    #expect(refuses("shape", "ramp:\(text)"))
    #expect(refuses("shape", "steps:\(text)"))
    #expect(refuses("distribution", "zipf:\(text)"))
    #expect(refuses("distribution", "session:\(text)"))
    #expect(refuses("latency", "log-normal:20ms:\(text)"))
    #expect(refuses("threshold", "dropped_total==\(text)"))
    #expect(refuses("shard", "\(text)/2"))
    #expect((try? ReplayOptions.parsed(["trace", "--speed=\(text)"])) == nil)
  }

  @Test func `a number and its word agree`() {
    #expect(CountText.text(0, "scenario") == "0 scenarios")
    #expect(CountText.text(1, "scenario") == "1 scenario")
    #expect(CountText.text(1042, "action") == "1,042 actions")
    #expect(CountText.text(1, "copy", "copies") == "1 copy")
    #expect(CountText.text(2, "copy", "copies") == "2 copies")
    #expect(CountText.grouped(-1_234_567) == "-1,234,567" && CountText.grouped(-100) == "-100")
  }

  @Test func `counts have no decimals`() {
    #expect(TextTable.count(78) == "78" && TextTable.count(106) == "106")
    #expect(TextTable.count(1_042) == "1,042" && TextTable.count(nil) == "–")
    #expect(LoadMetric.named("completed_total")?.text(78) == "78")
    #expect(LoadMetric.named("completed_total")?.text(1.5) == "1.5")
  }
}
