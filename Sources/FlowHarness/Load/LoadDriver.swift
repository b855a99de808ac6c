import Measurement
import Workloads

/// Runs one load in this process: warm-up, load, check.
@MainActor
struct LoadDriver {
  let request: LoadRequest
  let parts: TrialParts
  let clock: @MainActor () -> LoadClock
  /// Hears each second, on another thread.
  let report: @Sendable (LoadSecond) -> Void

  /// Drives a fresh store to the checked result.
  ///
  /// - Throws: `PlanError` when the arrivals cannot be made.
  func run() async throws(PlanError) -> LoadOutcome {
    let arrivals = try arrivals()
    let proof = await warmUp()
    let feed = SecondFeed()
    let reporter = SecondReporter(
      feed, schedule: request.traffic.schedule(seed: request.seed), limit: request.backlog,
      report: report)
    let cpuNs = ProcessCPUClock.nowNs()
    let tally = await parts.subject.pace(
      LoadJob(
        line: WaitingLine(arrivals, limit: request.backlog), clock: clock(),
        endNs: request.traffic.durationNs + request.drainNs, feed: feed,
        stageEndsNs: request.traffic.stageEndsNs))
    let spentNs = ProcessCPUClock.nowNs() - cpuNs
    feed.close()
    reporter.join()
    var outcome = LoadOutcome(tally: tally, cpuNs: spentNs, digest: proof)
    let counts = [request.warmUpActions, request.warmUpActions + tally.completed]
    let end = await parts.subject.digest()
    if [proof, end] != parts.expectedDigests(counts) {
      outcome.void("wrong digest: the state differs from the floor's")
    }
    return outcome
  }

  private func arrivals() throws(PlanError) -> Arrivals {
    do { return try request.traffic.arrivals(seed: request.seed) } catch {
      throw .refused(option: "--think", reason: "\(error)")
    }
  }

  /// Sends what is not reported, as fast as it goes.
  private func warmUp() async -> UInt64 {
    var left = request.warmUpActions
    while left > 0 {
      let size = min(left, parts.subject.capacity)
      parts.subject.refill(size)
      _ = await parts.subject.drive(false, .clocks)
      left -= size
    }
    return await parts.subject.digest()
  }
}
