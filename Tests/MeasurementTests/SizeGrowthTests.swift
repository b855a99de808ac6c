import Foundation
import Testing

@testable import Measurement

/// The growth of the times of a run, as people read it.
struct SizeGrowthTests {
  private static let sizes = [1, 4, 16, 64]

  private func text(
    _ cost: (Double) -> Double, sizes: [Int] = sizes, scatter: [Double] = [1, 1.01, 0.99]
  ) -> String? {
    SizeGrowth.text(
      sizes.map { size in (size, scatter.map { $0 * cost(Double(size)) }) },
      of: .init("copy", plural: "copies"))
  }

  @Test(arguments: [
    ([277.0, 0, 0], "277 ns, whatever the number of copies"),
    ([277, 135, 0], "277 ns + 135 ns per copy"),
    ([0, 135, 0], "135 ns per copy"),
    ([277, 0, 0.5], "277 ns + 0.500 ns · n² for n copies"),
    ([12_000, 1_500, 0], "12.0 µs + 1.50 µs per copy"),
    // Within a quarter of a constant plus so much per copy: weighted least squares are 270.5 + 139.0 n.
    ([277, 135, 0.1], "270 ns + 139 ns per copy"),
  ])
  func `the formula is the simplest one that is near every time`(
    _ factors: [Double], _ formula: String
  ) {
    #expect(text({ factors[0] + factors[1] * $0 + factors[2] * $0 * $0 }, scatter: [1]) == formula)
  }

  @Test func `a time that no formula describes is a power`() {
    #expect(text({ 10 * $0.squareRoot() }, scatter: [1, 1]) == "n^0.50 ±0.00 for n copies")
    #expect(text({ 500 / $0 }, scatter: [1, 1]) == "n^-1.00 ±0.00 for n copies")
    #expect(text({ $0 * $0 * $0 }, scatter: [1, 1]) == "n^3.00 ±0.00 for n copies")
  }

  @Test func `a time that falls a little is constant`() {
    // The mean, weighted by the reciprocal square of each time.
    #expect(text({ $0 < 10 ? 120 : 100 }, scatter: [1]) == "108 ns, whatever the number of copies")
  }

  @Test func `the interval comes from the processes`() {
    #expect(text { _ in 277 } == "277 ns (275 to 279), whatever the number of copies")
    #expect(text { 277 + 135 * $0 } == "277 ns + 135 ns per copy (133 to 137)")
  }

  // 300 lines through 3 processes of 4 sizes with 5 % of scatter.
  @Test func `the interval contains the true slope about as often as its confidence says`() throws {
    var random = Congruential(state: 5)
    var held = 0
    for _ in 0..<300 {
      let times = Self.sizes.map { size in
        (size, (0..<3).map { _ in (277 + 135 * Double(size)) * exp(0.05 * random.normal()) })
      }
      let text = try #require(SizeGrowth.text(times, of: .init("copy")))
      let ends = try #require(text.firstMatch(of: /\(([0-9.]+) to ([0-9.]+)\)/)).output
      let (low, high) = (try #require(Double(ends.1)), try #require(Double(ends.2)))
      held += low <= 135 && 135 <= high ? 1 : 0
    }
    #expect((276...297).contains(held), "\(held)")
  }

  @Test func `fewer than three sizes, a size that occurs twice, and no time have no growth`() {
    let name = FittedGrowth.SizeName("copy")
    #expect(SizeGrowth.text([], of: name) == nil)
    #expect(SizeGrowth.text([(1, [1]), (2, [1]), (3, [])], of: name) == nil)
    #expect(SizeGrowth.text([(1, [1]), (2, [1]), (2, [1]), (3, [1])], of: name) == nil)
    #expect(SizeGrowth.text([(1, [1]), (2, [0]), (3, [1])], of: name) == nil)
    #expect(SizeGrowth.text([(0, [1]), (1, [1]), (2, [1]), (3, [1])], of: name) != nil)
  }
}
