import CKnownWork
import FlowTestSupport
import Testing

@testable import Platform

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Returns whether the kernel counts an event for this process.
private func isCounted(_ event: PerfEvent) -> Bool { (try? PerfEventCounter(event)) != nil }

/// Returns the count during `work`; call it in a process without other tests.
private func counted(_ event: PerfEvent, _ work: () -> Void) throws -> UInt64? {
  let counter = try PerfEventCounter(event)
  guard let before = counter.reading() else { return nil }
  work()
  return counter.reading()?.exactCount(since: before)
}

@Suite(
  .enabled(
    if: isCounted(.pageFaults) && !TestBuild.mayBeSanitized,
    "the kernel does not count for this process, or a sanitizer may be in it"))
struct PerfEventCounterTests {
  @Test func `counts the pages that this thread touches first`() async {
    await #expect(processExitsWith: .success) {
      for pages in [1_000, 8_000] as [UInt64] {
        let faults = try counted(.pageFaults) { precondition(known_pages(pages) != 0) }
        // The code around touches a few pages of its own, and the kernel may take some back.
        precondition((pages...pages + pages / 10).contains(faults ?? 0), "\(pages): \(faults ?? 0)")
      }
    }
  }

  @Test func `counts threads that start later and end`() async {
    await #expect(processExitsWith: .success) {
      precondition(known_pages_on_threads(4, 1) != 0)
      let faults = try counted(.pageFaults) {
        precondition(known_pages_on_threads(4, 2_000) != 0)
      }
      precondition((8_000...8_800).contains(faults ?? 0), "\(faults ?? 0)")
    }
  }

  @Test func `counts a thread that is older than the counter`() async {
    await #expect(processExitsWith: .success) {
      let gate = Gate()
      let worker = gate.worker { precondition(known_pages(5_000) != 0) }
      let faults = try counted(.pageFaults) {
        gate.open()
        worker.join()
      }
      precondition((5_000...5_500).contains(faults ?? 0), "\(faults ?? 0)")
    }
  }
}

/// A gate that a thread waits for.
private final class Gate: @unchecked Sendable {
  // Written before the thread exists, and read by the thread only.
  private var work: () -> Void = {}
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(lock, nil)
    pthread_mutex_lock(lock)
  }

  func worker(_ work: @escaping () -> Void) -> Worker {
    self.work = work
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let created = pthread_create(
      &thread, nil,
      { pointer in
        // It is an optional on some systems.
        let pointer: UnsafeMutableRawPointer? = pointer
        let gate = Unmanaged<Gate>.fromOpaque(pointer!).takeRetainedValue()
        pthread_mutex_lock(gate.lock)
        gate.work()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    precondition(created == 0)
    return Worker(thread: thread)
  }

  /// A thread that runs the work.
  struct Worker {
    #if canImport(Darwin)
      let thread: pthread_t?
      func join() { pthread_join(thread!, nil) }
    #else
      let thread: pthread_t
      func join() { pthread_join(thread, nil) }
    #endif
  }

  func open() { pthread_mutex_unlock(lock) }
}

struct PerfEventValueTests {
  private let start = PerfEventReading(value: 100, enabledNs: 1_000, runningNs: 900)

  @Test func `a count is exact if the event ran all of the time`() {
    let end = PerfEventReading(value: 350, enabledNs: 6_000, runningNs: 5_900)
    #expect(end.exactCount(since: start) == 250)
    #expect(start.exactCount(since: start) == 0)
  }

  @Test(arguments: [
    PerfEventReading(value: 350, enabledNs: 6_000, runningNs: 5_899),
    PerfEventReading(value: 350, enabledNs: 6_000, runningNs: 900),
    PerfEventReading(value: 99, enabledNs: 6_000, runningNs: 5_900),
    PerfEventReading(value: 350, enabledNs: 999, runningNs: 899),
  ])
  func `an event that took turns or went backwards has no count`(end: PerfEventReading) {
    #expect(end.exactCount(since: start) == nil)
  }

  @Test(arguments: [
    (ENOENT, nil, "the processor shows no counter (usual in a virtual machine)", nil),
    (ENOSYS, nil, "this system has no performance events", nil),
    (
      EACCES, 3, "the kernel forbids it (kernel.perf_event_paranoid is 3)",
      "sysctl -w kernel.perf_event_paranoid=2"
    ),
    (EACCES, 2, "the system forbids it", "in a container: run it with --cap-add PERFMON"),
    (EPERM, nil, "the system forbids it", "in a container: run it with --cap-add PERFMON"),
    (EMFILE, 4, "perf_event_open failed: Too many open files", nil),
  ])
  func `each error of the kernel has its reason and remedy`(
    error: Int32, paranoid: Int?, reason: String, remedy: String?
  ) {
    #expect(
      PerfEventCounter.unavailable(error, paranoid: paranoid)
        == InstructionCounterUnavailable(reason, remedy: remedy))
  }
}

/// In a process that does not run under valgrind.
struct InstructionCounterTests {
  @Test(.enabled(if: isCounted(.instructions), "the processor shows no counter"))
  func `counts the instructions of known work on all threads`() async {
    await #expect(processExitsWith: .success) {
      let counter = try InstructionCounter.current().get()
      precondition(counter.source == .perf)
      func counted(_ work: () -> Void) throws -> UInt64 {
        let window = try counter.open()
        work()
        return try counter.close(window)
      }
      let few = try counted { known_work(1_000_000) }
      let many = try counted { known_work(3_000_000) }
      // An interrupt may add an instruction or two.
      precondition((3_999_000...4_001_000).contains(many - few), "\(many) - \(few)")
      let threads = try counted { precondition(known_work_on_threads(4, 1_000_000) != 0) }
      precondition((8_000_000...8_200_000).contains(threads), "\(threads)")
    }
  }

  @Test(.enabled(if: !isCounted(.instructions), "the processor shows counters"))
  func `a machine without a counter has a reason`() {
    #expect(!Valgrind.isRunning)
    guard case .failure(let reason) = InstructionCounter.current() else {
      Issue.record("there is a counter")
      return
    }
    #expect(reason.description.hasSuffix(", and this process does not run under callgrind"))
    #expect(
      throws: InstructionCounterUnavailable("this process does not run under callgrind")
    ) { try CallgrindCounter() }
  }
}
