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
}
