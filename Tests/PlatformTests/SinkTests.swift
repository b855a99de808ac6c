import Platform
import Testing

@Suite struct SinkTests {
  /// Rounds of arithmetic whose result only the sink reads.
  private func sunkWork(rounds: Int) {
    var word: UInt64 = 1
    for _ in 0..<rounds {
      word = (word ^ word >> 7) &* 0x9e37_79b9_7f4a_7c15
    }
    sink(word)
  }

  /// Rounds that the compiler would otherwise replace by one multiplication.
  private func steppedWork(rounds: Int) {
    var sum = 0
    for _ in 0..<rounds {
      sum &+= 3
      step()
    }
    sink(sum)
  }

  /// Returns the minimum of several timings.
  private func minNs(_ work: () -> Void) -> UInt64 {
    (0..<15).map { _ in
      let start = MonotonicClock.nowNs()
      work()
      return MonotonicClock.nowNs() - start
    }.min() ?? 0
  }

  @Test func `ten times the sunk work costs more`() {
    let once = minNs { sunkWork(rounds: 20_000) }
    let tenfold = minNs { sunkWork(rounds: 200_000) }
    #expect(tenfold >= 4 * once, "once \(once) ns, tenfold \(tenfold) ns")
    #expect(once > 1_000)
  }

  @Test func `ten times the steps cost more`() {
    let once = minNs { steppedWork(rounds: 20_000) }
    let tenfold = minNs { steppedWork(rounds: 200_000) }
    #expect(tenfold >= 4 * once, "once \(once) ns, tenfold \(tenfold) ns")
    #expect(once > 1_000)
  }

  @Test func `the sink accepts values that cannot be copied`() {
    struct Single: ~Copyable { var value = 7 }
    let single = Single()
    sink(single)
    #expect(single.value == 7)
  }
}
