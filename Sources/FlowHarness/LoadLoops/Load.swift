package import Workloads

/// A load: the actions that a store receives, and the service that its effects call.
///
/// The options of a command are parsed into this value. Plans contain it, child processes receive it,
/// and its text names the load in results.
@usableFromInline
package struct Load: Codable, Equatable, Sendable {
  package var traffic: LoadTraffic
  /// The service that effects call; `nil` if they complete at once.
  package var service: ServiceLaw?
  /// The maximum number of waiting actions; `nil` without a maximum.
  package var maxQueue: Int?
  /// The time after the last arrival for serving the queue.
  package var drainNs: UInt64
  /// The number of actions that are sent before the load begins.
  package var warmUpActions: Int
  package var isVirtual: Bool

  /// - Parameter drainNs: The time for serving the queue; `nil` for that of the traffic.
  package init(
    _ traffic: LoadTraffic, service: ServiceLaw? = nil, maxQueue: Int? = nil,
    drainNs: UInt64? = nil, warmUpActions: Int = 10_000, isVirtual: Bool = false
  ) {
    self.traffic = traffic
    self.service = service
    self.maxQueue = maxQueue
    self.drainNs = drainNs ?? traffic.standardDrainNs
    self.warmUpActions = warmUpActions
    self.isVirtual = isVirtual
  }

  /// The paths of the files that every process reads.
  package var inputFiles: [String] {
    switch traffic {
    case .open: [service?.latency.file].compactMap(\.self)
    case .closed(_, let think, _): [service?.latency.file, think.file].compactMap(\.self)
    case .users(let users):
      [service?.latency.file, users.think.file, users.away?.file].compactMap(\.self)
    case .trace(let trace): [service?.latency.file].compactMap(\.self) + [trace.path]
    }
  }

  /// Returns the same load at another rate; only for a constant rate.
  package func at(rate: Double) throws(RateError) -> Load {
    guard case .open(let schedule) = traffic else { return self }
    var load = self
    load.traffic = .open(
      try LoadSchedule(rate: rate, durationNs: traffic.durationNs, process: schedule.process))
    return load
  }
}

extension Load: CustomStringConvertible {
  /// The traffic and the service, as text without spaces.
  @usableFromInline package var description: String {
    service.map { "\(traffic):service:\($0)" } ?? "\(traffic)"
  }
}

/// The load of one scenario, for a child process.
@usableFromInline
package struct LoadRequest: Codable, Equatable, Sendable {
  @usableFromInline package var scenario: Scenario
  /// The seed of the actions, their arrivals and the service.
  package var seed: UInt64
  package var load: Load
  /// The directory of features that write files.
  package var workDirectory: String

  package init(scenario: Scenario, seed: UInt64, load: Load, workDirectory: String) {
    self.scenario = scenario
    self.seed = seed
    self.load = load
    self.workDirectory = workDirectory
  }
}
