import FlowHarness
import FlowResults
import FlowTesting
import Measurement
import PlainText
import Platform
import Workloads

/// Sends to stores whose effects complete at once.
struct StoreSender: LoadSender {
  let request: LoadRequest
  let time: VirtualNow?
  private let makeParts: @MainActor () throws(PlanError) -> TrialParts
  private var parts: TrialParts
  let slices: SliceQueue
  private let ends: ResponseTimeLog?
  private var digest: UInt64 = 0
  private var isWarmUpRight = false

  init(
    request: LoadRequest, time: VirtualNow?,
    makeParts: @escaping @MainActor () throws(PlanError) -> TrialParts
  ) throws(PlanError) {
    self.request = request
    self.time = time
    self.makeParts = makeParts
    parts = try makeParts()
    slices = SliceQueue(request)
    ends = request.load.traffic.hasUsers ? ResponseTimeLog() : nil
  }

  var arrivals: (@Sendable () -> ArrivalInstants)? { parts.oracle.arrivals(request) }

  mutating func warmUp() async throws(PlanError) -> String? {
    var left = request.load.warmUpActions
    while left > 0 {
      let size = min(left, parts.subject.capacity)
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
      left -= size
    }
    digest = await parts.subject.digest()
    isWarmUpRight = digest == parts.expectedDigests([request.load.warmUpActions])[0]
    if request.load.traffic.needsFreshStore { parts = try makeParts() }
    return nil
  }

  mutating func send() async throws -> LoadOutcome {
    let start = ClockStart { [time] in time.map { PacingClock($0) } ?? PacingClock() }
    let job = LoadJob(request: request, start: start, queue: slices, ends: ends)
    do {
      let result = try await parts.subject.driveLoad(job)
      return LoadOutcome(
        result: result,
        cpuNs: request.load.isVirtual ? nil : ProcessCPUClock.nowNs() - start.cpuNs, digest: digest)
    } catch let error as DelayError {
      throw PlanError.refused(option: "--think", reason: "\(error)")
    }
  }

  func check(_ outcome: inout LoadOutcome, _ ended: () -> Void) async {
    let end = await parts.subject.digest()
    ended()
    let result = outcome.result
    if case .trace(let trace) = request.load.traffic, let recorded = trace.digest,
      result.abandoned == 0, end != recorded
    {
      outcome.void(
        "wrong digest: the trace says that its actions end in \(String(recorded, radix: 16))")
    }
    let isEqual =
      isWarmUpRight && end == parts.oracle.digest(request, result.completed, ends)
    if let listed = parts.subject.listed {
      outcome.digest = nil
      if let fault = listed.fault(isEqual: isEqual) {
        outcome.void(fault)
      } else if outcome.isValid, let warning = listed.warning {
        outcome.warn(SummaryRow.workPrefix + warning)
      }
    } else if !isEqual {
      outcome.void("wrong digest: the state differs from the floor's")
    }
  }
}

/// Sends to stores whose effects call a service.
struct EffectSender: LoadSender {
  let request: LoadRequest
  let parts: EffectParts
  let slices: SliceQueue
  private let time: VirtualTime?
  private var digest: UInt64 = 0

  init(request: LoadRequest, parts: EffectParts) {
    self.request = request
    self.parts = parts
    slices = SliceQueue(request)
    time = request.load.isVirtual ? VirtualTime(seed: request.seed, order: .firstInFirstOut) : nil
  }

  var arrivals: (@Sendable () -> ArrivalInstants)? { parts.oracle.arrivals(request) }

  func warmUp() async throws(PlanError) -> String? { nil }

  mutating func send() async throws(PlanError) -> LoadOutcome {
    guard let law = request.load.service else { preconditionFailure("effects have a service") }
    let cpuNs = ProcessCPUClock.nowNs()
    do {
      let service = try EffectService(
        law, seed: request.seed, time: time.map { EffectTime($0.clock) } ?? EffectTime(),
        line: request.load.maxQueue, hasUsers: request.load.traffic.hasUsers,
        record: ServiceRecord(
          SliceRecorder(
            stageEndsNs: request.load.traffic.stageEndsNs, queue: slices, notesStalls: false)
        )
      )
      let end = try await parts.drive(EffectJob(request: request, service: service, time: time))
      let spentNs = ProcessCPUClock.nowNs() - cpuNs
      let (result, effects) = service.close(unsent: end.unsent)
      return LoadOutcome(
        result: result, cpuNs: request.load.isVirtual ? nil : spentNs, digest: end.digest,
        effects: effects)
    } catch { throw .refused(option: "--latency", reason: "\(error)") }
  }

  func check(_ outcome: inout LoadOutcome, _ ended: () -> Void) {
    ended()
    if let effects = outcome.effects,
      let fault = fault(effects, outcome.result) ?? virtualFault(effects, outcome)
    {
      outcome.void(fault)
    }
    if let time, time.foreignJobs > 0, outcome.isValid {
      outcome.void(
        "\(CountText.text(time.foreignJobs, "job")) left virtual time: the run cannot be repeated")
    }
  }

  /// Returns the violated condition of real and virtual time.
  private func fault(_ effects: EffectCounts, _ result: LoadResult) -> String? {
    if effects.stray > 0 {
      return "\(CountText.text(effects.stray, "answer")) came twice, or after their cancellation"
    }
    // Some effects of an abandoned load are still in flight.
    guard result.abandoned == 0, effects.ended != effects.asked else { return nil }
    return "\(CountText.text(effects.asked, "effect")) asked for, \(effects.ended) ended"
  }

  /// Returns the violated condition of virtual time: counts and state equal those of a simulation
  /// by events.
  private func virtualFault(_ effects: EffectCounts, _ outcome: LoadOutcome) -> String? {
    guard request.load.isVirtual, outcome.result.abandoned == 0, let digest = outcome.digest
    else { return nil }
    let found = EventFoldResult(
      asked: effects.asked, answered: effects.answered, failed: effects.failed,
      timedOut: effects.timedOut, cancelled: effects.cancelled,
      dropped: outcome.result.dropped, digest: digest)
    // The fold makes the same requests as the load, which was run.
    guard let fold = try? parts.fold(), fold != found else { return nil }
    return fold.digest == found.digest
      ? "the effects are not those of a simulation by events"
      : "wrong digest: the state differs from that of a simulation by events"
  }
}

extension SliceQueue {
  /// The slices of a load that one thread sends.
  convenience init(_ request: LoadRequest) {
    self.init(
      durationNs: request.load.traffic.durationNs, isVirtual: request.load.isVirtual)
  }
}
