import FlowTrace
public import Workloads

/// What is known of a load beforehand: when its actions come, and what so many of them end in.
@MainActor
@usableFromInline
package struct LoadOracle {
  /// The instants at which actions are meant to come, made by whoever calls the result; `nil` where
  /// they depend on who was served.
  package let arrivals: (LoadRequest) -> (@Sendable () -> ArrivalInstants)?
  /// The digest after the warm-up, if there is one, and so many actions of the load.
  ///
  /// Who acts next where users wait for the ends of their actions follows from these, which the log has.
  package let digest: (LoadRequest, _ completed: Int, EndLog?) -> UInt64
  /// What folds the actions of a load as they are sent; `nil` where that would be measured.
  package let check: (LoadRequest) -> (any LoadCheck)?

  init(
    arrivals: @escaping (LoadRequest) -> (@Sendable () -> ArrivalInstants)?,
    digest: @escaping (LoadRequest, _ completed: Int, EndLog?) -> UInt64,
    check: @escaping (LoadRequest) -> (any LoadCheck)? = { _ in nil }
  ) {
    self.arrivals = arrivals
    self.digest = digest
    self.check = check
  }

  /// The oracle of a feature.
  ///
  /// - Parameter input: Makes the feature, with dependencies of its own.
  @inlinable
  init<F: Feature>(_ input: @escaping () -> TrialInput<F>) {
    self.init(input) { plainFoldDigests($0, after: [$1])[0] }
  }

  /// The oracle of a feature.
  ///
  /// - Parameter fold: The digest after so many actions of the stream, made for the feature where it
  ///   is named.
  @usableFromInline
  init<F: Feature>(
    _ input: @escaping () -> TrialInput<F>, fold: @escaping (TrialInput<F>, Int) -> UInt64
  ) {
    check = { request in
      guard case .users = request.traffic, request.isVirtual else { return nil }
      return LoadFold(input().feature)
    }
    arrivals = { request in
      if let schedule = request.traffic.schedule(seed: request.seed) {
        return {
          var schedule = schedule
          return { schedule.next() }
        }
      }
      if case .trace(let trace) = request.traffic {
        guard trace.speed != nil else { return nil }
        return { trace.instants() }
      }
      guard case .users(let users) = request.traffic, !users.waits else { return nil }
      let feature = input().feature
      return {
        // The load's own reading tells of delays that cannot be read.
        guard var crowd = try? users.crowd(of: feature, request) else { return { nil } }
        return { crowd.next()?.atNs }
      }
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

  /// What the first actions of users end in.
  ///
  /// - Parameter ends: When the actions of those ended who wait for that; `nil` where nobody does.
  private static func digest<F: Feature>(
    of crowd: consuming Crowd<F>, after count: Int, _ feature: F, _ ends: EndLog?
  ) -> UInt64 {
    var fold = Floor(feature)
    var times = ends?.times()
    for _ in 0..<count {
      if ends == nil {
        guard let next = crowd.next() else { break }
        fold.send(next.action)
      } else {
        guard let next = crowd.nextWaiting() else { break }
        fold.send(next.action)
        // The last one's end is followed by nobody.
        if let ns = times?.next() { crowd.ended(next.user, atNs: next.atNs + ns) }
      }
    }
    return fold.digest
  }

  /// What the first actions of a trace end in.
  private static func digest<F: Feature>(
    of trace: LoadTrace, after count: Int, _ feature: F
  ) -> UInt64 {
    var fold = Floor(feature)
    var left = count
    // The load's own reading tells of a trace that cannot be read.
    var sent = try? SentActions(reading: trace.path, for: feature)
    while left > 0, let next = try? sent?.next() {
      fold.send(next.action)
      left -= 1
    }
    return fold.digest
  }
}
