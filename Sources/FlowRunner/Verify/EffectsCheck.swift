import FlowHarness
import FlowResults
import Workloads

/// Checks that each of several effects in flight ends once.
@MainActor
struct EffectsCheck {
  let check: VerifyCase
  let catalogue: Catalogue
  let settings: VerifySettings

  /// The mean rate and the time of the service, chosen so that several effects are always in
  /// flight.
  private static let rate = 2_000.0
  private static let service = ServiceLaw(latency: .uniform(fromNs: 0, toNs: 4_000_000))

  /// Drives a store in real time, and in virtual time if it supports that.
  func run() async throws -> CaseOutcome {
    var outcome = CaseOutcome(check)
    var request = try request()
    guard let parts = catalogue.effects(of: request) else {
      throw PlanError.unsupported(check.scenario.id)
    }
    let service = try EffectService(
      Self.service, seed: request.seed, time: EffectTime(),
      record: ServiceRecord(eventsByTicksOf: 1))
    let end = try await parts.drive(EffectJob(request: request, service: service, time: nil))
    let events = service.events
    let found = try parts.check(events, end.digest)
    add(found, to: &outcome)
    let sent = events.count { if case .reduced = $0 { true } else { false } }
    outcome.tried[.effects] = sent
    if found.cancelled + found.uncancelled.count + found.overtaken.count > 0 {
      outcome.tried[.cancellation] = sent
    }
    if parts.explore != nil {
      request.load.isVirtual = true
      try explore(&request, into: &outcome)
    }
    return outcome
  }

  private func request() throws -> LoadRequest {
    let durationNs = UInt64(Double(settings.actions) / Self.rate * 1e9)
    let schedule = try LoadSchedule(rate: Self.rate, durationNs: durationNs, process: .poisson)
    return LoadRequest(
      scenario: check.scenario, seed: check.randomSeed,
      load: Load(
        .open(schedule), service: Self.service, drainNs: settings.drainNs, warmUpActions: 0),
      workDirectory: "")
  }

  /// Tries several orders of simultaneous events.
  private func explore(
    _ request: inout LoadRequest, into outcome: inout CaseOutcome
  ) throws {
    for run in 0..<settings.interleavings {
      request.seed = splitSeed(check.randomSeed, "interleaving:\(run)")
      guard let explored = try catalogue.effects(of: request)?.explore?() else { return }
      if let fault = explored.fault {
        add(fault, to: &outcome)
      } else if let violation = explored.violation {
        outcome.add(.effectsDiffer, nil, "all effects to end in virtual time", violation)
      }
    }
  }

  private func add(_ found: InterleavingFindings, to outcome: inout CaseOutcome) {
    for fault in found.faults { add(fault, to: &outcome) }
    // A store that cancels some effects must cancel all of them.
    guard found.cancelled > 0 || found.uncancelled.isEmpty else {
      outcome.add(
        .cancelsNothing, nil, "a newer request to cancel the older one under the same key",
        "no effect cancelled", count: found.uncancelled.count)
      return
    }
    for fault in found.uncancelled { add(fault, to: &outcome) }
    for fault in found.overtaken {
      outcome.add(
        .answerOvertaken, fault.action.map { Int($0) },
        "no answer after a newer request under the same key",
        "\(fault.text); the service may have answered before")
    }
  }

  private func add(_ fault: InterleavingFault, to outcome: inout CaseOutcome) {
    let (kind, expected): (VerifyFault, String) =
      switch fault.kind {
      case .order: (.orderLost, "each action to be reduced once, in order")
      case .superfluous: (.answeredAfterCancellation, "no answer after its cancellation")
      case .dropped: (.answerDropped, "each effect to end once")
      case .doubled: (.answerDoubled, "each effect to end once")
      case .state: (.effectsDiffer, "the state that the reductions produce")
      }
    outcome.add(kind, fault.action.map { Int($0) }, expected, fault.text)
  }
}
