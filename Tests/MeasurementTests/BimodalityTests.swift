import Testing

@testable import Measurement

@Suite struct BimodalityTests {
  @Test func `three of nine samples that lie 10 per cent above the others are a cluster`() throws {
    // Each cluster within 1 % of its centre, taken in turns, so that nothing drifts.
    let samples = [99.0, 100, 111, 101, 99.5, 110, 100.5, 100, 109]
    let split = try #require(Bimodality(SortedSamples(samples)))
    #expect((split.lowerCount, split.upperCount) == (6, 3))
    // 4.5 squares over 9 − 2.
    #expect(agree(split.separation, 10 / (4.5 / 7).squareRoot()))
    #expect(agree(split.distance, 0.1))
    #expect(split.isBimodal)
    let caveats = try #require(Summary(samples)).caveats
    #expect(caveats.last == .bimodal(upper: 3, of: 9, distance: split.distance))
    #expect(
      caveats.last?.description == "bimodal: 3 of 9 samples lie 10.0 % above the others")
  }

  // Every split is tried.
  @Test func `the split has the least variance within its parts`() throws {
    var random = Congruential(state: 8)
    for count in 9...40 {
      let values = (0..<count).map { _ in random.exponential() }.sorted()
      func within(_ part: ArraySlice<Double>) -> Double {
        let mean = part.reduce(0, +) / Double(part.count)
        return part.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      }
      let least = Bimodality.clusterSize(count: count)
      let best = (least...(count - least)).min {
        within(values[..<$0]) + within(values[$0...]) < within(values[..<$1])
          + within(values[$1...])
      }
      #expect(Bimodality(SortedSamples(values))?.lowerCount == best)
    }
  }

  /// Sets of each size, and the forms of ``draw(_:_:)``.
  private static let sizes = [(9, 2_000), (12, 1_000), (20, 400), (100, 40), (1_000, 3)]
  private static let forms = ["normal", "uniform", "exponential", "log-normal"]

  private func draw(_ form: String, _ random: inout Congruential) -> Double {
    switch form {
    case "normal": 100 + 10 * random.normal()
    case "uniform": random.uniform()
    case "exponential": random.exponential()
    default: random.logNormal()
    }
  }

  @Test func `samples without clusters are bimodal at most once in a thousand sets`() {
    var random = Congruential(state: 20_26)
    var alarms = 0
    var sets = 0
    for form in Self.forms {
      for (count, tries) in Self.sizes {
        for _ in 0..<tries {
          let samples = SortedSamples((0..<count).map { _ in draw(form, &random) })
          alarms += Bimodality(samples)?.isBimodal == true ? 1 : 0
          sets += 1
        }
      }
    }
    #expect(1_000 * alarms <= sets, "\(alarms) of \(sets)")
  }

  @Test func `clusters within 2 per cent are not bimodal`() throws {
    let near = (0..<20).map { $0 % 2 == 0 ? 100.0 : 102 }
    let split = try #require(Bimodality(SortedSamples(near)))
    #expect((split.separation, split.isBimodal) == (.infinity, false))
    let far = (0..<20).map { $0 % 2 == 0 ? 100.0 : 102.1 }
    #expect(Bimodality(SortedSamples(far))?.isBimodal == true)
  }

  @Test func `eight samples and equal samples have no split`() {
    #expect(Bimodality(SortedSamples([1.0, 1, 1, 1, 9, 9, 9, 9])) == nil)
    #expect(Bimodality(SortedSamples([1.0, 1, 1, 1, 1, 9, 9, 9, 9])) != nil)
    #expect(Bimodality(SortedSamples([Double](repeating: 3, count: 50))) == nil)
    // Two that differ are too few for a cluster, and equal samples belong together.
    #expect(Bimodality(SortedSamples([3.0, 3, 3, 3, 3, 3, 3, 4, 4])) == nil)
  }

  @Test func `clusters above 0 are described without a ratio`() {
    let counts = (0..<100).map { $0 % 2 == 0 ? 0.0 : 1 }
    #expect(
      Summary(counts)?.caveats.last?.description
        == "bimodal: 50 of 100 samples lie above the others, which are about 0")
  }

  @Test func `far from 0 the split keeps its digits`() throws {
    let samples: [Double] = (0..<30).map { 1e12 + Double($0 % 3) + ($0 < 10 ? 1e11 : 0) }
    let split = try #require(Bimodality(SortedSamples(samples)))
    #expect((split.lowerCount, split.upperCount) == (20, 10))
    #expect(split.isBimodal)
    // Sums of squares by hand: 12.95 below, 6.9 above.
    #expect(agree(split.separation, (1e11 - 0.15) / (19.85 / 28).squareRoot()))
  }
}
