import Testing

@testable import FlowFloor
@testable import FlowRunner

/// Compares queues with theory, more precisely than `make test` has time for.
@MainActor
struct WaitingTimeLongTests {
  @Test(arguments: WaitingTimeTests.queues)
  func `many waiting times agree with theory`(
    law: ServiceWork.Law, utilisation: Double
  ) async throws {
    try await WaitingTimeTests.expectWaits(law, utilisation, actions: 3e5, within: 0.06)
  }

  @Test(arguments: WaitingTimeTests.losses)
  func `of many actions, the dropped share at a full queue is Erlang's`(
    law: ServiceWork.Law, maxQueue: Int, utilisation: Double, share: Double
  ) async throws {
    try await WaitingTimeTests.expectLoss(
      law, maxQueue, utilisation, share, actions: 2e5, within: 0.03)
  }
}
