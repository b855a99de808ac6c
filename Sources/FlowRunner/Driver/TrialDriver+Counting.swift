import FlowHarness
import FlowResults
import Platform

// The counting pass: one window over a fresh store. A trial has several, of the same actions.

extension TrialDriver {
  mutating func count(
    _ counter: EventCounter, actions given: Int?, into outcome: inout TrialOutcome
  ) async {
    // Once more on the same path, so that what is made only once has been made.
    let (reading, _) = await send(settings.verificationActions, batch: 256, .clocks)
    let nsPerAction = Double(reading.wallNs) / Double(max(1, settings.verificationActions))
    let wanted = given ?? wholePeriods(affordable(nsPerAction))
    await finishPeriod()
    subject.views?.resetCounts()
    let (counted, batches) = await send(wanted, batch: subject.capacity, .events(counter))
    var sample = SampleMeasures(actions: wanted, batches: batches)
    sample.take(subject.views)
    if let events = counted.events {
      sample.take(events, countsRuntime: counter.runtimeInvalidReason == nil)
    } else {
      outcome.warn("not counted: the counting library lost count")
    }
    if let invalidReason = counter.runtimeInvalidReason {
      outcome.warn("objects, retains and releases not counted: \(invalidReason)")
    }
    // What is kept is read where it is most: before the period's last action takes it away.
    if subject.period > 1 {
      _ = await send(subject.period - 1, batch: subject.capacity, .clocks)
    }
    // The batch's actions are the harness's, not the store's.
    subject.refill(0)
    sample.liveBytesAfter = counter.reading()?.liveBytes.flatMap { Int(exactly: $0) }
    let memory = Jemalloc.memory()
    sample.residentBytes = memory?.residentBytes
    sample.fragmentation = memory?.fragmentation
    outcome.samples = [sample]
    // Nothing goes on into the next window.
    await finishPeriod()
  }

  /// The wanted number of actions, or a tenth or a hundredth of it: steps, and not whatever fits the
  /// time of the moment, so that another run counts the same actions.
  private func affordable(_ nsPerAction: Double) -> Int {
    let limit = actions(in: settings.sampleNs * 3, nsPerAction: nsPerAction)
    var wanted = settings.countedActions
    if settings.isCountFixed == true { return wanted }
    while wanted > limit, wanted > max(100, settings.countedActions / 100) { wanted /= 10 }
    return wanted
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

/// A counting trial: the same actions into several fresh stores, which must count the same.
@MainActor
struct CountingTrial {
  /// Windows whose counts are reported.
  static let windows = 3

  let request: TrialRequest
  let catalogue: Catalogue

  /// Counts in this process, if the counting library was preloaded into it.
  ///
  /// A first window is not reported: the runtime makes what it needs to know of a type when it
  /// first meets it, and the window finds how many actions can be afforded.
  ///
  /// - Throws: `PlanError` for a scenario that the catalogue does not have.
  func run() async throws(PlanError) -> TrialOutcome {
    let counter: EventCounter
    do { counter = try EventCounter() } catch {
      var outcome = TrialOutcome(digest: 0)
      outcome.void("not counted: \(error)")
      return outcome
    }
    let rehearsal = try await window(0, counter, actions: nil)
    guard rehearsal.isValid, let actions = rehearsal.samples.first?.actions else {
      return rehearsal
    }
    var outcome = try await window(1, counter, actions: actions)
    for number in 2...Self.windows {
      outcome.append(try await window(number, counter, actions: actions))
    }
    return outcome
  }

  private func window(
    _ number: Int, _ counter: EventCounter, actions: Int?
  ) async throws(PlanError) -> TrialOutcome {
    let before = counter.reading()?.liveBytes
    let parts = try catalogue.parts(of: TrialContext(request, window: number))
    var driver = TrialDriver(
      request, subject: parts.subject, expectedDigests: parts.expectedDigests,
      expectedViews: parts.expectedViews)
    var outcome = await driver.count(counter, actions: actions)
    for index in outcome.samples.indices {
      let liveBytes = before.flatMap { Int(exactly: $0) }
      outcome.samples[index].liveBytesBefore = liveBytes
      if let liveBytes, let after = outcome.samples[index].liveBytesAfter {
        outcome.samples[index].keptBytes = after - liveBytes
      }
    }
    return outcome
  }
}
