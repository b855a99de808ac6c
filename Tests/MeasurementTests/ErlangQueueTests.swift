import Testing

@testable import Measurement

@Suite struct ErlangQueueTests {
  @Test(arguments: erlangVectors)
  func `agrees with the sums of the chain`(vector: ErlangVector) throws {
    let queue = try #require(
      ErlangQueue(
        servers: vector.servers, arrivals: vector.arrivals, patience: vector.patience))
    #expect(agree(queue.probabilityOfWaiting, vector.waiting))
    #expect(agree(queue.meanWait, vector.wait))
    #expect(agree(queue.probabilityOfAbandonment, vector.abandonment))
  }

  @Test func `as many as can be served wait for ever, unless they leave`() {
    #expect(ErlangQueue(servers: 8, arrivals: 7.999) != nil)
    #expect(ErlangQueue(servers: 8, arrivals: 8) == nil)
    #expect(ErlangQueue(servers: 8, arrivals: 9) == nil)
    #expect(ErlangQueue(servers: 8, arrivals: 9, patience: 10) != nil)
  }

  @Test func `the ends of the range are no exceptions`() throws {
    let idle = try #require(ErlangQueue(servers: 1000, arrivals: 0.001))
    #expect(idle.probabilityOfWaiting == 0 && idle.meanWait == 0)
    let hasty = try #require(ErlangQueue(servers: 3, arrivals: 2, patience: 1e-300))
    #expect(hasty.meanWait >= 0 && hasty.meanWait < 1e-299)
    // Many more than can be served: all servers are busy, and the rest leave.
    let crowd = try #require(ErlangQueue(servers: 10, arrivals: 10_000, patience: 3))
    #expect(agree(crowd.probabilityOfAbandonment, 0.999))
    #expect(agree(crowd.meanWait, 2.997))
  }

  @Test func `refuses what is no queue`() async {
    await #expect(processExitsWith: .failure) { _ = ErlangQueue(servers: 0, arrivals: 1) }
    await #expect(processExitsWith: .failure) { _ = ErlangQueue(servers: 1, arrivals: 0) }
    await #expect(processExitsWith: .failure) {
      _ = ErlangQueue(servers: 1, arrivals: 1, patience: 0)
    }
  }
}
