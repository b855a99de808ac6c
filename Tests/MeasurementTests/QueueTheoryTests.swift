import Testing

@testable import Measurement

/// The textbooks' waiting times, against Crommelin's sum in 120 digits (mpmath).
struct QueueTheoryTests {
  private static let constantService: [(utilisation: Double, wait: Double, share: Double)] = [
    (0.3, 0, 0.7), (0.3, 2.25, 0.995009921263669), (0.5, 0.5, 0.642012708343871),
    (0.8, 1, 0.445108185698494), (0.8, 20, 0.999843156369299), (0.95, 45, 0.990063107657119),
  ]

  @Test(arguments: constantService)
  func `M/D/1 waits as Crommelin says`(utilisation: Double, wait: Double, share: Double) {
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
  func `who comes to an empty server does not wait`(service: QueueTheory.Service) {
    let theory = QueueTheory(service, utilisation: 0.4)
    #expect(theory.wait(ofShare: 0.5) == 0)
    #expect(theory.wait(ofShare: 0.61) > 0)
    #expect(theory.probability(ofWaitingAtMost: -1) == 0)
  }

  @Test func `what was measured of service gives the wait of M/M/1, M/D/1 and what is between`() {
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
