internal import FlowTesting

/// Checks stores for properties that hold in any order of simultaneous events.
package enum ScheduleCheck {
  /// Runs the program of a seed with many simultaneous events, in several possible orders.
  ///
  /// - Throws: `ProgramFailure` with the smallest failing program found.
  /// - Returns: The number of different orders.
  @discardableResult
  package static func check(seed: UInt64, schedules: Range<UInt64> = 0..<1) throws -> Int {
    let program = ProgramGenerator.program(seed: seed, timing: .together)
    var fingerprints: Set<UInt64> = []
    for schedule in schedules {
      guard let fault = fault(program, schedule, &fingerprints) else { continue }
      let smallest = ProgramShrinker.shrink(program) { self.fault($0, schedule) != nil }
      throw ProgramFailure(
        program: smallest,
        difference: "schedule \(schedule): \(self.fault(smallest, schedule) ?? fault)")
    }
    return fingerprints.count
  }

  private static func fault(_ program: Program, _ schedule: UInt64) -> String? {
    var fingerprints: Set<UInt64> = []
    return fault(program, schedule, &fingerprints)
  }

  private static func fault(
    _ program: Program, _ schedule: UInt64, _ fingerprints: inout Set<UInt64>
  ) -> String? {
    let outcomes: [ProgramOutcome]
    do {
      outcomes = try (0..<2).map { _ in
        try ProgramRun.trace(program, seed: schedule, order: .seeded)
      }
    } catch {
      return "the program fails: \(error)"
    }
    let outcome = outcomes[0]
    fingerprints.insert(outcome.fingerprint)
    if outcomes[1].trace != outcome.trace || outcomes[1].fingerprint != outcome.fingerprint {
      return "the same seed is not the same run"
    }
    if outcome.foreignJobs > 0 { return "\(outcome.foreignJobs) jobs left virtual time" }
    return outcome.remains ?? outcome.works.fault(reduced: outcome.answers)
  }
}
