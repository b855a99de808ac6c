import FlowHarness
import FlowResults
import Measurement
import PlainText
import Platform
import Workloads

/// Refuses rates that nobody can send on this machine, before a load is driven.
///
/// Whoever sends and the store share a thread, so the highest rate of all is that of the loop itself with
/// everything due at once, in a store that is nothing but a fold: ``LoadRequest/asFastAsPossible`` tries
/// it in a process of its own.
@MainActor
enum GeneratorRate {
  /// Up to this rate nothing is tried: every machine reaches it.
  static let freeRate = 100_000.0
  /// What was reached may be exceeded by this: how fast a core is differs from one try to the next.
  static let margin = 1.25
  /// How often it is tried at most: the most that was reached counts.
  static let maxTries = 3

  /// The highest rate of the loads in real time that come on a schedule, and which load it is of; `nil`
  /// where none is above ``freeRate``.
  static func demand(of plans: [LoadPlan]) -> (rate: Double, plan: LoadPlan)? {
    plans.compactMap { plan in plan.highestRate.map { ($0, plan) } }
      .filter { $0.0 > freeRate }.max { $0.0 < $1.0 }
  }

  /// Whether a rate can be sent, by tries of which each says what it reached; `nil` when it can, else
  /// the most that was reached.
  ///
  /// - Parameter attempt: One try, in actions a second; `nil` when nobody knows, and then no rate is refused.
  static func shortfall(
    of rate: Double, attempt: @MainActor () async -> Double?
  ) async -> Double? {
    var most = 0.0
    for _ in 0..<maxTries {
      guard let reached = await attempt() else { return nil }
      most = max(most, reached)
      if rate <= most * margin { return nil }
    }
    return most
  }

  /// Refuses the loads of which nobody can send the highest rate.
  ///
  /// - Parameter executable: The program that answers to `child`.
  /// - Throws: `PlanError`, with what this machine reaches.
  static func check(_ plans: [LoadPlan], executable: String) async throws(PlanError) {
    guard let (rate, plan) = demand(of: plans),
      let most = await shortfall(
        of: rate, attempt: { await attempt(for: plan, executable: executable) })
    else { return }
    throw refusal(of: rate, plan.traffic, reached: most)
  }

  /// Why a rate is refused.
  static func refusal(of rate: Double, _ traffic: LoadTraffic, reached: Double) -> PlanError {
    let isStaged = if case .open(let schedule) = traffic { schedule.isStaged } else { false }
    return .outOfRange(
      option: isStaged ? "--stage" : "--rate",
      rule: "must be a rate that can be sent on this machine, whose generator reaches "
        + "\(CountText.grouped(Int(reached))) actions a second against \(FloorDesign.id); "
        + "lower it or, with effects that take time, add --virtual",
      value: "\(CountText.grouped(Int(rate))) at the highest in \(traffic)")
  }

  /// What the loop reaches, in actions a second.
  private static func attempt(for plan: LoadPlan, executable: String) async -> Double? {
    guard let request = LoadRequest.asFastAsPossible(seed: plan.seed),
      case .finished(let outcome) = await ChildProcess(executable: executable)
        .run(LoadTask.self, request, step: { _ in }),
      outcome.isValid
    else { return nil }
    return reached(in: outcome.result)
  }

  /// What the loop reaches where everything is due at once, in actions a second: the reciprocal of the
  /// median time from the end of one action to the end of the next. Its mean would count whoever else
  /// had the core meanwhile.
  static func reached(in result: LoadResult) -> Double? {
    let times = result.whole
    guard let serviceNs = times.service.percentileNs(50),
      let delayNs = times.generatorDelay.percentileNs(50), serviceNs + delayNs > 0
    else { return nil }
    return 1e9 / Double(serviceNs + delayNs)
  }
}

extension LoadRequest {
  /// Five million actions within 5 ms, of which as many are done as can be in 150 ms more.
  fileprivate static func asFastAsPossible(seed: UInt64) -> LoadRequest? {
    let schedule = try? LoadSchedule(
      .steady, rate: RateSegment.rates.upperBound, durationNs: 5_000_000, process: .constant)
    guard let schedule else { return nil }
    return LoadRequest(
      scenario: Scenario(
        workload: CalibrationWork.spin(steps: 0).id, topology: .single, features: 1, groups: 1,
        distribution: .uniform, views: .none, observers: 0, storage: .memory,
        design: FloorDesign.id, affinity: Affinity.isSupported ? .pinned : nil),
      round: 0, seed: seed, traffic: .open(schedule), drainNs: 150_000_000,
      warmUpActions: 10_000, workDirectory: "")
  }
}

extension LoadPlan {
  /// The highest rate at which actions are to come in real time; `nil` where it depends on who was served,
  /// or where time jumps.
  fileprivate var highestRate: Double? {
    guard !isVirtual, case .open(let schedule) = traffic else { return nil }
    return schedule.profile.segments.map { max($0.fromRate, $0.toRate) }.max()
  }
}
