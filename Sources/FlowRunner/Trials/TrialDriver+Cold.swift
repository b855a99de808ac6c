import FlowFloor
import FlowHarness
import FlowResults
import Measurement
import Workloads

// The cold pass: single actions at the pace of a screen, after other memory was used.

/// The number of single actions of a trial and their pace.
struct ColdSettings: Codable, Equatable, Sendable {
  let pace: Pace
  /// The number of measured actions.
  let actions: Int

  /// The number of fresh processes of each scenario.
  let rounds: Int

  /// - Parameter actions: The requested number of actions; `nil` for two seconds of them, and at
  ///   least as many as a 99th percentile needs.
  init(_ pace: Pace, actions: Int?, rounds: Int) {
    self.pace = pace
    self.rounds = rounds
    self.actions = actions ?? max(100, 2 * pace.hertz)
  }

  /// The number of empty actions, which calibrate the measurement.
  var emptyActions: Int { max(20, actions / 10) }
  /// The duration of the trial in seconds.
  var seconds: Double { Double(actions + emptyActions) / Double(pace.hertz) }
  /// The default number of processes.
  static let standardRounds = 5
}

extension TrialDriver {
  /// Runs a cold trial, from a fresh store to the checked result.
  mutating func timeCold() async -> TrialOutcome {
    await checked { driver, outcome in await driver.timeCold(into: &outcome) }
  }

  private mutating func timeCold(into outcome: inout TrialOutcome) async {
    guard let cold = settings.cold else { return outcome.invalidate("no pace was requested") }
    // Everything that is created once exists before the first paced action.
    _ = await send(minWarmUp, batch: subject.capacity, .clocks)
    var ticks = PacedTicks(cold.pace)
    defer { ticks.unmap() }
    let empty = EmptyStore.subject()
    let emptyTimes = await Self.times(of: cold.emptyActions, of: empty, &ticks)
    let times = await Self.times(of: cold.actions, of: subject, &ticks)
    sent += cold.actions
    var sample = SampleMeasures(actions: cold.actions, batches: cold.actions)
    sample.coldNs = times.knownPercentileNs(50)
    sample.coldP99Ns = times.knownPercentileNs(99)
    sample.coldEmptyNs = emptyTimes.knownPercentileNs(50)
    outcome.samples = [sample]
    let share = Double(ticks.late) / Double(cold.actions + cold.emptyActions)
    if share > 0.01 {
      outcome.warn(
        "late: \(TextTable.percent(share, sign: false)) of the actions came after their tick, because "
          + "an action and the use of memory before it take longer than \(cold.pace.hertz) hz allows"
      )
    }
  }

  /// Returns the times of single actions, each of which is sent at a tick.
  private static func times(
    of actions: Int, of subject: TrialSubject, _ ticks: inout PacedTicks
  ) async -> LatencyHistogram {
    var recorder = LatencyRecorder()
    defer { recorder.deallocate() }
    for _ in 0..<actions {
      subject.refill(1)
      ticks.next()
      recorder.record(ns: await subject.drive(false, .elapsed).wallNs)
    }
    return LatencyHistogram(recorder)
  }
}
