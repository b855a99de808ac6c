import FlowHarness
import FlowResults
import Workloads

/// Checks that each of several effects in flight ends once.
@MainActor
struct EffectsCheck {
  let check: VerifyCase
  let catalogue: Catalogue
  let settings: VerifySettings

  /// The mean rate, and the number of effects that are in flight on average.
  private static let rate = 5_000.0
  private static let inFlight = 4.0
  /// The same in virtual time, in which events happen at whole milliseconds.
  private static let virtualRate = 2_000.0
  /// The maximum number of actions of an interleaving.
  private static let maxInterleaved = 150

  /// Drives a store in real time, and in virtual time if it supports that.
  func run() async throws -> CaseOutcome {
    var outcome = CaseOutcome(check)
    let request = try request(rate: Self.rate, actions: settings.actions)
    guard let parts = catalogue.effects(of: request) else {
      throw PlanError.unsupported(check.scenario.id)
    }
    let service = try EffectService(
      Self.service(rate: Self.rate), seed: request.seed, time: EffectTime(),
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
      var request = try self.request(
        rate: Self.virtualRate, actions: min(settings.actions, Self.maxInterleaved))
      request.load.isVirtual = true
      try explore(&request, into: &outcome)
    }
    return outcome
  }

  private static func service(rate: Double) -> ServiceLaw {
    ServiceLaw(latency: .uniform(fromNs: 0, toNs: UInt64(2 * inFlight / rate * 1e9)))
  }

  private func request(rate: Double, actions: Int) throws -> LoadRequest {
    let traffic: LoadTraffic
    if let trace = check.trace {
      traffic = .trace(trace.beginning(actions, rate: rate))
    } else {
      let durationNs = UInt64(Double(actions) / rate * 1e9)
      traffic = .open(
        try LoadSchedule(rate: rate, durationNs: durationNs, process: .poisson))
    }
    return LoadRequest(
      scenario: check.scenario, seed: check.randomSeed,
      load: Load(
        traffic, service: Self.service(rate: rate), drainNs: settings.drainNs, warmUpActions: 0),
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
