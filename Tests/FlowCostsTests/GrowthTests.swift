import FlowCosts
import Foundation
import Testing

@Suite("growth of stores") struct GrowthTests {
  private static let sizes = [500, 2_000, 8_000]

  /// A store that repeats known work for each row.
  private func store(_ rounds: @escaping (Int) -> Int) -> MeasuredStore<Int, Int> {
    MeasuredStore {
      rounds($0)
    } send: { (count: inout Int, _: Int) in
      var state: UInt64 = 1
      for _ in 0..<count { state = hidden(state &* 6_364_136_223_846_793_005) }
      _ = hidden(state)
    }
  }

  @Test(
    "durations of planted shapes", .enabled(if: Timing.isMeasured),
    arguments: Growth.Shape.allCases)
  func durations(_ shape: Growth.Shape) throws {
    let growth = try store { rows in
      let n = Double(rows)
      return switch shape {
      case .constant: 2_000
      case .linear: rows
      case .linearithmic: Int(n * log2(n) / 8)
      case .quadratic: rows * rows / 500
      }
    }.growth(of: 1, sizes: Self.sizes)
    #expect(growth.shape == shape, "\(growth)")
  }

  @Test("exact counts", .enabled(if: Count.isMeasured))
  func counts() throws {
    let store = MeasuredStore {
      $0
    } send: { (rows: inout Int, _: Int) in
      for value in 0..<(2 * rows + 3) { _ = hidden(Box(value)) }
    }
    let growth = try store.growth(of: 1, sizes: [10, 20, 40], counting: .allocations)
    #expect(growth.description == "3 + 2 allocations per row")
    #expect(growth.isAtMost(.linear) && !growth.isAtMost(.constant))
    let bytes = try store.growth(of: 1, sizes: [10, 20, 40], counting: .bytes, sizeName: "level")
    #expect(bytes.description == "72 + 48 bytes per level")
  }

  @Test("a debug build has no durations", .enabled(if: !Timing.isMeasured))
  func debug() throws {
    let growth = try store { $0 }.growth(of: 1, sizes: Self.sizes)
    #expect(!growth.isAtMost(.quadratic))
    #expect(growth.description == "no shape: this is a debug build; run swift test -c release")
  }

  @Test("sizes that do not grow, and a store without sizes, are refused")
  func refused() async throws {
    #expect(throws: GrowthError.sizesNotAscending(5, after: 9)) {
      try store { $0 }.growth(of: 1, sizes: [1, 9, 5])
    }
    let sizeless = MeasuredStore {
      1
    } send: { (_: inout Int, _: Int) in
    }
    #expect(throws: CostError.noRows) { try sizeless.growth(of: 1, sizes: Self.sizes) }
    let actor = MeasuredAsyncStore {
      1
    } send: { (_: Int, _: Int) in
    }
    await #expect(throws: CostError.noRows) { try await actor.growth(of: 1, sizes: Self.sizes) }
  }

  @Test(arguments: [
    (
      [1, 2],
      "sizes: must be at least 3 different sizes, got 2; for example [1_000, 4_000, 16_000]"
    ),
    ([0, 1, 2], "sizes: must be above 0, got 0; begin with a size of 1 or more"),
    (
      [1, 5, 5],
      "sizes: must be ascending, got 5 after 5; pass each size once, the smallest first"
    ),
  ])
  func rejectsSizes(_ sizes: [Int], _ text: String) throws {
    let error = #expect(throws: GrowthError.self) {
      try Growth(sizes: sizes, rounds: [sizes.map { _ in 1 }], unit: .time)
    }
    #expect(error?.description == text)
  }
}
