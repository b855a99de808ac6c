import Foundation
import Platform
import Testing

@Suite(.enabled(if: CoreAffinity.current != nil, "a system without affinity"))
struct CoreAffinityTests {
  // In a process of its own: the cores belong to the whole process.
  @Test func `pins every thread, those that are there and those to come, and restores them`()
    async
  {
    await #expect(processExitsWith: .success) {
      let all = CoreAffinity.current!
      let waiting = DispatchSemaphore(value: 0)
      let answered = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var seen: [CoreAffinity?] = []
      let earlier = Thread {
        waiting.wait()
        seen.append(CoreAffinity.current)
        answered.signal()
      }
      earlier.start()
      precondition(all.pinToLast() == all.cores.last)
      precondition(CoreAffinity.current?.cores == [all.cores.last!])
      waiting.signal()
      answered.wait()
      let later = Thread {
        seen.append(CoreAffinity.current)
        answered.signal()
      }
      later.start()
      answered.wait()
      precondition(seen.map { $0?.cores } == [[all.cores.last!], [all.cores.last!]])
      precondition(all.restore())
      precondition(CoreAffinity.current == all)
    }
  }

  @Test func `a core that there is not is refused`() async {
    await #expect(processExitsWith: .success) {
      precondition(!CoreAffinity.pin(to: 1023))
      precondition(!CoreAffinity.pin(to: -1))
    }
  }
}
