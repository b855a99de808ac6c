import FlowFloor
import FlowHarness
import FlowResults
import Measurement

// Known work in single actions: arithmetic takes as long as in the loop, because it uses no caches,
// and a walk over cache lines takes longer, because other memory was used.

extension Calibration {
  /// The number of cache lines of a walk: 32 KiB.
  private static let lines = 512
  /// The maximum cost of an empty action, which is not subtracted.
  private static let maxEmptyNs = 500.0

  func cold() async -> [CalibrationRow] {
    var rows: [CalibrationRow] = []
    do {
      progress("single actions of known work")
      let steps = CalibrationWork.spin(steps: 20_000)
      let spun = try await coldSample(of: scenario(steps))
      rows.append(
        .near(
          .cold, "20,000 steps, known: in the loop", "ns",
          asked: try await minWallNs(scenario(steps)), measured: spun.coldNs, within: 0.1))
      rows.append(
        .atMost(.cold, "an empty action", "ns", Self.maxEmptyNs, measured: spun.coldEmptyNs))
      let walk = scenario(.lines(count: Self.lines))
      let hotNs = try await minWallNs(walk)
      let coldNs = try await coldSample(of: walk).coldNs
      rows.append(
        .atLeast(
          .cold, "a cache line of a walk of \(Self.lines), known: in the loop", "ns",
          hotNs / Double(Self.lines), measured: coldNs.map { $0 / Double(Self.lines) }))
    } catch {
      rows.append(.failed(.cold, "single actions", because: error.description))
    }
    return rows
  }

  private func coldSample(of scenario: Scenario) async throws(PairRunner.Failure) -> SampleMeasures
  {
    var settings = PairRunner.settings
    settings.cold = ColdSettings(Pace(hertz: 120), actions: nil, rounds: 1)
    return try await sample(of: scenario, .cold, process(), settings)
  }
}

extension CalibrationRow {
  /// A row whose value has a bound.
  private static func bounded(
    _ section: Section, _ name: String, _ unit: String, _ bound: Double, measured: Double?,
    sign: String, _ isMet: (Double) -> Bool
  ) -> Self {
    CalibrationRow(
      section: section, name: name, unit: unit, asked: sign == "≥" ? bound : nil,
      measured: measured, error: measured == nil ? "not measured" : "",
      allowed: "\(sign) \(TextTable.number(bound))", isMet: measured.map(isMet) ?? false)
  }

  /// A row whose value must not exceed a bound.
  static func atMost(
    _ section: Section, _ name: String, _ unit: String, _ bound: Double, measured: Double?
  ) -> Self {
    bounded(section, name, unit, bound, measured: measured, sign: "≤") { $0 <= bound }
  }

  /// A row whose value must reach a bound.
  static func atLeast(
    _ section: Section, _ name: String, _ unit: String, _ bound: Double, measured: Double?
  ) -> Self {
    bounded(section, name, unit, bound, measured: measured, sign: "≥") { $0 >= bound }
  }
}
