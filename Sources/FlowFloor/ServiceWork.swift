import FlowHarness
import Platform
package import Workloads

/// Actions that each keep the store busy for a random time; written like a workload's id.
///
/// One store that reduces them in their order is a single-server queue, whose waiting times are
/// known.
package struct ServiceWork: Hashable, Sendable {
  /// The distribution of service times.
  package enum Law: String, Sendable {
    /// M/D/1 with Poisson arrivals.
    case constant = "serve-constant"
    /// M/M/1 with Poisson arrivals.
    case exponential = "serve-exponential"
  }

  package var law: Law
  package var meanNs: UInt64

  package var id: String { "\(law.rawValue):\(meanNs)" }

  package init(_ law: Law, meanNs: UInt64) {
    self.law = law
    self.meanNs = meanNs
  }

  /// Reads a workload's id; `nil` for every other workload.
  package init?(_ id: String) {
    let parts = id.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let law = Law(rawValue: String(parts[0])),
      let meanNs = UInt64(parts[1])
    else { return nil }
    self.init(law, meanNs: meanNs)
  }

  /// The service times as a delay.
  package var delay: Delay {
    switch law {
    case .constant: .constant(ns: meanNs)
    case .exponential: .exponential(meanNs: meanNs)
    }
  }
}

/// A module whose reducer takes the time that its action states.
struct ServiceWorkFeature: LeafFeature {
  struct State: Equatable, Sendable {
    var served = 0
    var totalNs: UInt64 = 0
  }

  struct Action: Codable, Equatable, Sendable {
    let ns: UInt64
  }

  typealias Request = Never

  struct Cursor: BitwiseCopyable, Sendable {}

  private let sampler: DelaySampler
  /// The virtual time; `nil` if the reducer keeps the core busy.
  private let time: VirtualNow?
  /// A Boolean value that indicates whether the reducer takes the time; a fold that only computes
  /// the final state does not.
  private let isAtWork: Bool

  init(_ work: ServiceWork, _ time: VirtualNow?, isAtWork: Bool) {
    self.isAtWork = isAtWork
    // Both closed forms can be sampled.
    do { sampler = try DelaySampler(work.delay) } catch { preconditionFailure("\(error)") }
    self.time = time
  }

  var initialState: State { State() }
  var initialCursor: Cursor { Cursor() }

  func reduce(into state: inout State, action: Action) {
    state.served += 1
    state.totalNs &+= action.ns
    guard isAtWork else { return }
    if let time {
      time.ns.pointee += action.ns
    } else {
      let endNs = MonotonicClock.nowNs() + action.ns
      while MonotonicClock.nowNs() < endNs {}
    }
  }

  func digest(_ state: State, into digest: inout Digest) {
    digest.combine(state.served)
    digest.combine(Int(truncatingIfNeeded: state.totalNs))
  }

  func drawn(_ state: State) -> UInt64 { state.totalNs }
  func derived(_ state: State) -> UInt64 { state.totalNs }

  func nextAction(
    cursor: inout Cursor, style: ActionStyle, using random: inout SplitMix64
  ) -> Action? { Action(ns: sampler.nextNs(using: &random)) }
}
