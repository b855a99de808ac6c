internal import Foundation
public import MeasuredStores

extension MeasuredStore {
  /// Returns how the cost of an action grows with the number of rows.
  ///
  ///     let growth = try cart.growth(of: .sort, sizes: [1_000, 4_000, 16_000])
  ///     #expect(growth.isAtMost(.linear), "\(growth)")
  ///
  /// Durations are measured in a release build only. Without one, count allocations or bytes, or mark the test
  /// with `.enabled(if: Timing.isMeasured)`.
  ///
  /// - Parameters:
  ///   - actions: At least one action. The cost is the mean per action.
  ///   - sizes: At least 3 ascending numbers of rows, best with equal ratios.
  ///   - unit: The cost: a duration, allocations or bytes.
  ///   - sizeName: What a size counts, as a singular noun with a plural in *s*.
  /// - Throws: ``CostError``, or ``GrowthError`` if the sizes do not grow.
  /// - Complexity: 25 batches of at least 50 µs for each size, for at most about 5 s.
  public func growth(
    of actions: Action..., sizes: [Int], counting unit: Growth.Unit = .time,
    sizeName: String = "row"
  ) throws -> Growth {
    guard hasRows else { throw CostError.noRows }
    try GrowthError.check(sizes)
    let series = try Series(checking: actions, rows: sizes[0])
    return try Watch.during("growth(of: \(list(actions)))") {
      try checkChange(series)
      return try CostMeter(perform: perform, isAsync: false)
        .growth(series, sizes: sizes, unit: unit, sizeName: sizeName)
    }
  }
}

extension MeasuredAsyncStore {
  /// Returns how the cost of an action grows with the number of rows; see
  /// ``MeasuredStore/growth(of:sizes:counting:sizeName:)``.
  public func growth(
    of actions: Action..., sizes: [Int], counting unit: Growth.Unit = .time,
    sizeName: String = "row"
  ) async throws -> Growth {
    guard hasRows else { throw CostError.noRows }
    try GrowthError.check(sizes)
    let series = try Series(checking: actions, rows: sizes[0])
    return try await onThread("growth(of: \(list(actions)))") {
      try CostMeter(perform: perform, isAsync: true)
        .growth(series, sizes: sizes, unit: unit, sizeName: sizeName)
    }
  }
}

extension CostMeter {
  /// Returns the growth of a cost over ascending sizes.
  fileprivate func growth(
    _ series: Series<Action>, sizes: [Int], unit: Growth.Unit, sizeName: String
  ) throws -> Growth {
    func growth(_ rounds: [[Double]]) throws -> Growth {
      try Growth(sizes: sizes, rounds: rounds, unit: unit, sizeName: sizeName)
    }
    guard unit == .time else { return try counted() }
    guard Timing.isMeasured else {
      return Growth(missing: Timing.debugReason, unit: unit, sizeName: sizeName)
    }
    let batches = try sizes.map { size in
      var batch = series
      batch.rows = size
      return try sized(batch)
    }
    var rounds: [[Double]] = []
    let endNs = Clock.nowNs() + 4_000_000_000
    while rounds.count < 25, rounds.count < 7 || Clock.nowNs() < endNs {
      rounds.append(try batches.map { max(0, try durationNs($0) / Double($0.count)) })
    }
    return try growth(rounds)

    func counted() throws -> Growth {
      var costs: [Double] = []
      for size in sizes {
        var series = series
        series.rows = size
        let cost = try counts(series)
        let count = unit == .bytes ? cost.bytes : cost.allocations
        guard let value = count.value else {
          return Growth(missing: count.reason ?? "", unit: unit, sizeName: sizeName)
        }
        costs.append(value)
      }
      return try growth([costs])
    }
  }
}
