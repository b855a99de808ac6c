import Foundation
import Platform

/// Work whose allocations, objects and retains are known, counted in a process with the counting
/// library.
@MainActor
package struct CounterProbe {
  private let counter: EventCounter
  private var known: [KnownCount] = []

  private init(counter: EventCounter) { self.counter = counter }

  /// Returns the report of this process.
  ///
  /// - Parameter isThorough: A Boolean value that indicates whether all known counts are measured.
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
    let countsReferences = counter.runtimeInvalidReason == nil
    if countsReferences {
      references()
      noReferences()
    }
    // Last, because threads may release objects after their work or their tasks have ended.
    threads()
    if countsReferences { await tasks() }
  }

  /// Records a count and its right value.
  private mutating func expect(
    _ name: String, _ counter: String, _ asked: Int, _ counted: (some BinaryInteger)?
  ) {
    known.append(
      KnownCount(
        name: name, counter: counter, asked: asked, counted: counted.flatMap { Int(exactly: $0) }))
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
    expect("1,000 boxes released", "frees", 1000, freed?.frees)
    if let given = made?.bytesGiven, let asked = Int(exactly: given) {
      expect("1,000 boxes released", "bytes_returned", asked, freed?.bytesReturned)
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
    expect("the same array, unshared, written to", "allocations", 0, unique?.allocations)
  }

  private mutating func reallocation() {
    var block = malloc(100)
    let counts = counter.window {
      block = realloc(block, 5000)
      sink(block)
    }
    free(block)
    expect("a block resized from 100 to 5,000 bytes", "reallocations", 1, counts?.reallocations)
    expect("a block resized from 100 to 5,000 bytes", "allocations", 0, counts?.allocations)
    expect("a block resized from 100 to 5,000 bytes", "bytes_asked", 5000, counts?.bytesAsked)
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
    // Retains less releases, because the optimiser may add pairs of them.
    expect("an object in 10,000 places", "retains less releases", many, Self.net(stored))
    expect("10,000 stored references released", "retains less releases", -many, Self.net(left))
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
    // The storage of an empty array is immortal; a small string is no object.
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

  /// Returns the second word of a string: its storage, or the end of a small one.
  private static func object(of text: String) -> UnsafeMutableRawPointer {
    withUnsafeBytes(of: text) {
      $0.load(fromByteOffset: 8, as: UnsafeMutableRawPointer.self)
    }
  }

  // MARK: - Many threads

  /// Counts in eight threads that start before the window and end before it closes.
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

  /// Counts boxes of tasks by a difference, because a task allocates memory for itself.
  private mutating func tasks() async {
    var group: [UInt64?] = []
    var detached: [UInt64?] = []
    // The first round makes what is made only once.
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

/// A count whose right value is known.
package struct KnownCount: Codable, Equatable, Sendable {
  /// The work, in words.
  package var name: String
  /// The counter under test.
  package var counter: String
  /// The known count of the work.
  package var asked: Int
  /// The measured count; `nil` if there is none.
  package var counted: Int?

  package var isExact: Bool { asked == counted }
}

/// The report of a process about the counter that was preloaded into it.
package struct CounterReport: Codable, Equatable, Sendable {
  /// The reason why nothing is counted; `nil` if something is.
  package var invalidReason: String?
  /// The reason why objects, retains and releases are not counted.
  package var runtimeInvalidReason: String?
  /// The known counts, if they were requested.
  package var known: [KnownCount] = []

  package init(
    invalidReason: String? = nil, runtimeInvalidReason: String? = nil, known: [KnownCount] = []
  ) {
    self.invalidReason = invalidReason
    self.runtimeInvalidReason = runtimeInvalidReason
    self.known = known
  }
}
