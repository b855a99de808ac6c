import Foundation
import Platform
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// What depends on the cores that a process may use, and not on those of the machine.
struct AllowedCoresTests {
  @Test(.enabled(if: CoreAffinity.current?.withoutLast != nil, "a system with one core for us"))
  func `the number of cores is that of the mask`() async throws {
    let others = try #require(CoreAffinity.current?.withoutLast)
    // A thread of its own: the mask is that of the calling thread, and the others keep theirs.
    let count = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
      Thread.detachNewThread {
        others.moveCallingThread()
        continuation.resume(returning: Machine.cpuCount)
      }
    }
    #expect(count == others.cores.count)
  }

  @Test func `more workers than cores wait for one another`() {
    #expect(CoreShortage.warning(workers: 2, cores: 2) == nil)
    #expect(
      CoreShortage.warning(workers: 4, cores: 2)
        == "4 workers have 2 cores: they wait for one another")
    #expect(
      CoreShortage.warning(workers: 2, cores: 1)
        == "2 workers have 1 core: they wait for one another")
  }

  @Test func `what is free has a warning where there is one core only`() {
    #expect(CoreShortage.warning(.free, cores: 2) == nil)
    #expect(CoreShortage.warning(.pinned, cores: 1) == nil)
    #expect(CoreShortage.warning(nil, cores: 1) == nil)
    #expect(
      CoreShortage.warning(.free, cores: 1) == "not free: the process may use 1 core only")
  }

  @MainActor
  @Test func `the legend says on how many cores free rows ran`() {
    #expect(RunReport.freeCores(4).hasPrefix("@free: on the 4 cores that the process could use"))
    #expect(RunReport.freeCores(1).hasPrefix("@free: on one core as every other row"))
  }
}
