import Foundation
import Testing
import Workloads

@Suite struct SimulatedClockTests {
  @Test func `each reading is one second after the last`() {
    let clock = SimulatedClock()
    let readings = (0..<3).map { _ in clock.now().timeIntervalSince(SimulatedClock.firstReading) }
    #expect(readings == [0, 1, 2])
  }

  @Test func `readings are equal with a step of 0`() {
    let clock = SimulatedClock(step: 0)
    #expect(clock.now() == clock.now())
  }
}
