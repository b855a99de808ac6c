import FlowTesting
import Foundation
import Testing

@testable import Fasting

@MainActor
struct `A fast` {
  private let noon = Date(timeIntervalSinceReferenceDate: 12 * 60 * 60)

  private func store(
    _ fast: Fast = Fast(),
    share: @escaping @Sendable (Date, Date) async throws -> Void = { _, _ in }
  ) -> TestStore<FastReducer> {
    let noon = noon
    return TestStore(
      initialState: fast,
      reducer: FastReducer(dependencies: FastDependencies(now: { noon }, share: share)))
  }
}
