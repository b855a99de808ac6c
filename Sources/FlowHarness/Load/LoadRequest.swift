import Workloads

/// One load as the child process is asked for it.
@usableFromInline
struct LoadRequest: Codable, Equatable, Sendable {
  @usableFromInline var scenario: Scenario
  var round: Int
  var seed: UInt64
  var traffic: LoadTraffic
  /// What effects call; nil: they answer at once.
  var service: ServiceLaw?
  /// How many actions may wait; nil: as many as come.
  var backlog: Int?
  /// How long after the last arrival those who wait are still served.
  var drainNs: UInt64
  /// Actions sent one after the other before the load begins.
  var warmUpActions: Int
  /// Whether time jumps instead of passing.
  var isVirtual = false
  /// Where features that keep files may write.
  var workDirectory: String
}

/// What the child says, a line each.
enum LoadMessage: Codable {
  /// Another second is over, or several where time jumps.
  case seconds([LoadSecond])
  /// All is over.
  case ended(LoadOutcome)
}

/// One second of a load.
struct LoadSecond: Codable, Equatable {
  /// When it ended, since the start.
  var endNs: UInt64
  /// Actions meant to come in it; `nil` where nobody knows before they have come.
  var offered: Int?
  var completed: Int
  var dropped: Int
  /// Actions that have come by its end and are neither done nor turned away.
  var backlog: Int?
  /// Response times of the actions that ended in it; `nil` when there were too few to know.
  var p50Ns: UInt64?
  var p99Ns: UInt64?
  var greatestNs: UInt64?
}

/// What a load found.
struct LoadOutcome: Codable, Equatable {
  var tally: LoadTally
  /// Processor time of all threads; nil where time jumps.
  var cpuNs: UInt64?
  var digest: UInt64
  /// What became of effects that took time; nil where they answer at once.
  var effects: EffectCounts?
  var isValid = true
  /// Whether all threads ran on one core; `nil` when nobody asked for that.
  var isPinned: Bool?
  /// Why it is not valid, or what to doubt.
  var reason: String?

  /// Adds a doubt; the load stays valid.
  mutating func doubt(_ text: String) { reason = reason.map { "\($0); \(text)" } ?? text }

  /// Takes away everybody's trust.
  mutating func void(_ text: String) {
    isValid = false
    reason = text
  }
}
