import FlowHarness
import FlowResults
import Measurement
import Workloads

/// Runs one load in this process: warm-up, load, check.
@MainActor
struct LoadDriver {
  let request: LoadRequest
  /// Makes a fresh store.
  let makeParts: @MainActor () throws(PlanError) -> TrialParts
  let clock: @MainActor () -> LoadClock
  /// Where seconds are reported, if not where the load runs.
  var reporterCores: CoreAffinity?
  /// What watches the machine; `nil` where time jumps.
  var machine: MachineWatch?
  /// Hears each second, on another thread.
  let report: @Sendable (LoadSecond) -> Void
  /// Hears that the store has done its part: what follows is the check.
  var ended: @Sendable () -> Void = {}

  /// Drives a fresh store to the checked result.
  ///
  /// - Throws: `PlanError` when the store or the arrivals cannot be made.
  func run() async throws(PlanError) -> LoadOutcome {
    let warm = try makeParts()
    let verified = await warmUp(warm.subject)
    let parts = request.traffic.needsFreshStore ? try makeParts() : warm
    let feed = PageFeed(
      durationNs: request.traffic.finestNs, isVirtual: request.isVirtual, stepNs: request.stepNs)
    let reporter = LoadReporter(
      feed, arrivals: parts.oracle.arrivals(request), limit: request.maxQueue,
      stepNs: request.stepNs, cores: reporterCores,
      report: MachineWatch.watching(machine, report))
    let start = LoadStart(clock)
    let check = parts.oracle.check(request)
    let ends = request.traffic.hasWaitingUsers && check == nil ? EndLog() : nil
    var result = try await driveLoad(
      parts.subject,
      LoadJob(request: request, start: start, feed: feed, ends: ends, check: check))
    let spentNs = ProcessCPUClock.nowNs() - start.cpuNs
    feed.close()
    let log = reporter.join()
    result.stages = log.times(stageCount: request.traffic.stageEndsNs.count)
    var outcome = LoadOutcome(
      result: result, cpuNs: request.isVirtual ? nil : spentNs, digest: verified)
    outcome.statistics =
      LoadAnalysis(request: request, result: result, log: log, pauses: machine?.stop()).statistics
    let end = await parts.subject.digest()
    // Not before: a store may hang when it is read, too.
    ended()
    if case .trace(let trace) = request.traffic, let recorded = trace.digest,
      result.abandoned == 0, end != recorded
    {
      outcome.void(
        "wrong digest: the trace says that its actions end in \(String(recorded, radix: 16))")
    }
    if verified != warm.expectedDigests([request.warmUpActions])[0]
      || end != check?.digest ?? parts.oracle.digest(request, result.completed, ends)
    {
      outcome.void("wrong digest: the state differs from the floor's")
    }
    return outcome
  }

  private func driveLoad(
    _ subject: TrialSubject, _ job: LoadJob
  ) async throws(PlanError) -> LoadResult {
    do {
      return try await subject.driveLoad(job)
    } catch let fault as TraceFault {
      throw .trace("\(fault)")
    } catch { throw .refused(option: "--think", reason: "\(error)") }
  }

  /// Sends what is not reported, as fast as it goes.
  private func warmUp(_ subject: TrialSubject) async -> UInt64 {
    var left = request.warmUpActions
    while left > 0 {
      let size = min(left, subject.capacity)
      subject.refill(size)
      _ = await subject.drive(false, .clocks)
      left -= size
    }
    return await subject.digest()
  }
}
