import FlowHarness
import FlowResults
import Platform
import Workloads

// The counting pass: windows of the same actions, each over a fresh store.

extension TrialDriver {
  mutating func count(
    _ counter: EventCounter, comparisons: Bool, isLast: Bool, into outcome: inout TrialOutcome
  ) async {
    // Repeats the path, so that everything that is made only once exists.
    _ = await send(settings.verificationActions, batch: 256, .clocks)
    let wanted = wholePeriods(settings.countedActions)
    await finishPeriod()
    subject.views?.resetCounts()
    if comparisons { Comparisons.begin() }
    let (counted, batches) = await send(wanted, batch: subject.capacity, .events(counter))
    let compared = comparisons ? Comparisons.end() : nil
    var sample = SampleMeasures(actions: wanted, batches: batches)
    sample.take(subject.views)
    sample.comparisons = compared.map { Double($0) / Double(wanted) }
    if let events = counted.events {
      sample.take(events, countsRuntime: counter.runtimeInvalidReason == nil)
    } else {
      outcome.warn("not counted: the counting library missed events")
    }
    if let invalidReason = counter.runtimeInvalidReason {
      outcome.warn("objects, retains and releases not counted: \(invalidReason)")
    }
    // Memory is read before the last action of the period, which releases it.
    if subject.period > 1 {
      _ = await send(subject.period - 1, batch: subject.capacity, .clocks)
    }
    sample.liveBytesAfter = liveBytes(counter)
    let memory = Jemalloc.memory()
    sample.residentBytes = memory?.residentBytes ?? ProcessUsage.chargedBytes()
    sample.fragmentation = memory?.fragmentation
    // The next window begins with a period.
    await finishPeriod()
    if isLast, wanted >= Self.leftActions { sample.leftBytes = await leftBytes(counter) }
    outcome.samples = [sample]
  }

  /// The actions of a window in which the growth of the heap is measured, after as many counted ones in each
  /// store. With fewer, libdispatch would still fill its caches, which keep 1,024 work items of a thread.
  private static var leftActions: Int { 500 }

  /// Returns the growth of the heap by each action; `nil` if it is not known.
  ///
  /// The smallest growth of up to four windows, of which one without growth is the last: an array that grows
  /// once in a while is in one of them only.
  private mutating func leftBytes(_ counter: EventCounter) async -> Double? {
    let actions = wholePeriods(Self.leftActions)
    var least: Int?
    var bytes = liveBytes(counter)
    for _ in 0..<4 where least != 0 {
      _ = await send(actions, batch: subject.capacity, .events(counter))
      let after = liveBytes(counter)
      guard let before = bytes, let after else { return nil }
      let growth = after - before
      if least.map({ abs(growth) < abs($0) }) ?? true { least = growth }
      bytes = after
    }
    return least.map { Double($0) / Double(actions) }
  }

  /// Returns the heap in use without the actions of a batch, which are memory of the harness.
  private func liveBytes(_ counter: EventCounter) -> Int? {
    subject.refill(0)
    return counter.reading()?.liveBytes.flatMap { Int(exactly: $0) }
  }
}

extension SampleMeasures {
  fileprivate mutating func take(_ events: EventCounts, countsRuntime: Bool) {
    guard let actions else { return }
    func each(_ count: UInt64) -> Double { Double(count) / Double(actions) }
    allocations = each(events.allocations)
    frees = each(events.frees)
    reallocations = each(events.reallocations)
    requestedBytes = each(events.bytesAsked)
    bytes = each(events.bytesGiven)
    guard countsRuntime else { return }
    objects = each(events.objects)
    retains = each(events.retains)
    releases = each(events.releases)
  }
}

/// A counting trial: the same actions in several fresh stores.
@MainActor
struct CountingTrial {
  /// The number of reported windows.
  static let windows = 3

  let request: TrialRequest
  let catalogue: Catalogue
  var countsComparisons = false

  /// Counts in this process, into which the counting library was preloaded.
  ///
  /// The first window is not reported, because the runtime creates type metadata in it.
  func run() async throws(PlanError) -> TrialOutcome {
    let counter: EventCounter
    do { counter = try EventCounter() } catch {
      var outcome = TrialOutcome(digest: 0)
      outcome.invalidate("not counted: \(error)")
      return outcome
    }
    let rehearsal = try await window(0, counter)
    guard rehearsal.isValid else { return rehearsal }
    var outcome = try await window(1, counter)
    for number in 2...Self.windows { outcome.append(try await window(number, counter)) }
    return outcome
  }

  private func window(
    _ number: Int, _ counter: EventCounter
  ) async throws(PlanError) -> TrialOutcome {
    let liveBytes = (counter.reading()?.liveBytes).flatMap { Int(exactly: $0) }
    let parts = try catalogue.parts(of: TrialContext(request, window: number))
    var driver = TrialDriver(request, parts)
    var outcome = await driver.count(
      counter, comparisons: countsComparisons, isLast: number == Self.windows)
    for index in outcome.samples.indices {
      outcome.samples[index].liveBytesBefore = liveBytes
      if let liveBytes, let after = outcome.samples[index].liveBytesAfter {
        outcome.samples[index].keptBytes = after - liveBytes
      }
    }
    return outcome
  }
}

// The instructions pass: a window over one batch. Another process repeats it, because the heap of
// the same process would have changed.

extension TrialDriver {
  mutating func countInstructions(into outcome: inout TrialOutcome) async {
    let counter: InstructionCounter
    switch InstructionCounter.current() {
    case .success(let found): counter = found
    case .failure(let reason): return outcome.invalidate("instructions not counted: \(reason)")
    }
    // The instructions to enter and leave the loop, which are subtracted.
    subject.refill(0)
    guard let empty = await subject.drive(false, .instructions(counter)).instructions else {
      return outcome.invalidate("instructions not counted: a window could not be read")
    }
    var sample = await instructions(of: Self.fewActions, less: empty, counter)
    let wanted = affordable(sample.instructions)
    if wanted > sample.actions ?? 0 {
      sample = await instructions(of: wanted, less: empty, counter)
    }
    if sample.instructions == nil {
      outcome.warn("instructions not counted: a window could not be read")
    }
    outcome.samples = [sample]
  }

  /// The number of actions of the window that determines the affordable number.
  private static let fewActions = 100
  /// The maximum number of instructions of a window: callgrind executes about ten million per
  /// second.
  private static let maxInstructions = 100_000_000.0

  private mutating func instructions(
    of actions: Int, less empty: UInt64, _ counter: InstructionCounter
  ) async -> SampleMeasures {
    await finishPeriod()
    let actions = min(wholePeriods(actions), subject.capacity)
    subject.views?.resetCounts()
    let (counted, batches) = await send(actions, batch: actions, .instructions(counter))
    var sample = SampleMeasures(actions: actions, batches: batches)
    sample.take(subject.views)
    if let all = counted.instructions, all >= empty {
      sample.instructions = Double(all - empty) / Double(actions)
    }
    return sample
  }

  /// Returns a tenth of the actions of a counting window, or less in steps of ten.
  private func affordable(_ each: Double?) -> Int {
    guard let each else { return 0 }
    var wanted = min(settings.countedActions / 10, subject.capacity)
    while Double(wanted) * each > Self.maxInstructions { wanted /= 10 }
    return wanted
  }
}
