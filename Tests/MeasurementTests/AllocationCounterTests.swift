import Measurement
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

/// Header and one integer: 24 bytes, for which jemalloc's class is 32.
final class Box {
  let value: Int
  init(_ value: Int) { self.value = value }
}

/// What `work` allocates on this thread. In a process of its own, for the other tests of this one
/// allocate at the same time; and without this thread's cache, which would fill in bulk.
func counted(_ work: () -> Void) -> AllocationReading? {
  let counter = AllocationCounter()
  // Once beforehand: the runtime allocates what it needs to know of a type when it first meets it.
  work()
  guard Jemalloc.setThreadCache(enabled: false), let before = counter.reading() else { return nil }
  work()
  guard let after = counter.reading() else { return nil }
  return after - before
}

/// Runs `body` on a thread of its own, which has ended when this returns.
func onThread(_ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?) {
  var thread = pthread_t(bitPattern: 0)
  precondition(pthread_create(&thread, nil, body, nil) == 0)
  pthread_join(thread, nil)
}

@Suite(.enabled(if: Jemalloc.isServing, "built without the trait Jemalloc"))
struct AllocationCounterTests {
  @Test func `names its version`() throws {
    let version = try #require(Jemalloc.version)
    #expect(version.split(separator: ".").count == 3)
    #expect(version.allSatisfy { $0.isNumber || $0 == "." })
  }

  @Test func `an empty window counts nothing`() async {
    await #expect(processExitsWith: .success) {
      precondition(counted {} == AllocationReading(allocations: 0, bytes: 0))
    }
  }

  @Test func `a thousand boxes count a thousand, and the bytes of their class`() async {
    await #expect(processExitsWith: .success) {
      var boxes: [Box] = []
      boxes.reserveCapacity(2_000)
      let difference = counted { for value in 0..<1_000 { boxes.append(Box(value)) } }
      precondition(
        difference == AllocationReading(allocations: 1_000, bytes: 32_000),
        "\(String(describing: difference))")
    }
  }

  @Test func `a freed block stays counted`() async {
    await #expect(processExitsWith: .success) {
      let difference = counted { for value in 0..<1_000 { sink(Box(value)) } }
      // In release the optimiser may put boxes on the stack; it may never add any.
      guard let difference else { preconditionFailure("no reading") }
      precondition(difference.bytes == difference.allocations * 32)
      precondition(difference.allocations <= 1_000)
    }
  }

  @Test func `large blocks count with the bytes of their class`() async {
    await #expect(processExitsWith: .success) {
      let difference = counted {
        for _ in 0..<10 { sink(malloc(100_000)) }
      }
      // 114,688 is the least of jemalloc's classes (four to each power of two) that holds 100,000.
      precondition(
        difference == AllocationReading(allocations: 10, bytes: 1_146_880),
        "\(String(describing: difference))")
    }
  }

  @Test func `counts survive the thread that made them`() async {
    await #expect(processExitsWith: .success) {
      // A thread costs some blocks by itself, and its cache has filled before it can be switched
      // off: so a thread that does nothing else is subtracted.
      let idle = counted {
        onThread { _ in
          Jemalloc.setThreadCache(enabled: false)
          return nil
        }
      }
      let busy = counted {
        onThread { _ in
          Jemalloc.setThreadCache(enabled: false)
          for _ in 0..<1_000 { sink(malloc(24)) }
          return nil
        }
      }
      guard let idle, let busy else { preconditionFailure("no reading") }
      let difference = busy - idle
      precondition((1_000...1_010).contains(difference.allocations), "\(difference)")
    }
  }

  @Test func `is not exact while threads keep caches`() {
    // The tests are started without any setting, and jemalloc's default is a cache for each thread.
    let setting = getenv("MALLOC_CONF").map { String(cString: $0) } ?? ""
    #expect(AllocationCounter.isExact == setting.contains("tcache:false"))
  }
}

@Suite(.enabled(if: !Jemalloc.isServing, "built with the trait Jemalloc"))
struct AbsentAllocationCounterTests {
  @Test func `everything is unknown, not zero`() {
    #expect(Jemalloc.version == nil)
    #expect(!AllocationCounter.isExact)
    #expect(AllocationCounter().reading() == nil)
  }
}
