/// Says what this machine can measure, what is missing, what will spoil results, and whether the
/// build is right.
package enum Doctor {
  /// The checks, in the order of the report. Each is a function of what was found out, knows nothing
  /// of the others, and says one thing: another one is another line here.
  static let checks: [@Sendable (Examination) -> Finding] = [
    // The build.
    mode, assertions, exclusivity, allocator,
    // What can be measured.
    clock, counting, instructions, affinity,
    // What spoils it.
    others, quota, stolen, hypervisor, frequency,
  ]

  /// Examines this machine and this build, in about a second and a half.
  ///
  /// - Parameter executable: The program that is running, by its path.
  package static func report(executable: String) async -> DoctorReport {
    report(await Examination.perform(executable: executable))
  }

  /// What is to be thought of an examination.
  static func report(_ examination: Examination) -> DoctorReport {
    DoctorReport(findings: checks.map { $0(examination) })
  }
}
