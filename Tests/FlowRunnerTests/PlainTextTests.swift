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
    #expect(throws: (any Error).self) {
      try ValueFormat<Double>.number(in: OptionBounds.rates).parse(text)
    }
    #expect(throws: (any Error).self) { try ValueFormat<UInt64>.seed.parse(text) }
    #expect(throws: (any Error).self) {
      try ValueFormat<[Int]>.numbers(in: OptionBounds.features).parse("1,\(text)")
    }
    #expect(throws: (any Error).self) { try RateSegment(parsing: "1s@\(text)") }
    #expect(throws: (any Error).self) { try Distribution(parsing: "zipf:\(text)") }
    #expect(throws: (any Error).self) { try Distribution(parsing: "session:\(text)") }
    #expect(throws: (any Error).self) { try Delay(parsing: "log-normal:20ms:\(text)") }
    #expect(throws: (any Error).self) { try LoadThreshold(parsing: "dropped_total==\(text)") }
    #expect(throws: (any Error).self) { try Shard("\(text)/2", option: "") }
    #expect(throws: (any Error).self) { try ValueFormat<ReplaySpeed>.speed.parse(text) }
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
