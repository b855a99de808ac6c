import FlowTrace
import Foundation
public import Workloads

/// Returns the next instant of a load's arrivals; `nil` after the last.
package typealias ArrivalInstants = () -> UInt64?

/// The expected arrivals and states of a load.
@MainActor
@usableFromInline
package struct LoadOracle {
  /// Makes the instants of the arrivals; `nil` if they depend on the store.
  package let arrivals: (LoadRequest) -> (@Sendable () -> ArrivalInstants)?
  /// Returns the digest after the warm-up and a number of actions; the actions of users who wait
  /// depend on the log of their response times.
  package let digest: (LoadRequest, _ completed: Int, ResponseTimeLog?) -> UInt64

  init(
    arrivals: @escaping (LoadRequest) -> (@Sendable () -> ArrivalInstants)?,
    digest: @escaping (LoadRequest, _ completed: Int, ResponseTimeLog?) -> UInt64
  ) {
    self.arrivals = arrivals
    self.digest = digest
  }

  /// Creates the oracle of a feature.
  ///
  /// - Parameter input: Makes the feature, with its own dependencies.
  @inlinable
  init<F: Feature>(_ input: @escaping () -> TrialInput<F>) {
    self.init(input) { plainFoldDigests($0, after: [$1])[0] }
  }

  /// - Parameter fold: Returns the digest after a number of actions, specialised for the feature.
  @usableFromInline
  init<F: Feature>(
    _ input: @escaping () -> TrialInput<F>, fold: @escaping (TrialInput<F>, Int) -> UInt64
  ) {
    arrivals = { request in
      if let schedule = request.traffic.schedule(seed: request.seed) {
        return {
          var schedule = schedule
          return { schedule.next() }
        }
      }
      guard case .trace(let trace) = request.traffic, trace.speed != nil else { return nil }
      return { trace.instants() }
    }
    digest = { request, completed, ends in
      let input = input()
      if case .trace(let trace) = request.traffic {
        return Self.digest(of: trace, after: completed, input.feature)
      }
      guard case .users(let users) = request.traffic,
        let crowd = try? users.crowd(of: input.feature, request)
      else { return fold(input, request.warmUpActions + completed) }
      return Self.digest(of: crowd, after: completed, input.feature, ends)
    }
  }

  /// Returns the digest after the first actions of users.
  private static func digest<F: Feature>(
    of crowd: consuming UserSimulation<F>, after count: Int, _ feature: F, _ ends: ResponseTimeLog?
  ) -> UInt64 {
    var fold = Floor(feature)
    var times = ends?.times()
    for _ in 0..<count {
      guard let next = crowd.next() else { break }
      fold.send(next.action)
      // The end of the last action has no successor.
      if let ns = times?.next() { crowd.ended(next.user, atNs: next.atNs + ns) }
    }
    return fold.digest
  }

  /// Returns the digest after the first actions of a trace.
  private static func digest<F: Feature>(
    of trace: TraceReplay, after count: Int, _ feature: F
  ) -> UInt64 {
    var fold = Floor(feature)
    for next in ReplayedActions(reading: trace.path, for: feature).sent.prefix(count) {
      fold.send(next.action)
    }
    return fold.digest
  }
}

extension TraceReplay {
  /// Returns the instants of the actions; none if they depend on the store.
  func instants() -> ArrivalInstants {
    guard let speed, var reader = try? TraceReader<IgnoredAction>(reading: URL(filePath: path))
    else { return { nil } }
    var left = sentCount
    return {
      while left > 0, let entry = try? reader.next() {
        guard case .action(let traced) = entry, !traced.isAnswer else { continue }
        left -= 1
        return Self.scaled(traced.atNs ?? 0, by: speed)
      }
      return nil
    }
  }
}

/// An action of any type, which is not decoded.
package struct IgnoredAction: Decodable {
  package init(from decoder: any Decoder) {}
}
