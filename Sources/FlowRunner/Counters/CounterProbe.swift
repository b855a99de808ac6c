import FlowHarness
import Foundation
import Platform

/// Work whose allocations, objects and retains are known, counted in this process.
///
/// Run in a process into which the counting library was preloaded.
package struct CounterProbe {
  private let counter: EventCounter
  private var known: [KnownCount] = []

  /// What the counter of this process is worth.
  ///
  /// - Parameter isThorough: Also count everything whose answer is known, which takes some
  ///   milliseconds; otherwise only say whether counting is possible.
  package static func report(isThorough: Bool) async -> CounterReport {
    let counter: EventCounter
    do { counter = try EventCounter() } catch {
      return CounterReport(invalidReason: error.description)
    }
    var probe = CounterProbe(counter: counter)
    if isThorough { await probe.countAll() }
    return CounterReport(runtimeInvalidReason: counter.runtimeInvalidReason, known: probe.known)
  }

  private mutating func countAll() async {
    emptyWindow()
    boxes()
    growingArray()
    sharedArray()
    reallocation()
    threads()
    if counter.runtimeInvalidReason == nil {
      references()
      noReferences()
      // Last: threads of the pool may still give up what their tasks held when these have ended.
      await tasks()
    }
  }

  /// Notes a count, and what a perfect counter would have said.
  private mutating func expect(
    _ name: String, _ counter: String, _ asked: Int, _ counted: UInt64?
  ) {
    expect(name, counter, asked, counted.flatMap { Int(exactly: $0) })
  }

  private mutating func expect(_ name: String, _ counter: String, _ asked: Int, _ counted: Int?) {
    known.append(KnownCount(name: name, counter: counter, asked: asked, counted: counted))
  }

  // MARK: - One thread

  private mutating func emptyWindow() {
    let counts = counter.window {}
    expect("an empty window", "allocations", 0, counts?.allocations)
    expect("an empty window", "bytes_asked", 0, counts?.bytesAsked)
    expect("an empty window", "retains", 0, counts?.retains)
    expect("an empty window", "releases", 0, counts?.releases)
  }

  private mutating func boxes() {
    let boxes = UnsafeMutablePointer<Box>.allocate(capacity: 1000)
    defer { boxes.deallocate() }
    let made = counter.window {
      for value in 0..<1000 { (boxes + value).initialize(to: Box(value)) }
    }
    let freed = counter.window { _ = boxes.deinitialize(count: 1000) }
    expect("1,000 boxes of 24 bytes", "allocations", 1000, made?.allocations)
    expect("1,000 boxes of 24 bytes", "bytes_asked", 24_000, made?.bytesAsked)
    expect("1,000 boxes given up", "frees", 1000, freed?.frees)
    if let given = made?.bytesGiven, let asked = Int(exactly: given) {
      expect("1,000 boxes given up", "bytes_returned", asked, freed?.bytesReturned)
    }
  }

  private mutating func growingArray() {
    func capacities(_ body: (Int) -> Void) {
      var array: [Int] = []
      for value in 0..<1000 {
        array.append(value)
        body(array.capacity)
      }
      sink(array)
    }
    var growths = 0
    var last = 0
    capacities { capacity in
      if capacity != last { growths += 1 }
      last = capacity
    }
    let counts = counter.window { capacities { sink($0) } }
    expect("an array of 1,000 grown by append", "allocations", growths, counts?.allocations)
    expect("an array of 1,000 grown by append", "frees", growths, counts?.frees)
  }

  private mutating func sharedArray() {
    var array = [UInt8](repeating: 1, count: 10_000)
    let shared = array
    let counts = counter.window { array[0] = 2 }
    sink(array)
    sink(shared)
    expect("a shared array of 10,000 bytes written to", "allocations", 1, counts?.allocations)
    // An array's elements follow a header of 32 bytes.
    expect(
      "a shared array of 10,000 bytes written to", "bytes_asked", 10_032, counts?.bytesAsked)
    let unique = counter.window { array[1] = 3 }
    sink(array)
    expect("the same array, shared no more, written to", "allocations", 0, unique?.allocations)
  }

  private mutating func reallocation() {
    var block = malloc(100)
    let counts = counter.window {
      block = realloc(block, 5000)
      sink(block)
    }
    free(block)
    expect("a block of 100 bytes made 5,000", "reallocations", 1, counts?.reallocations)
    expect("a block of 100 bytes made 5,000", "allocations", 0, counts?.allocations)
    expect("a block of 100 bytes made 5,000", "bytes_asked", 5000, counts?.bytesAsked)
  }

  // MARK: - References

  private mutating func references() {
    let made = counter.window { for value in 0..<1000 { sink(Box(value)) } }
    expect("1,000 boxes", "objects", 1000, made?.objects)
    let box = Box(1)
    let many = 10_000
    let places = UnsafeMutablePointer<Box>.allocate(capacity: many)
    let stored = counter.window { places.initialize(repeating: box, count: many) }
    let left = counter.window { _ = places.deinitialize(count: many) }
    places.deallocate()
    // Less releases: what is retained in passing and released again is the optimiser's choice.
    expect("an object in 10,000 places", "retains less releases", many, Self.net(stored))
    expect("10,000 stored references given up", "retains less releases", -many, Self.net(left))
    guard let retain = Runtime.retain, let release = Runtime.release else { return }
    let object = Unmanaged.passUnretained(box).toOpaque()
    let counts = counter.window {
      for _ in 0..<many { _ = retain(object) }
      for _ in 0..<many { release(object) }
    }
    expect("an object retained 10,000 times", "retains", many, counts?.retains)
    expect("an object retained 10,000 times", "releases", many, counts?.releases)
    withExtendedLifetime(box) {}
  }

  private mutating func noReferences() {
    guard let retain = Runtime.bridgeRetain, let release = Runtime.bridgeRelease else { return }
    // The storage of an empty array lives for ever; a small string is no object.
    let immortal = unsafeBitCast([Int](), to: UnsafeMutableRawPointer.self)
    let text = String(decoding: Array("a string of more than fifteen bytes".utf8), as: UTF8.self)
    let small = String(decoding: Array("small".utf8), as: UTF8.self)
    for (name, object, asked) in [
      ("an immortal object retained 100 times", immortal, 100),
      ("a long string retained 100 times", Self.object(of: text), 100),
      ("a small string retained 100 times", Self.object(of: small), 0),
    ] {
      let counts = counter.window {
        for _ in 0..<100 { _ = retain(object) }
        for _ in 0..<100 { release(object) }
      }
      expect(name, "retains", asked, counts?.retains)
      expect(name, "releases", asked, counts?.releases)
    }
    withExtendedLifetime((text, small)) {}
  }

  /// The second word of a string: its storage, or the end of a small one.
  private static func object(of text: String) -> UnsafeMutableRawPointer {
    withUnsafeBytes(of: text) {
      $0.load(fromByteOffset: 8, as: UnsafeMutableRawPointer.self)
    }
  }

  // MARK: - Many threads

  /// Eight threads that are there before the window, and have ended before it closes.
  private mutating func threads() {
    let start = DispatchSemaphore(value: 0)
    let ready = DispatchSemaphore(value: 0)
    let threads = (0..<8).map { _ in
      let thread = Thread {
        ready.signal()
        start.wait()
        for value in 0..<1000 { sink(Box(value)) }
        ready.signal()
      }
      thread.start()
      return thread
    }
    for _ in threads { ready.wait() }
    let counts = counter.window {
      for _ in 0..<8 { start.signal() }
      for _ in 0..<8 { ready.wait() }
      var ended = 0
      while ended < 8 {
        if threads[ended].isFinished { ended += 1 } else { usleep(100) }
      }
    }
    expect("8 threads, 1,000 boxes each", "allocations", 8000, counts?.allocations)
  }

  /// Boxes from tasks: twice as many, and the difference, since a task allocates for itself too.
  private mutating func tasks() async {
    var group: [UInt64?] = []
    var detached: [UInt64?] = []
    // Once more before, for what is made only once.
    for boxes in [1000, 1000, 2000] {
      group.append(await count { await Self.taskGroup(boxes) })
      detached.append(await count { await Self.detachedTasks(boxes) })
    }
    for (name, counts) in [
      ("8 tasks of a group, 1,000 boxes more each", group),
      ("8 detached tasks, 1,000 boxes more each", detached),
    ] {
      expect(name, "objects", 8000, Self.difference(counts[1], counts[2]))
    }
  }

  private func count(_ body: () async -> Void) async -> UInt64? {
    let before = counter.reading()
    await body()
    guard let before, let after = counter.reading() else { return nil }
    return after.since(before)?.objects
  }

  /// Retains less releases.
  private static func net(_ counts: EventCounts?) -> Int? {
    counts.map { Int(truncatingIfNeeded: $0.retains) - Int(truncatingIfNeeded: $0.releases) }
  }

  private static func difference(_ less: UInt64?, _ more: UInt64?) -> UInt64? {
    guard let less, let more, more >= less else { return nil }
    return more - less
  }

  @concurrent private static func taskGroup(_ boxes: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { for value in 0..<boxes { sink(Box(value)) } } }
    }
  }

  @concurrent private static func detachedTasks(_ boxes: Int) async {
    let tasks = (0..<8).map { _ in
      Task.detached { for value in 0..<boxes { sink(Box(value)) } }
    }
    for task in tasks { await task.value }
  }
}

/// Header and one integer: 24 bytes.
private final class Box {
  let value: Int
  init(_ value: Int) { self.value = value }
}

/// What the counter of a process is worth.
enum ProbeTask: ChildTask {
  static let name = "probe"

  /// How much is wanted.
  struct Request: Codable, Sendable {
    /// Whether everything is counted whose answer is known.
    var isThorough: Bool
  }

  static func perform(
    _ request: Request, catalogue: Catalogue, step: @escaping @Sendable (Never) -> Void
  ) async throws -> CounterReport {
    await CounterProbe.report(isThorough: request.isThorough)
  }
}
