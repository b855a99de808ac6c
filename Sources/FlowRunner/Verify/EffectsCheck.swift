import FlowHarness
import FlowResults
import Workloads

/// Has several effects in flight, answered by a service, and looks at what has become of each.
@MainActor
struct EffectsCheck {
  let check: VerifyCase
  let catalogue: Catalogue
  let settings: VerifySettings

  /// Mean actions a second, and how long the service takes: several are always in flight.
  private static let rate = 2_000.0
  private static let service = ServiceLaw(latency: .uniform(fromNs: 0, toNs: 4_000_000))

  /// Drives a store in real time, and where it can be moved some in virtual time, too.
  ///
  /// - Throws: `PlanError` for a scenario that the catalogue does not have, and what making the load
  ///   throws.
  func run() async throws -> CaseOutcome {
    var findings = StepFindings(check)
    var outcome = CaseOutcome()
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
    add(found, to: &findings)
    let sent = events.count { if case .reduced = $0 { true } else { false } }
    outcome.tried = [CaseOutcome.Tried(claim: .effects, actions: sent)]
    if found.cancelled + found.uncancelled.count + found.overtaken.count > 0 {
      outcome.tried.append(CaseOutcome.Tried(claim: .cancellation, actions: sent))
    }
    if parts.explore != nil {
      request.isVirtual = true
      try explore(&request, into: &findings)
    }
    outcome.findings = findings.all
    return outcome
  }

  private func request() throws -> LoadRequest {
    let durationNs = UInt64(Double(settings.actions) / Self.rate * 1e9)
    let schedule = try LoadSchedule(
      .steady, rate: Self.rate, durationNs: durationNs, process: .poisson)
    return LoadRequest(
      scenario: check.scenario, round: 0, seed: check.randomSeed, traffic: .open(schedule),
      service: Self.service, drainNs: settings.drainNs, warmUpActions: 0, workDirectory: "")
  }

  /// Tries several orders of what happens at one instant.
  private func explore(
    _ request: inout LoadRequest, into findings: inout StepFindings
  ) throws {
    for run in 0..<settings.interleavings {
      request.seed = splitSeed(check.randomSeed, "interleaving:\(run)")
      guard let explored = try catalogue.effects(of: request)?.explore?() else { return }
      if let fault = explored.fault {
        add(fault, to: &findings)
      } else if let violation = explored.violation {
        findings.add(.effectsDiffer, nil, "all effects to end in virtual time", violation)
      }
    }
  }

  /// Takes over what the events of a load show.
  private func add(_ found: InterleavingFindings, to findings: inout StepFindings) {
    for fault in found.faults { add(fault, to: &findings) }
    // Who cancels nothing has chosen so; who cancels some must cancel all.
    guard found.cancelled > 0 || found.uncancelled.isEmpty else {
      findings.add(
        .cancelsNothing, nil, "a newer request to cancel the older one under the same key",
        "no effect cancelled", count: found.uncancelled.count)
      return
    }
    for fault in found.uncancelled { add(fault, to: &findings) }
    for fault in found.overtaken {
      findings.add(
        .answerOvertaken, fault.action.map { Int($0) },
        "no answer after a newer request under the same key",
        "\(fault.text); the service may have answered before")
    }
  }

  private func add(_ fault: InterleavingFault, to findings: inout StepFindings) {
    let action = fault.action.map { Int($0) }
    switch fault.kind {
    case .order:
      findings.add(.orderLost, action, "each action to be reduced once, in order", fault.text)
    case .superfluous:
      findings.add(
        .answeredAfterCancellation, action, "no answer after its cancellation", fault.text)
    case .dropped:
      findings.add(.answerDropped, action, "each effect to end once", fault.text)
    case .doubled:
      findings.add(.answerDoubled, action, "each effect to end once", fault.text)
    case .state:
      findings.add(
        .effectsDiffer, action, "the state that the reductions make", fault.text)
    }
  }
}
