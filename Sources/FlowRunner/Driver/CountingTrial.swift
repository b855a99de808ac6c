import FlowHarness
import FlowResults
import Measurement

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
