import Foundation
import Testing

@testable import Measurement

@Suite struct GrowthFitTests {
  private static let sizes = [1_000, 4_000, 16_000]

  private static func cost(_ shape: FittedGrowth.Shape) -> (Double) -> Double {
    switch shape {
    case .constant: { _ in 120 }
    case .linear: { 120 + 14.1 * $0 }
    case .linearithmic: { 120 + 1.2 * $0 * log2($0) }
    case .quadratic: { 120 + 0.05 * $0 * $0 }
    }
  }

  private static func measured(
    _ cost: (Double) -> Double, _ noise: MachineNoise = .quiet, seed: Int, rounds: Int = 25
  ) -> FittedGrowth {
    var machine = SimulatedMachine(seed: seed)
    let rounds = machine.rounds(rounds, of: cost, sizes: sizes, noise)
    return FittedGrowth(sizes: sizes, rounds: rounds, unit: .time)
  }

  private static func exact(
    _ costs: [Double], _ unit: FittedGrowth.Unit = .allocations, sizeName: String = "row"
  ) -> FittedGrowth {
    FittedGrowth(sizes: sizes, rounds: [costs], unit: unit, sizeName: sizeName)
  }

  @Test(arguments: MachineNoise.allCases)
  func findsThePlantedShape(_ noise: MachineNoise) {
    var wrong: [String] = []
    for shape in FittedGrowth.Shape.allCases {
      for seed in 1...20 {
        let growth = Self.measured(Self.cost(shape), noise, seed: 100 * seed + shape.rawValue)
        if growth.shape != shape { wrong.append("\(shape), seed \(seed): \(growth)") }
      }
    }
    #expect(wrong.count <= (noise == .busy ? 4 : 0), "\(wrong)")
  }

  @Test func toleratesCaches() {
    let shares: [(Double) -> Double] = [
      { pow(1.25, log($0 / 1_000) / log(16)) }, { $0 < 10_000 ? 1 : 1.25 },
    ]
    for share in shares {
      for seed in 1...10 {
        let growth = Self.measured({ 14.1 * $0 * share($0) }, seed: seed)
        #expect(growth.shape == .linear, "\(growth)")
      }
    }
  }

  @Test func findsAQuadraticPartBesideALargeBase() {
    for seed in 1...10 {
      let growth = Self.measured({ 1e6 + 0.004 * $0 * $0 }, seed: seed)
      #expect([.linearithmic, .quadratic].contains(growth.shape), "\(growth)")
    }
  }

  @Test func findsALinearPartBesideALargeBase() {
    for seed in 1...10 {
      let growth = Self.measured({ 141_000 + 14.1 * $0 }, seed: seed)
      #expect(growth.shape == .linear, "\(growth)")
    }
  }

  @Test func intervalsHoldTheTruth() throws {
    var held = (base: 0, slope: 0)
    for seed in 1...60 {
      let growth = Self.measured({ 141_000 + 14.1 * $0 }, seed: seed)
      let slope = try #require(growth.slope)
      #expect(growth.base.low < growth.base.value && growth.base.value < growth.base.high)
      if growth.base.low <= 141_000 && 141_000 <= growth.base.high { held.base += 1 }
      if slope.low <= 14.1 && 14.1 <= slope.high { held.slope += 1 }
    }
    // 57 are expected; fewer than 51 have a probability below 1 %.
    #expect(held.base >= 51, "\(held)")
    #expect(held.slope >= 51, "\(held)")
    #expect(held.slope < 60, "intervals that always hold the truth are too wide: \(held)")
  }

  @Test func slowRoundsDoNotChangeTheEstimates() throws {
    let growth = Self.measured({ 14.1 * $0 }, .slowPhases, seed: 5)
    let slope = try #require(growth.slope)
    #expect(abs(slope.value / 14.1 - 1) < 0.03, "\(growth)")
  }

  @Test(arguments: [
    ([5, 5, 5], "5 allocations, whatever the number of rows"),
    ([1, 1, 1], "1 allocation, whatever the number of rows"),
    ([0, 0, 0], "0 allocations, whatever the number of rows"),
    ([2_003, 8_003, 32_003], "3 + 2 allocations per row"),
    ([1_003, 4_003, 16_003], "3 + 1 allocations per row"),
    ([1_000, 4_000, 16_000], "1 allocation per row"),
    ([503, 2_003, 8_003], "3 + 0.500 allocations per row"),
    ([1_000_007, 16_000_007, 256_000_007], "7 + 1 · n² allocations for n rows"),
    ([10, 12, 14], "10 to 14 allocations, growing no faster than log n for n rows"),
    ([999, 3_999, 15_999], "1.00 allocations per row"),
    ([3, 3, 4], "3 to 4 allocations, growing no faster than log n for n rows"),
  ])
  func describesExactCounts(_ counts: [Int], _ text: String) {
    let growth = Self.exact(counts.map(Double.init))
    #expect(growth.description == text)
    #expect(growth.slope.map { $0.low == $0.high } ?? true)
  }

  @Test func aCountThatBeginsAtZeroIsLinear() {
    #expect(Self.exact([0, 40, 160]).shape == .linear)
  }

  @Test func describesBytesAndOtherSizes() {
    let bytes = Self.exact([16_048, 64_048, 256_048], .bytes, sizeName: "level")
    #expect(bytes.description == "48 + 16 bytes per level")
    #expect(bytes.shape == .linear)
  }

  @Test func describesTimes() {
    func text(
      _ shape: FittedGrowth.Shape, _ base: Double, _ slope: Double?, reach: Double
    ) -> String {
      FittedGrowth(
        shape: shape, base: .init(base, reach: slope == nil ? reach : 0),
        slope: slope.map { .init($0, reach: reach) }, unit: .time, sizeName: .init("row")
      ).description
    }
    #expect(text(.linear, 120, 14.1, reach: 0.3) == "120 ns + 14.1 ns per row (13.8 to 14.4)")
    #expect(text(.linear, 0, 2_500, reach: 100) == "2.50 µs per row (2.40 to 2.60)")
    #expect(
      text(.linearithmic, 120, 1.2, reach: 0.1)
        == "120 ns + 1.20 ns · n log₂ n for n rows (1.10 to 1.30)")
    #expect(
      text(.quadratic, 3.2e6, 0.05, reach: 0.001)
        == "3.20 ms + 0.0500 ns · n² for n rows (0.0490 to 0.0510)")
    #expect(
      text(.constant, 119.6, nil, reach: 1.5)
        == "120 ns (118 to 121), whatever the number of rows")
    #expect(
      text(.constant, 9.996, nil, reach: 0) == "10.0 ns, whatever the number of rows")
  }

  @Test func aBaseThatMayBeZeroIsLeftOut() {
    let growth = Self.measured({ 14.1 * $0 }, seed: 3)
    #expect(growth.description.hasSuffix(")"))
    #expect(!growth.description.contains("+"), "\(growth)")
  }

  @Test func growthBeyondQuadraticHasNoShape() {
    let growth = Self.measured({ 1e-6 * $0 * $0 * $0 }, seed: 1)
    #expect(growth.shape == nil)
    #expect(growth.description == "no shape: the cost grows faster than quadratically")
  }

  @Test func aSquareRootIsAtMostLinear() {
    let growth = Self.measured({ 10 * $0.squareRoot() }, seed: 1)
    #expect(growth.shape == .linear)
  }

  @Test func aLogarithmIsConstant() {
    let growth = Self.measured({ 100 * log2($0) }, seed: 2)
    #expect(growth.shape == .constant)
    #expect(growth.description.hasSuffix("growing no faster than log n for n rows"), "\(growth)")
  }

  @Test func fallingCostsAreConstant() {
    #expect(Self.measured({ 1e6 / $0 }, seed: 1).shape == .constant)
  }

  @Test func noiseBeyondUseHasNoShape() {
    var machine = SimulatedMachine(seed: 1)
    let rounds = machine.rounds(5, of: { _ in 100 }, sizes: Self.sizes, .quiet, spread: 3)
    let growth = FittedGrowth(sizes: Self.sizes, rounds: rounds, unit: .time)
    #expect(growth.reason?.hasPrefix("too noisy: the growth from 1000 to 16000 rows") == true)
  }

  @Test func zeroTimesHaveNoShape() {
    let rounds: [[Double]] = [[0, 40, 160], [10, 40, 160]]
    let growth = FittedGrowth(sizes: Self.sizes, rounds: rounds, unit: .time)
    #expect(growth.reason == "a cost of 0 ns was measured; measure more work at a time")
  }

  @Test(arguments: FittedGrowth.Shape.allCases)
  func findsShapesOverFiveSizes(_ shape: FittedGrowth.Shape) {
    let sizes = [10, 100, 1_000, 10_000, 100_000]
    var machine = SimulatedMachine(seed: 7)
    let rounds = machine.rounds(25, of: Self.cost(shape), sizes: sizes, .quiet)
    let growth = FittedGrowth(sizes: sizes, rounds: rounds, unit: .time)
    #expect(growth.shape == shape, "\(growth)")
  }

  @Test func findsALinearCostOverFewLevels() {
    let sizes = [1, 2, 4, 8]
    for seed in 1...10 {
      var machine = SimulatedMachine(seed: seed)
      let rounds = machine.rounds(25, of: { 100 + 50 * $0 }, sizes: sizes, .quiet)
      let growth = FittedGrowth(sizes: sizes, rounds: rounds, unit: .time, sizeName: "level")
      #expect(growth.shape == .linear, "\(growth)")
    }
  }
}
