public import Platform

/// What is read at both ends of a batch: clocks in the timing pass, counters in the others.
///
/// They are never mixed: counting slows what it counts. Opening and closing happen once for each
/// batch, so that no store has a copy of them.
@usableFromInline
package enum Meters: Sendable {
  case clocks
  case events(EventCounter)
  case instructions(InstructionCounter)

  /// Reads everything, the finest clock last.
  @usableFromInline
  package func open() -> MeterReading {
    var reading = MeterReading()
    switch self {
    case .clocks:
      reading.cpuNs = ProcessCPUClock.nowNs()
      reading.thread = CurrentThread.id
      reading.threadCPUNs = ThreadCPUClock.nowNs()
      reading.wallNs = MonotonicClock.nowNs()
    case .events(let counter):
      reading.events = counter.reading()
    case .instructions(let counter):
      reading.instructions = try? counter.open()
    }
    return reading
  }

  /// Reads everything again, the finest clock first, and returns the difference.
  @usableFromInline
  func close(_ opened: MeterReading) -> BatchReading {
    switch self {
    case .clocks:
      let wallNs = MonotonicClock.nowNs()
      let threadCPUNs = ThreadCPUClock.nowNs()
      let cpuNs = ProcessCPUClock.nowNs()
      var reading = BatchReading(wallNs: wallNs - opened.wallNs, cpuNs: cpuNs - opened.cpuNs)
      // Of a batch that ended on another thread no single thread knows.
      if CurrentThread.id == opened.thread {
        reading.threadCPUNs = threadCPUNs - opened.threadCPUNs
      }
      return reading
    case .events(let counter):
      let end = counter.reading()
      guard let end, let start = opened.events else { return BatchReading() }
      return BatchReading(events: end.since(start))
    case .instructions(let counter):
      guard let window = opened.instructions else { return BatchReading() }
      return BatchReading(instructions: try? counter.close(window))
    }
  }

  /// As `close`, of a loop that should be compiled for stores of this type, and says whether it is: the
  /// answer is a constant in code that is, and `false` in code for all types.
  @inlinable
  @inline(__always)
  func close<S>(_ opened: MeterReading, ofLoopFor store: S.Type) -> BatchReading {
    var reading = close(opened)
    reading.isSpecialised = _isConcrete(S.self)
    return reading
  }

  /// What the meters themselves take between opening and closing: the least of many empty windows,
  /// since whatever disturbs one only makes it longer.
  package func emptyWindow() -> BatchReading {
    var least = close(open())
    for _ in 0..<100 {
      let window = close(open())
      least.wallNs = min(least.wallNs, window.wallNs)
      least.cpuNs = min(least.cpuNs, window.cpuNs)
      if let ns = window.threadCPUNs { least.threadCPUNs = min(least.threadCPUNs ?? ns, ns) }
    }
    return least
  }
}

/// The state of all meters at one instant.
@usableFromInline
package struct MeterReading: Sendable {
  var wallNs: UInt64 = 0
  var cpuNs: UInt64 = 0
  var threadCPUNs: UInt64 = 0
  var thread: UInt64 = 0
  var events: EventCounts?
  var instructions: InstructionCounter.Window?
}

/// What one batch took, or several added together; `nil` is not measured.
@usableFromInline
package struct BatchReading: Sendable {
  package var wallNs: UInt64 = 0
  package var cpuNs: UInt64 = 0
  package var threadCPUNs: UInt64?
  /// The time inside `send`, when each send was timed by itself.
  @usableFromInline package var sendNs: UInt64 = 0
  package var events: EventCounts?
  package var instructions: UInt64?
  /// Whether the loop was compiled for its store, so that what is measured is the store's.
  @usableFromInline package var isSpecialised = true

  package init(
    wallNs: UInt64 = 0, cpuNs: UInt64 = 0, threadCPUNs: UInt64? = nil, sendNs: UInt64 = 0,
    events: EventCounts? = nil, instructions: UInt64? = nil, isSpecialised: Bool = true
  ) {
    self.wallNs = wallNs
    self.cpuNs = cpuNs
    self.threadCPUNs = threadCPUNs
    self.sendNs = sendNs
    self.events = events
    self.instructions = instructions
    self.isSpecialised = isSpecialised
  }

  /// The sum of batches; what one of them does not know, the sum does not know.
  package static func sum(_ batches: some Sequence<BatchReading>) -> BatchReading {
    var batches = batches.makeIterator()
    guard var sum = batches.next() else { return BatchReading() }
    while let batch = batches.next() { sum.add(batch) }
    return sum
  }

  private mutating func add(_ batch: BatchReading) {
    wallNs += batch.wallNs
    cpuNs += batch.cpuNs
    sendNs += batch.sendNs
    isSpecialised = isSpecialised && batch.isSpecialised
    threadCPUNs = threadCPUNs.flatMap { sum in batch.threadCPUNs.map { sum + $0 } }
    instructions = instructions.flatMap { sum in batch.instructions.map { sum + $0 } }
    events = events.flatMap { sum in
      batch.events.map { more in
        var sum = sum
        sum += more
        return sum
      }
    }
  }
}

/// How far a loop came that stops where the store must be waited for.
@usableFromInline
struct BatchSegment: Sendable {
  /// The first action that is not sent yet.
  @usableFromInline var next: Int
  /// Whether work that the last action began is still going on.
  @usableFromInline var isBusy = false
  /// The time inside `send`, when each send was timed by itself.
  @usableFromInline var sendNs: UInt64 = 0
  /// Whether the loop was compiled for its store.
  @usableFromInline var isSpecialised = true

  /// Nothing is sent before `first`.
  @inlinable init(from first: Int) { next = first }
}
