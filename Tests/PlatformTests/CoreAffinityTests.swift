import Foundation
import Platform
import Testing

@Suite(.enabled(if: CoreAffinity.current != nil, "a system without affinity"))
struct CoreAffinityTests {
  // In its own process, because the cores are those of the whole process.
  @Test func `pins existing and later threads, and restores them`()
    async
  {
    await #expect(processExitsWith: .success) { pinAndRestore() }
  }

  @Test func `a core that does not exist is refused`() async {
    await #expect(processExitsWith: .success) {
      precondition(!CoreAffinity.pin(to: 1023))
      precondition(!CoreAffinity.pin(to: -1))
    }
  }
}

// Threads wait for one another, which is not allowed in asynchronous code.
private func pinAndRestore() {
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
  // Processes at the same time are on different cores, and share them if there are more processes.
  let slots = (0...all.cores.count).map { slot in
    defer { all.restore() }
    return all.pinToLast(slot: slot)!
  }
  precondition(slots == all.cores.reversed() + [all.cores.last!])
}
