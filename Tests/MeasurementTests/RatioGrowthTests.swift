import Foundation
import Testing

@testable import Measurement

/// Whether a ratio has grown.
struct RatioGrowthTests {
  private func comparison(_ ratio: Double, _ scatter: Double) throws -> IndependentComparison {
    let base = [100 - scatter, 100, 100 + scatter]
    return try #require(
      IndependentComparison(base: base, candidate: base.map { $0 * ratio }))
  }

  @Test func `growth is the later ratio over the earlier one`() throws {
    let growth = try #require(
      RatioGrowth(from: try comparison(2, 0.1), to: try comparison(5, 0.1)))
    #expect(abs(growth.growth - 2.5) < 1e-9)
    #expect(growth.verdict == .slower)
    let back = try #require(RatioGrowth(from: try comparison(5, 0.1), to: try comparison(2, 0.1)))
    #expect(back.verdict == .faster && abs(back.logGrowth + growth.logGrowth) < 1e-12)
    let none = try #require(RatioGrowth(from: try comparison(2, 0.1), to: try comparison(2, 0.1)))
    #expect(none.verdict == .same && none.growth == 1)
  }

  @Test func `what does not scatter at all is known exactly`() throws {
    let exact = try #require(RatioGrowth(from: try comparison(2, 0), to: try comparison(2, 0)))
    #expect(exact.verdict == .same)
    let grown = try #require(RatioGrowth(from: try comparison(2, 0), to: try comparison(2.5, 0)))
    #expect(grown.verdict == .slower)
  }

  @Test func `growth within the scatter is none, and too much scatter says nothing`() throws {
    let small = try #require(RatioGrowth(from: try comparison(2, 5), to: try comparison(2.05, 5)))
    #expect(small.verdict != .slower)
    let noisy = try #require(RatioGrowth(from: try comparison(2, 60), to: try comparison(3, 60)))
    guard case .inconclusive(.tooNoisy) = noisy.verdict else {
      Issue.record("got \(noisy.verdict)")
      return
    }
  }

  @Test func `a single process of a side has no growth`() throws {
    let one = try #require(IndependentComparison(base: [1], candidate: [2]))
    #expect(RatioGrowth(from: one, to: try comparison(2, 1)) == nil)
    #expect(RatioGrowth(from: try comparison(2, 1), to: one) == nil)
  }

  /// Of ratios that are the same about one in forty is called larger by chance.
  @Test func `equals are seldom called different`() throws {
    var state: UInt64 = 42
    func uniform() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(state >> 11) + 0.5) / Double(1 << 53)
    }
    func costs(_ mean: Double) -> [Double] {
      (0..<4).map { _ in
        mean * exp(0.05 * (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform()))
      }
    }
    var grown = 0
    for _ in 0..<2_000 {
      guard let first = IndependentComparison(base: costs(10), candidate: costs(20)),
        let last = IndependentComparison(base: costs(70), candidate: costs(140)),
        let growth = RatioGrowth(from: first, to: last)
      else { continue }
      if growth.verdict == .slower { grown += 1 }
    }
    #expect((5...90).contains(grown), "\(grown) of 2,000")
  }
}
