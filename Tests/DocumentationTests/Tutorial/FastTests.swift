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

  @Test func `is shared when others could be notified`() async {
    let store = store(Fast(start: noon))
    store.send(.share) { $0.sharingStatus = .uploading }
    await store.receive(.setSharingStatus(.shared)) { $0.sharingStatus = .shared }
    await store.finish()
  }

  @Test func `is not shared when they could not`() async {
    let store = store(Fast(start: noon), share: { _, _ in throw Offline() })
    store.send(.share) { $0.sharingStatus = .uploading }
    await store.receive(.setSharingStatus(.notShared)) { $0.sharingStatus = .notShared }
    await store.finish()
  }

  @Test func `that is reset is not shared by a late answer`() async throws {
    let clock = ManualClock()
    let store = store(Fast(start: .distantPast)) { _, _ in
      try await clock.sleep(for: .seconds(5))
    }
    store.send(.share) { $0.sharingStatus = .uploading }
    try await clock.waitForSleepers()
    store.send(.reset) { $0.sharingStatus = .notShared }
    await store.receive(.started(noon)) { $0.start = noon }
    await clock.advance(by: .seconds(5))
    await store.finish()
  }

  private struct Offline: Error {}
}
