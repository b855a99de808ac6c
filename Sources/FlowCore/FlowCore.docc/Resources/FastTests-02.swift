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

  @Test func `begins and ends at the time of its clock`() async {
    let store = store()
    store.send(.start)
    await store.receive(.started(noon)) { $0.start = noon }
    store.send(.finish)
    await store.receive(.finished(noon)) { $0.end = noon }
    await store.finish()
  }
}
