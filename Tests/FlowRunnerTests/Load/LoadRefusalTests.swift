import Measurement
import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Loads that cannot say what is asked are refused before they are driven.
@MainActor
struct LoadRefusalTests {
  private func plan(_ options: (option: String, text: [String])...) throws -> LoadPlan {
    var values = OptionTexts()
    for (option, text) in options { values.set(option, text) }
    return try LoadPlan(values, catalogue: .standard())
  }

  private func message(_ options: (option: String, text: [String])...) -> String {
    var values = OptionTexts()
    do {
      for (option, text) in options { values.set(option, text) }
      _ = try LoadPlan(values, catalogue: .standard())
      return "no error"
    } catch { return "\(error)" }
  }

  private let threshold = "threshold"
  private let rate = "rate"
  private let duration = "duration"

  // MARK: - Rates

  /// Returns the shortfall after successive tries that reach the given rates, and the number of tries.
  private func shortfall(
    of rate: Double, reached: [Double?]
  ) async -> (most: Double?, tries: Int) {
    var tries = 0
    let most = await GeneratorRate.shortfall(of: rate) {
      tries += 1
      return reached[tries - 1]
    }
    return (most, tries)
  }

  @Test func `a rate that one of three attempts nearly reaches is accepted`() async {
    #expect(await shortfall(of: 5e6, reached: [5e6]) == (nil, 1))
    #expect(await shortfall(of: 5e6, reached: [4e6]) == (nil, 1))
    #expect(await shortfall(of: 5e6, reached: [1e6, 3.9e6, 4e6]) == (nil, 3))
    #expect(await shortfall(of: 5e6, reached: [3.9e6, 3.99e6, 3e6]) == (3.99e6, 3))
  }

  @Test func `a failed attempt refuses no rate`() async {
    #expect(await shortfall(of: 5e6, reached: [nil]) == (nil, 1))
    #expect(await shortfall(of: 5e6, reached: [1e6, nil]) == (nil, 2))
  }

  @Test func `the reached rate excludes the time of other processes`() {
    // An action each 200 ns, of which 50 are the store's; the core is away for 1 ms once.
    var recorder = ActionLatencyRecorder()
    defer { recorder.deallocate() }
    var freeNs: UInt64 = 0
    for action in 0..<1000 {
      let startedNs = freeNs + (action == 500 ? 1_000_000 : 150)
      recorder.record(
        intendedNs: 0, startedNs: startedNs, endedNs: startedNs + 50, freeNs: freeNs)
      freeNs = startedNs + 50
    }
    var result = LoadResult(completed: 1000, dropped: 0, abandoned: 0, endedNs: freeNs)
    result.stages = [recorder.latencies]
    #expect(GeneratorRate.reached(in: result) == 5_000_000)
    let none = LoadResult(completed: 0, dropped: 0, abandoned: 0, endedNs: 0)
    #expect(GeneratorRate.reached(in: none) == nil)
  }

  @Test func `only high scheduled rates in real time are attempted`() throws {
    func highest(_ options: (option: String, text: [String])...) throws -> Double? {
      var values = OptionTexts()
      for (option, text) in options { values.set(option, text) }
      return GeneratorRate.demand(of: [try LoadPlan(values, catalogue: .standard())])?.rate
    }
    #expect(try highest((rate, ["100000"])) == nil)
    #expect(try highest((rate, ["100001"])) == 100_001)
    #expect(
      try highest((rate, ["100001"]), (option: "virtual", text: [])) == nil)
    #expect(try highest(("clients", ["1000000"])) == nil)
    #expect(try highest(("stage", ["10:1s", "10..3e6:1s"])) == 3e6)
  }

  @Test func `a refusal names the rate, the reached rate and a remedy`() throws {
    let plain = try plan((rate, ["50000000"]))
    #expect(
      "\(GeneratorRate.refusal(of: 5e7, plain.load.traffic, reached: 5_200_000))"
        == "--rate: must be a rate that can be sent on this machine, whose generator reaches "
        + "5,200,000 actions a second against floor; lower it or, with effects that take time, "
        + "add --virtual, got 50,000,000 at the highest in open:poisson:10s@50000000.0")
    let staged = try plan(("stage", ["10:1s", "9e8:1s"]))
    #expect(
      "\(GeneratorRate.refusal(of: 9e8, staged.load.traffic, reached: 1))".hasPrefix(
        "--stage: must be"))
  }

  // MARK: - Metrics

  @Test func `a metric that the load does not measure is refused before anything runs`() {
    let virtual = (option: "virtual", text: [String]())
    let latency = ("latency", ["constant:1ms"])
    func bound(_ text: String) -> (option: String, text: [String]) { (threshold, [text]) }
    #expect(message(bound("cpu_ns_per_action<1us"), virtual).contains("is not measured with"))
    #expect(
      message(bound("response_max<1s"), virtual)
        .contains("is measured in virtual time only with --latency"))
    // With what they need they are measured.
    #expect(message(bound("response_max<1s"), virtual, latency) == "no error")
    #expect(message(bound("dropped_total==0"), virtual) == "no error")
    #expect(message(bound("cpu_ns_per_action<1us")) == "no error")
  }

  // MARK: - Percentiles

  // Sixteen beyond: 1600 for p99, 16,000 for p99.9, 32 for the median.
  @Test(arguments: [
    ("response_p99<5ms", 1599, 1600), ("response_p99_9<5ms", 15_999, 16_000),
    ("response_p50<5ms", 31, 32), ("queueing_p90>=1us", 159, 160),
  ])
  func `a percentile needs sixteen actions beyond it`(text: String, few: Int, enough: Int) {
    #expect(
      message((threshold, [text]), (rate, ["\(few)"]), (duration, ["1s"]))
        .hasPrefix("--threshold: \(text.split(separator: "<")[0].prefix(8))"))
    #expect(
      message((threshold, [text]), (rate, ["\(enough)"]), (duration, ["1s"])) == "no error")
  }

  @Test func `a refusal names the number and the time that gives it`() {
    #expect(
      message((threshold, ["response_p99.9<5ms"]), (rate, ["500"]), (duration, ["10s"]))
        == "--threshold: response_p99_9_ns<5ms needs 16,000 actions in each process to be decided, "
        + "but open:poisson:10s@500.0 has at most 5,000; use --duration 32s "
        + "or a lower percentile")
    // Stages have their own times.
    let stages = message(
      (threshold, ["response_p99<5ms"]), ("stage", ["500:1s", "1000:1s"]))
    #expect(stages.hasSuffix("but open:poisson:1s@500.0+1s@1000.0 has at most 1,500"), "\(stages)")
  }

  @Test func `one action beyond the percentile is enough in each of several processes`() {
    let given = [(threshold, ["response_p99<5ms"]), (duration, ["1s"])]
    let rounds = "rounds"
    #expect(message(given[0], given[1], (rate, ["100"]), (rounds, ["2"])) == "no error")
    #expect(message(given[0], given[1], (rate, ["99"]), (rounds, ["2"])).contains("needs 100 "))
  }

  @Test func `other bounds need no number of actions`() {
    for text in ["dropped_total==0", "response_max<1s", "response_mean<1s"] {
      #expect(
        message((threshold, [text]), (rate, ["2"]), (duration, ["1s"])) == "no error", "\(text)")
    }
  }

  @Test func `a search is refused like a load, and clients by their think time`() {
    let bound = "bound"
    #expect(
      message((bound, ["p99=5ms"]), (rate, ["100"]), (duration, ["10s"]))
        == "--bound: response_p99_ns<=5ms needs 1,600 actions in each process to be decided, "
        + "but open:poisson:10s@100.0 has at most 1,000; use --duration 16s "
        + "or a lower percentile")
    let clients = [
      ("clients", ["10"]), ("think", ["constant:100ms"]),
    ]
    let p99 = (threshold, ["response_p99<5ms"])
    #expect(message(clients[0], clients[1], p99, (duration, ["15s"])).contains("at most 1,510;"))
    #expect(message(clients[0], clients[1], p99, (duration, ["16s"])) == "no error")
  }
}
