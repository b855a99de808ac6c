import FlowHarness
import Foundation
import PlainText
import Platform

/// Runs one trial in this process: verification, warm-up, samples, and the check of the result.
@MainActor
struct TrialDriver {
  let request: TrialRequest
  let subject: TrialSubject
  /// Returns the digests of a plain fold after the given numbers of actions, ascending.
  let expectedDigests: ([Int]) -> [UInt64]
  /// Returns the drawings of views of a plain fold after some actions; `nil` if they are not
  /// compared.
  let expectedViews: ((Int) -> FoldedViews)?
  /// The quality of the clock; `nil` if it is measured when it is needed.
  let clock: ClockQuality?

  var sent = 0
  var settings: TrialSettings { request.settings }

  init(
    _ request: TrialRequest, subject: TrialSubject,
    expectedDigests: @escaping ([Int]) -> [UInt64],
    expectedViews: ((Int) -> FoldedViews)? = nil, clock: ClockQuality? = nil
  ) {
    self.request = request
    self.subject = subject
    self.expectedDigests = expectedDigests
    self.expectedViews = expectedViews
    self.clock = clock
  }

  init(_ request: TrialRequest, _ parts: TrialParts) {
    self.init(
      request, subject: parts.subject, expectedDigests: parts.expectedDigests,
      expectedViews: parts.expectedViews)
  }

  /// The warning of a row whose loop is not specialised.
  static let notSpecialised =
    "the loop was not compiled for this store: its time includes overhead of the harness"

  /// The allowed error of the clock, as a share of a batch's time.
  static let clockError = 0.001

  /// Runs a timing trial, from a fresh store to the checked result.
  mutating func time() async -> TrialOutcome {
    await checked { driver, outcome in await driver.time(into: &outcome) }
  }

  /// Runs a window of a counting trial, from a fresh store to the checked result.
  ///
  /// - Parameters:
  ///   - comparisons: A Boolean value that indicates whether the workload counts comparisons.
  ///   - isLast: A Boolean value that indicates whether the memory that actions leave is measured, too.
  mutating func count(
    _ counter: EventCounter, comparisons: Bool = false, isLast: Bool = true
  ) async -> TrialOutcome {
    await checked { driver, outcome in
      await driver.count(counter, comparisons: comparisons, isLast: isLast, into: &outcome)
    }
  }

  /// Runs an instructions trial, from a fresh store to the checked result.
  mutating func countInstructions() async -> TrialOutcome {
    await checked { driver, outcome in await driver.countInstructions(into: &outcome) }
  }

  /// Sends the verification actions, measures, and compares both states with those of a plain fold.
  mutating func checked(
    _ measure: (inout TrialDriver, inout TrialOutcome) async -> Void
  ) async -> TrialOutcome {
    let first = await send(settings.verificationActions, batch: subject.capacity, .clocks).0
    if let fault = request.fault { await plant(fault) }
    let verified = await subject.digest()
    var outcome = TrialOutcome(digest: verified)
    let firstViewsFault = viewsFault(after: settings.verificationActions)
    // A debug build has a warning for the whole run.
    if !first.isSpecialised, !ToolVersion.isDebugBuild { outcome.warn(Self.notSpecialised) }
    await measure(&self, &outcome)
    let end = await subject.digest()
    if let fault = firstViewsFault ?? staleViewsFault() { outcome.invalidate(fault) }
    let isEqual = [verified, end] == expectedDigests([settings.verificationActions, sent])
    if let listed = subject.listed {
      outcome.take(listed, isEqual: isEqual)
    } else if !isEqual {
      outcome.invalidate("wrong digest: the state differs from the floor's")
    }
    return outcome
  }

  /// Returns the fault of the views' drawings of the verification actions; `nil` if there is none.
  private func viewsFault(after actions: Int) -> String? {
    guard let views = subject.views, let expected = expectedViews?(actions) else { return nil }
    let redraws = views.invalidations - views.wasted
    views.update()
    let wrong = zip(views.drawn, expected.drawn).count { $0 != $1 }
    guard wrong == 0 else {
      return "wrong views: \(wrong) of \(views.drawn.count) draw another state than the floor's"
    }
    // A store may notify of several changes at the same time, and of one twice, but not of none.
    guard redraws > 0 || expected.redraws == 0 else {
      let changes = CountText.text(expected.redraws, "change")
      return "wrong views: none was notified of any of \(changes)"
    }
    return nil
  }

  /// Returns the fault of views that were not notified of the last change; `nil` if there are none.
  private func staleViewsFault() -> String? {
    guard let views = subject.views else { return nil }
    views.update()
    let stale = views.stale
    guard stale > 0 else { return nil }
    return "wrong views: \(stale) of \(views.drawn.count) were not notified of the last change"
  }

  private func plant(_ fault: PlantedFault.Kind) async {
    switch fault {
    case .crash: fatalError("a planted crash")
    case .hang: while true { try? await Task.sleep(for: .seconds(3600)) }
    case .exit:
      _ = Probes.clocks.open()
      exit(0)
    case .wrong:
      // An action that the fold does not have.
      subject.refill(1)
      _ = await subject.drive(false, .clocks)
    }
  }

  /// Sends actions in batches; making them is not measured.
  mutating func send(
    _ count: Int, batch: Int, _ probes: Probes, timeSends: Bool = false
  ) async -> (BatchReading, batches: Int) {
    var reading: BatchReading?
    var left = count
    var batches = 0
    while left > 0 {
      let size = min(left, batch)
      subject.refill(size)
      let more = await subject.drive(timeSends, probes)
      reading = reading.map { BatchReading.sum([$0, more]) } ?? more
      left -= size
      batches += 1
    }
    sent += count
    return (reading ?? BatchReading(), batches)
  }

  /// Sends the rest of the stream's period, so that each measurement begins with a period.
  mutating func finishPeriod() async {
    let begun = sent % subject.period
    if begun > 0 { _ = await send(subject.period - begun, batch: subject.capacity, .clocks) }
  }

  /// Returns a number of actions, rounded up to whole periods of the stream.
  func wholePeriods(_ count: Int) -> Int {
    (count + subject.period - 1) / subject.period * subject.period
  }

  /// Returns the number of actions of a known cost in a time, at least 1.
  func actions(in ns: UInt64, nsPerAction: Double) -> Int {
    // A coarse clock measures no time for a short batch.
    guard nsPerAction > 0 else { return settings.maximumActions }
    return max(1, Int(min(Double(settings.maximumActions), Double(ns) / nsPerAction)))
  }
}

/// Decides whether a batch is long enough to be timed as a whole.
///
/// The clock's step and cost must be small beside it, and so must the disturbance at its ends:
/// reading the processor's time enters the kernel, and the next actions run some microseconds
/// slower until the caches have recovered (2 % of a batch of 16 actions of 7 µs each). A batch of
/// thousands of actions hides that; a longer one would not fit into the caches.
struct BatchLength {
  /// The shortest time that the clock can measure.
  let clockNs: UInt64

  /// The number of actions that hides the disturbance at the ends.
  static let manyActions = 4096
  /// The duration that hides it with fewer actions.
  static let calmNs: UInt64 = 1_000_000

  func isReached(actions: Int, ns: UInt64) -> Bool {
    ns >= clockNs && (actions >= Self.manyActions || ns >= Self.calmNs)
  }
}
