package import Workloads

/// One load as the child process is asked for it.
@usableFromInline
package struct LoadRequest: Codable, Equatable, Sendable {
  @usableFromInline package var scenario: Scenario
  var round: Int
  package var seed: UInt64
  package var traffic: LoadTraffic
  /// What effects call; nil: they answer at once.
  package var service: ServiceLaw?
  /// How many actions may wait; nil: as many as come.
  package var maxQueue: Int?
  /// How long after the last arrival those who wait are still served.
  package var drainNs: UInt64
  /// Actions sent one after the other before the load begins.
  package var warmUpActions: Int
  /// Whether time jumps instead of passing.
  package var isVirtual = false
  /// How long each part of the load is that is reported, in nanoseconds; whole seconds.
  package var stepNs: UInt64 = 1_000_000_000
  /// Where features that keep files may write.
  package var workDirectory: String

  package init(
    scenario: Scenario, round: Int, seed: UInt64, traffic: LoadTraffic, service: ServiceLaw? = nil,
    maxQueue: Int? = nil, drainNs: UInt64, warmUpActions: Int, isVirtual: Bool = false,
    stepNs: UInt64 = 1_000_000_000, workDirectory: String
  ) {
    self.scenario = scenario
    self.round = round
    self.seed = seed
    self.traffic = traffic
    self.service = service
    self.maxQueue = maxQueue
    self.drainNs = drainNs
    self.warmUpActions = warmUpActions
    self.isVirtual = isVirtual
    self.stepNs = stepNs
    self.workDirectory = workDirectory
  }
}
