import FlowHarness
import Foundation
import PlainText
import Platform

/// Runs one trial in this process: verification, calibration, warm-up, samples, check.
@MainActor
struct TrialDriver {
  let request: TrialRequest
  let subject: TrialSubject
  /// The digests a plain fold reaches after the given numbers of actions, ascending.
  let expectedDigests: ([Int]) -> [UInt64]

  /// What views of a plain fold draw of so many actions; `nil`: they are held against nothing.
  let expectedViews: ((Int) -> FoldedViews)?
  /// What is known of the clock; nil: it is measured when it is needed.
  let clock: ClockQuality?

  private var sent = 0
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

  /// The warning of a row whose loop was compiled for all types.
  static let notSpecialised =
    "the loop was not compiled for this store: part of what it takes is the harness's"

  /// The share of a batch's time that the clock may be wrong by.
  static let clockError = 0.001

  /// A timing trial: everything from a fresh store to the checked result.
  mutating func time() async -> TrialOutcome {
    await checked { driver, outcome in await driver.time(into: &outcome) }
  }

  /// A window of a counting trial, over a fresh store, to the checked result.
  ///
  /// - Parameters:
  ///   - meter: Counts.
  ///   - actions: How many to send in the window; `nil` finds a number that can be afforded.
  mutating func count(_ meter: EventCounter, actions: Int?) async -> TrialOutcome {
    await checked { driver, outcome in
      await driver.count(meter, actions: actions, into: &outcome)
    }
  }

  /// An instructions trial: one window over a fresh store, if somebody can count in this process.
  mutating func countInstructions() async -> TrialOutcome {
    await checked { driver, outcome in await driver.countInstructions(into: &outcome) }
  }

  /// Verification, `measure`, and the comparison of both states with a plain fold's.
  private mutating func checked(
    _ measure: (inout TrialDriver, inout TrialOutcome) async -> Void
  ) async -> TrialOutcome {
    let first = await send(settings.verificationActions, batch: subject.capacity, .clocks).0
    if let fault = request.fault { await plant(fault) }
    let verified = await subject.digest()
    var outcome = TrialOutcome(digest: verified)
    let firstViewsFault = viewsFault(after: settings.verificationActions)
    // A debug build specialises nothing, and says so for the whole run.
    if !first.isSpecialised, !ToolVersion.isDebugBuild { outcome.warn(Self.notSpecialised) }
    await measure(&self, &outcome)
    let end = await subject.digest()
    if let fault = firstViewsFault ?? staleViewsFault() { outcome.void(fault) }
    if [verified, end] != expectedDigests([settings.verificationActions, sent]) {
      outcome.void("wrong digest: the state differs from the floor's")
    }
    return outcome
  }

  /// What is wrong with what the views drew of the verification actions; `nil`: nothing, or there
  /// are none.
  private func viewsFault(after actions: Int) -> String? {
    guard let views = subject.views, let expected = expectedViews?(actions) else { return nil }
    let redraws = views.invalidations - views.wasted
    views.update()
    let wrong = zip(views.drawn, expected.drawn).count { $0 != $1 }
    guard wrong == 0 else {
      return "wrong views: \(wrong) of \(views.drawn.count) draw another state than the floor's"
    }
    // A store may notify of several changes at once, and of one twice; not of none.
    guard redraws > 0 || expected.redraws == 0 else {
      return
        "wrong views: none was notified of any of \(CountText.text(expected.redraws, "change"))"
    }
    return nil
  }

  /// Whether views were left behind at the end.
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
      _ = Meters.clocks.open()
      exit(0)
    case .wrong:
      // An action that the fold does not see.
      subject.refill(1)
      _ = await subject.drive(false, .clocks)
    }
  }

  /// Sends `count` actions in batches; making them is not measured.
  mutating func send(
    _ count: Int, batch: Int, _ meters: Meters, timeSends: Bool = false
  ) async -> (BatchReading, batches: Int) {
    var reading: BatchReading?
    var left = count
    var batches = 0
    while left > 0 {
      let size = min(left, batch)
      subject.refill(size)
      let more = await subject.drive(timeSends, meters)
      reading = reading.map { BatchReading.sum([$0, more]) } ?? more
      left -= size
      batches += 1
    }
    sent += count
    return (reading ?? BatchReading(), batches)
  }

  /// Sends what is left of the stream's period, so that whatever is measured next begins with one.
  mutating func finishPeriod() async {
    let begun = sent % subject.period
    if begun > 0 { _ = await send(subject.period - begun, batch: subject.capacity, .clocks) }
  }

  /// So many actions, and as many more as make whole periods of the stream.
  func wholePeriods(_ count: Int) -> Int {
    (count + subject.period - 1) / subject.period * subject.period
  }

  /// How many actions of a known cost fit into a time; at least 1.
  func actions(in ns: UInt64, nsPerAction: Double) -> Int {
    max(1, min(settings.maximumActions, Int(Double(ns) / nsPerAction)))
  }
}
