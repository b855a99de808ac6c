import Testing

@testable import Measurement

/// Waiting times compared with Crommelin's sum in 120 digits (mpmath).
struct QueueTheoryTests {
  private static let constantService: [(utilisation: Double, wait: Double, share: Double)] = [
    (0.3, 0, 0.7), (0.3, 2.25, 0.995009921263669), (0.5, 0.5, 0.642012708343871),
    (0.8, 1, 0.445108185698494), (0.8, 20, 0.999843156369299), (0.95, 45, 0.990063107657119),
  ]

  @Test(arguments: constantService)
  func `the wait of M/D/1 is Crommelin's`(utilisation: Double, wait: Double, share: Double) {
    let theory = QueueTheory(.constant, utilisation: utilisation)
    #expect(agree(theory.probability(ofWaitingAtMost: wait), share, within: 1e-12))
  }

  @Test(arguments: [
    (0.3, 1.89087340139813), (0.5, 3.3362559570022), (0.8, 10.355886791995),
    (0.95, 44.9377655083807),
  ])
  func `the 99th percentile of M/D/1`(utilisation: Double, wait: Double) {
    let theory = QueueTheory(.constant, utilisation: utilisation)
    #expect(agree(theory.wait(ofShare: 0.99), wait, within: 1e-10))
  }

  // E W = ρ / (1 − ρ) services for M/M/1, and half of it for M/D/1; P(W > t) = ρ e^(−(1 − ρ) t).
  @Test func `M/M/1 is in closed form`() {
    let theory = QueueTheory(.exponential, utilisation: 0.8)
    #expect(agree(theory.meanWait, 4, within: 1e-14))
    #expect(agree(QueueTheory(.constant, utilisation: 0.8).meanWait, 2, within: 1e-14))
    // ln 80 / 0.2.
    #expect(agree(theory.wait(ofShare: 0.99), 21.91013317336941, within: 1e-13))
    #expect(agree(theory.probability(ofWaitingAtMost: 0), 0.2, within: 1e-14))
    #expect(agree(theory.probability(ofWaitingAtMost: 21.91013317336941), 0.99, within: 1e-13))
  }

  @Test(arguments: [QueueTheory.Service.constant, .exponential])
  func `an arrival at an idle server does not wait`(service: QueueTheory.Service) {
    let theory = QueueTheory(service, utilisation: 0.4)
    #expect(theory.wait(ofShare: 0.5) == 0)
    #expect(theory.wait(ofShare: 0.61) > 0)
    #expect(theory.probability(ofWaitingAtMost: -1) == 0)
  }

  @Test func `measured services give the wait of M/M/1, M/D/1 and between`() {
    // 800 ns of service each microsecond; its square is twice that when exponential.
    for (square, wait) in [(2.0, 3200.0), (1, 1600), (1.5, 2400)] {
      let found = QueueTheory.meanWaitNs(
        arrivalsPerNs: 1e-3, meanServiceNs: 800, meanSquareServiceNs: square * 640_000)
      #expect(agree(found ?? 0, wait))
    }
    #expect(
      QueueTheory.meanWaitNs(arrivalsPerNs: 0, meanServiceNs: 800, meanSquareServiceNs: 1e6) == 0)
  }

  @Test func `a server that is always busy has no mean wait`() {
    func wait(_ rate: Double) -> Double? {
      QueueTheory.meanWaitNs(arrivalsPerNs: rate, meanServiceNs: 4, meanSquareServiceNs: 16)
    }
    #expect(wait(0.2499) != nil)
    #expect(wait(0.25) == nil)
    #expect(wait(0.3) == nil)
  }
}

@Suite struct ErlangQueueTests {
  @Test(arguments: erlangVectors)
  func `Erlang's formulas agree with sums over the states of the queue`(vector: ErlangVector) throws
  {
    let queue = try #require(
      ErlangQueue(
        servers: vector.servers, arrivals: vector.arrivals, patience: vector.patience))
    #expect(agree(queue.probabilityOfWaiting, vector.waiting))
    #expect(agree(queue.meanWait, vector.wait))
    #expect(agree(queue.probabilityOfAbandonment, vector.abandonment))
  }

  @Test func `a load of all servers has no mean wait without impatience`() {
    #expect(ErlangQueue(servers: 8, arrivals: 7.999) != nil)
    #expect(ErlangQueue(servers: 8, arrivals: 8) == nil)
    #expect(ErlangQueue(servers: 8, arrivals: 9) == nil)
    #expect(ErlangQueue(servers: 8, arrivals: 9, patience: 10) != nil)
  }

  @Test func `extreme loads and patiences have a mean wait`() throws {
    let idle = try #require(ErlangQueue(servers: 1000, arrivals: 0.001))
    #expect(idle.probabilityOfWaiting == 0 && idle.meanWait == 0)
    let hasty = try #require(ErlangQueue(servers: 3, arrivals: 2, patience: 1e-300))
    #expect(hasty.meanWait >= 0 && hasty.meanWait < 1e-299)
    // Many more than can be served: all servers are busy, and the rest leave.
    let crowd = try #require(ErlangQueue(servers: 10, arrivals: 10_000, patience: 3))
    #expect(agree(crowd.meanWait, 2.997))
  }

  @Test func `arguments out of range are refused`() async {
    await #expect(processExitsWith: .failure) { _ = ErlangQueue(servers: 0, arrivals: 1) }
    await #expect(processExitsWith: .failure) { _ = ErlangQueue(servers: 1, arrivals: 0) }
    await #expect(processExitsWith: .failure) {
      _ = ErlangQueue(servers: 1, arrivals: 1, patience: 0)
    }
  }
}
