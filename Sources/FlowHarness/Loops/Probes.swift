public import Platform

/// The probes that are read at both ends of a batch: clocks in the timing pass, and counters in the
/// others, because counting takes time.
///
/// They are read once for each batch, so their code is not specialised for stores.
@usableFromInline
package enum Probes: Sendable {
  case clocks
  /// The elapsed time alone, because reading the others takes longer than most single actions.
  case elapsed
  case events(EventCounter)
  case instructions(InstructionCounter)

  /// Reads the probes, the finest clock last.
  @usableFromInline
  package func open() -> ProbeReading {
    var reading = ProbeReading()
    switch self {
    case .clocks:
      reading.cpuNs = ProcessCPUClock.nowNs()
      reading.thread = CurrentThread.id
      reading.threadCPUNs = ThreadCPUClock.nowNs()
      reading.wallNs = MonotonicClock.nowNs()
    case .elapsed:
      reading.wallNs = MonotonicClock.nowNs()
    case .events(let counter):
      reading.events = counter.reading()
    case .instructions(let counter):
      reading.instructions = try? counter.open()
    }
    return reading
  }

  /// Reads the probes again, the finest clock first, and returns the difference.
  @usableFromInline
  func close(_ opened: ProbeReading) -> BatchReading {
    switch self {
    case .clocks:
      let wallNs = MonotonicClock.nowNs()
      let threadCPUNs = ThreadCPUClock.nowNs()
      let cpuNs = ProcessCPUClock.nowNs()
      var reading = BatchReading(wallNs: wallNs - opened.wallNs, cpuNs: cpuNs - opened.cpuNs)
      // The time of the thread is unknown if the batch ended on another thread.
      if CurrentThread.id == opened.thread {
        reading.threadCPUNs = threadCPUNs - opened.threadCPUNs
      }
      return reading
    case .elapsed:
      return BatchReading(wallNs: MonotonicClock.nowNs() - opened.wallNs)
    case .events(let counter):
      let end = counter.reading()
      guard let end, let start = opened.events else { return BatchReading() }
      return BatchReading(events: end.since(start))
    case .instructions(let counter):
      guard let window = opened.instructions else { return BatchReading() }
      return BatchReading(instructions: try? counter.close(window))
    }
  }

  /// As `close`, and records whether the calling loop is specialised for stores of this type.
  @inlinable
  @inline(__always)
  func close<S>(_ opened: ProbeReading, ofLoopFor store: S.Type) -> BatchReading {
    var reading = close(opened)
    reading.isSpecialised = _isConcrete(S.self)
    return reading
  }

  /// Returns the cost of the probes: the minimum of many empty windows, because disturbances only
  /// make a window longer.
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

/// The values of all probes at one instant.
@usableFromInline
package struct ProbeReading: Sendable {
  var wallNs: UInt64 = 0
  var cpuNs: UInt64 = 0
  var threadCPUNs: UInt64 = 0
  var thread: UInt64 = 0
  var events: EventCounts?
  var instructions: InstructionCounter.Window?
}

/// The measurements of one batch or the sum of several; `nil` if not measured.
@usableFromInline
package struct BatchReading: Sendable {
  package var wallNs: UInt64 = 0
  package var cpuNs: UInt64 = 0
  package var threadCPUNs: UInt64?
  /// The time inside `send`, if each send was timed.
  @usableFromInline package var sendNs: UInt64 = 0
  package var events: EventCounts?
  package var instructions: UInt64?
  /// A Boolean value that indicates whether the loop was specialised for its store.
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

  /// Returns the sum of batches; a value that one of them lacks is `nil`.
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

/// The progress of a loop that stops if the store is busy.
@usableFromInline
struct BatchSegment: Sendable {
  /// The index of the next action.
  @usableFromInline var next: Int
  /// A Boolean value that indicates whether work of the last action is in progress.
  @usableFromInline var isBusy = false
  /// The time inside `send`, if each send was timed.
  @usableFromInline var sendNs: UInt64 = 0
  /// A Boolean value that indicates whether the loop was specialised for its store.
  @usableFromInline var isSpecialised = true

  @inlinable init(from first: Int) { next = first }
}
