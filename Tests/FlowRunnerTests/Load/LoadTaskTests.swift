import Foundation
import Platform
import PublishedDesigns
import ResultFixtures
import Synchronization
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowRunner

/// The parts of a load's process other than the driver.
@Suite(.enabled(if: CoreAffinity.current?.withoutLast != nil, "a system with one core for us"))
struct LoadTaskTests {
  // Counting arrivals takes as long as generating them: on the same core it would halve the load.
  @Test func `seconds are counted and reported on another core than that of the load`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let elsewhere = CoreAffinity.current!.withoutLast!
      let last = CoreAffinity.current!.cores.last!
      var scenario = Scenario.sample("counter", .single, 1, "floor")
      scenario.affinity = .pinned
      let request = LoadFixture.request(
        scenario, try LoadFixture.traffic(rate: 1000, seconds: 1.2))
      let places = Mutex<[CoreAffinity?]>([])
      try await LoadTask.serve(
        try JSONEncoder().encode(request), catalogue: .standard(),
        emit: { _ in places.withLock { $0.append(CoreAffinity.current) } })
      let seen = places.withLock { $0 }
      precondition(seen.contains(elsewhere), "\(seen)")
      precondition(seen.last??.cores == [last], "\(seen)")
    }
  }
}
