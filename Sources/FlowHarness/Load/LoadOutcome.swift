package import Measurement

/// One second of a load.
package struct LoadSecond: Codable, Equatable {
  /// When it ended, since the start.
  package var endNs: UInt64
  /// Actions meant to come in it; `nil` where nobody knows before they have come.
  package var offered: Int?
  package var completed: Int
  package var dropped: Int
  /// Actions that have come by its end and are neither done nor turned away.
  package var inSystem: Int?
  /// Response times of the actions that ended in it; `nil` when there were too few to know.
  package var p50Ns: UInt64?
  package var p99Ns: UInt64?
  package var maxNs: UInt64?
  /// How long a thread that watches the clock stood still in it; `nil` where none could.
  package var pausedNs: UInt64?
  /// Processor time that the hypervisor gave to others in it, of all cores; `nil` where nobody says.
  package var stolenNs: UInt64?
}

/// What a load found.
package struct LoadOutcome: Codable, Equatable {
  package var result: LoadResult
  /// Processor time of all threads; nil where time jumps.
  package var cpuNs: UInt64?
  package var digest: UInt64
  /// What became of effects that took time; nil where they answer at once.
  package var effects: EffectCounts?
  package var isValid = true
  /// Whether all threads ran on one core; `nil` when nobody asked for that.
  package var isPinned: Bool?
  /// What its times are worth; `nil` where nothing took any.
  package var statistics: LoadStatistics?
  /// How its workers fared, each by itself; `nil` where one thread sends.
  package var workers: WorkerShares?
  /// Why it is not valid, or warnings about it.
  package var reason: String?

  package init(
    result: LoadResult, cpuNs: UInt64? = nil, digest: UInt64, effects: EffectCounts? = nil,
    isValid: Bool = true, isPinned: Bool? = nil, reason: String? = nil
  ) {
    self.result = result
    self.cpuNs = cpuNs
    self.digest = digest
    self.effects = effects
    self.isValid = isValid
    self.isPinned = isPinned
    self.reason = reason
  }

  /// The times that are reported: of the steady part, where there is one.
  package var times: ActionLatencies { statistics?.times ?? result.whole }

  /// Adds a warning; the load stays valid.
  package mutating func warn(_ text: String) { reason = reason.map { "\($0); \(text)" } ?? text }

  /// Takes away everybody's trust.
  package mutating func void(_ text: String) {
    isValid = false
    reason = text
  }
}

/// How evenly a load's workers were served.
package struct WorkerShares: Codable, Equatable {
  /// The share of the actions of each that had ended by the end of the schedule: who has to wait
  /// has less; `nil` where none was meant to come.
  package var completedInTime: [Double?]
  /// The 99th percentile of the response of each; `nil` when there were too few to know.
  package var p99Ns: [Double?]

  package init(completedInTime: [Double?], p99Ns: [Double?]) {
    self.completedInTime = completedInTime
    self.p99Ns = p99Ns
  }
}

/// What a load has come to.
@usableFromInline
package struct LoadResult: Codable, Equatable, Sendable {
  /// The times of the actions of each stage, by when they were meant to come; filled in once the pages
  /// of the load are read.
  package var stages: [ActionLatencies] = []
  /// Actions that were done.
  package var completed: Int
  /// Actions that came to a full line and were turned away.
  package var dropped: Int
  /// Actions that had come, or were to come, when the load was given up.
  package var abandoned: Int
  /// When the last action ended, since the start.
  package var endedNs: UInt64
  /// When the load began, by the clock that it reads.
  package var startNs: UInt64 = 0
  /// What held it up.
  package var stalls: [LoadStall] = []

  package init(
    completed: Int, dropped: Int, abandoned: Int, endedNs: UInt64, startNs: UInt64 = 0,
    stalls: [LoadStall] = []
  ) {
    self.completed = completed
    self.dropped = dropped
    self.abandoned = abandoned
    self.endedNs = endedNs
    self.startNs = startNs
    self.stalls = stalls
  }

  /// The times of all stages together.
  package var whole: ActionLatencies {
    stages.dropFirst().reduce(into: stages.first ?? ActionLatencies()) { $0.add($1) }
  }
}
