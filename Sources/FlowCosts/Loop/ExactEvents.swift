internal import Foundation

/// Repeated counts of the same work, and the numbers that they agree on.
struct ExactEvents {
  /// The events of each repetition.
  let windows: [Events]
  /// The events of each repetition of the loop without the work.
  let loops: [Events]
  /// A Boolean value that indicates whether other threads are counted, too.
  let isProcess: Bool
  /// The reason why some of the work was not counted; `nil` if all was.
  var unseen: String?

  /// Counts the same work several times.
  ///
  /// - Parameters:
  ///   - isAsync: A Boolean value that indicates whether several threads do the work.
  ///   - work: Does the work, or nothing if `isEmpty` is true, and calls the probe before and after it.
  static func counted(
    isAsync: Bool = false, _ work: (_ probe: Probe, _ isEmpty: Bool) throws -> Void
  ) throws -> ExactEvents {
    func events(_ kind: Probe.Kind, isEmpty: Bool) throws -> Events? {
      let probe = Probe(kind)
      try work(probe, isEmpty)
      return probe.events.last
    }
    // From now on, tasks are noticed.
    _ = KnownAnswers.ofThisProcess
    // The first time, the runtime may fill caches.
    let first = try events(.thread, isEmpty: false) ?? Events()
    let isProcess = isAsync || first.allHandovers > 0
    let kind = isProcess ? Probe.Kind.process(isAwaited: isAsync) : .thread
    let windows = try repeated(isProcess) { try events(kind, isEmpty: false) }
    return ExactEvents(
      windows: windows,
      loops: windows.isEmpty ? [] : try repeated(isProcess) { try events(kind, isEmpty: true) },
      isProcess: isProcess, unseen: isAsync ? nil : unseen(first))
  }

  /// Repeats a count until it is known whether it is exact.
  private static func repeated(
    _ isProcess: Bool, _ events: () throws -> Events?
  ) throws -> [Events] {
    var windows: [Events] = []
    // Waiting for other threads holds up the tests in parallel.
    let endNs = Clock.nowNs() + 2_000_000_000
    let attempts = isProcess ? startingWindows + agreeingWindows : 4
    for _ in 0..<(isProcess ? 2 * attempts : attempts)
    where !isProcess || windows.count < attempts && Clock.nowNs() < endNs {
      if let window = try events() { windows.append(window) }
      let numbers: [(Events) -> Int64] = [
        { Int64($0.allocations) }, { Int64($0.bytesAsked) }, \.keptBlocks,
        { Int64($0.retains) }, { Int64($0.releases) },
      ]
      if numbers.allSatisfy({ agreed(windows.map($0), isProcess) != nil }) { break }
    }
    return windows
  }

  /// The first windows of the process may start threads and release memory of earlier work.
  private static let startingWindows = 3
  /// Two are not enough: a worker that is woken or not makes a difference in every second window.
  private static let agreeingWindows = 6

  /// Returns the number that all repetitions agree on, without the starting ones of the process.
  private static func agreed(_ values: [Int64], _ isProcess: Bool) -> Int64? {
    let values = settled(values, isProcess)
    guard values.count >= (isProcess ? agreeingWindows : 2), Set(values).count == 1 else {
      return nil
    }
    return values.first
  }

  /// Returns the repetitions without the starting ones of the process.
  private static func settled<Value>(_ values: [Value], _ isProcess: Bool) -> ArraySlice<Value> {
    values.dropFirst(isProcess ? startingWindows : 0)
  }

  private static func unseen(_ events: Events) -> String? {
    if events.handoversToLater > 0 {
      return
        "the store schedules work for later, such as a timer or a sleep, which would not be counted"
    }
    if events.handoversToMain > 0, Thread.isMainThread {
      return "the store gives work to the main actor, which waits until the test returns; "
        + "do not run the test on the main actor"
    }
    return nil
  }

  /// The bytes that were allocated and not freed, if the number of blocks is exact.
  ///
  /// An allocator may give a block of 32 or 48 bytes for the same request, so that the least number of the
  /// repetitions is returned.
  var keptBytes: Count {
    let blocks = count(of: \.keptBlocks)
    guard KnownAnswers.knowsResized || count(of: { Int64($0.reallocations) }) == 0 else {
      return Count(missing: "this system does not report the old sizes of blocks that are resized")
    }
    guard blocks.reason == nil, let work = Self.settled(windows, isProcess).map(\.keptBytes).min(),
      let loop = Self.settled(loops, isProcess).map(\.keptBytes).min()
    else { return blocks }
    return Count(Double(work - loop))
  }

  /// Returns a number of events, if it is exact.
  func count(of value: (Events) -> Int64) -> Count {
    if let unseen { return Count(missing: unseen) }
    let values = windows.map(value)
    if let work = Self.agreed(values, isProcess),
      let loop = Self.agreed(loops.map(value), isProcess)
    {
      return Count(Double(work - loop))
    }
    let found = values.suffix(4).map(String.init).joined(separator: ", ")
    guard isProcess else {
      return Count(
        missing: "repetitions differ (\(found)): the action does not do the same work each time")
    }
    return Count(
      missing: "the store uses other threads, and "
        + (values.count <= Self.startingWindows
          ? "some are never idle" : "repetitions differ (\(found))")
        + "; parallel tests are counted, too: run swift test --no-parallel --filter NAME, and await "
        + "the store's work in a MeasuredAsyncStore")
  }
}
