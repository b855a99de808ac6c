internal import Foundation
@_exported public import MeasuredStores

extension MeasuredStore {
  /// Measures the cost of one or more actions.
  ///
  /// The actions are sent in turn, several rounds of them, to a store of their own. All numbers are means per
  /// action. Choose actions that do the same work again when they are repeated, or pairs of them, such as
  /// `.add(1), .remove(1)`.
  ///
  /// Only the work of the calling thread is counted, so that tests in parallel change nothing. If the store
  /// hands work to tasks, queues or threads, the whole process is counted several times, and a count is missing
  /// if other threads disturbed it.
  ///
  /// - Parameters:
  ///   - actions: At least one action.
  ///   - rows: The number of rows of the store, at least 1.
  /// - Throws: ``CostError``.
  /// - Complexity: About 400 actions in a debug build, and up to 2 s in a release build, which is timed.
  public func cost(of actions: Action..., rows: Int = 100) throws -> Cost {
    let series = try Series(checking: actions, rows: rows)
    let meter = CostMeter(perform: perform, isAsync: false)
    return try Watch.during("cost(of: \(list(actions)))") {
      try checkChange(series)
      var cost = try meter.counts(series)
      cost.stackBytes = try stackBytes(series)
      cost.time = try meter.time(series)
      cost.cold = try meter.cold(series)
      return cost
    }
  }
}

extension MeasuredAsyncStore {
  /// Measures the cost of one or more actions; see ``MeasuredStore/cost(of:rows:)``.
  ///
  /// The whole process is counted. A count is missing if tests in parallel disturbed it.
  ///
  /// - Parameters:
  ///   - actions: At least one action.
  ///   - rows: The number of rows of the store, at least 1.
  /// - Throws: ``CostError``.
  public func cost(of actions: Action..., rows: Int = 100) async throws -> Cost {
    let series = try Series(checking: actions, rows: rows)
    return try await onThread("cost(of: \(list(actions)))") {
      let meter = CostMeter(perform: perform, isAsync: true)
      var cost = try meter.counts(series)
      cost.time = try meter.time(series)
      cost.cold = try meter.cold(series)
      return cost
    }
  }

  /// Calls a function on a thread of its own, which it may block.
  func onThread<Result: Sendable>(
    _ name: String, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread {
        continuation.resume(with: Swift.Result { try Watch.during(name, body) })
      }.start()
    }
  }
}

extension Series: @unchecked Sendable where Action: Sendable {}

extension Series {
  init(checking actions: [Action], rows: Int) throws(CostError) {
    guard !actions.isEmpty else { throw .noActions }
    guard rows >= 1 else { throw .notPositive(parameter: "rows", value: rows) }
    self.init(rows: rows, actions: actions, warmUps: CostMeter<Action>.warmUps, rounds: 1)
  }
}
