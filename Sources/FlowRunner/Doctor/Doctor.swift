import FlowResults

/// Reports what this machine can measure, what is missing, what disturbs results, and whether the build is
/// right.
package enum Doctor {
  /// The checks, in the order of the report: each is a function of the examination.
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

  /// Returns the report of an examination.
  static func report(_ examination: Examination) -> DoctorReport {
    DoctorReport(findings: checks.map { $0(examination) })
  }
}

extension Doctor {
  private static let rebuild = "swift build -c release --product \(Executable.name)"

  static func mode(_ found: Examination) -> Finding {
    guard found.build.isDebug else {
      return Finding(.fine, "build", "release, Swift \(found.build.swift)")
    }
    return Finding(
      .wrong, "build", "debug, Swift \(found.build.swift): it measures the compiler",
      remedy: rebuild)
  }

  static func assertions(_ found: Examination) -> Finding {
    guard found.build.assertsAreOn else {
      return Finding(.fine, "assertions", "off, as in an app that ships")
    }
    return Finding(
      .wrong, "assertions", "on: they are measured with the stores", remedy: rebuild)
  }

  static func exclusivity(_ found: Examination) -> Finding {
    switch found.build.trapsOverlaps {
    case true?:
      return Finding(.fine, "exclusivity", "overlapping accesses are trapped, as in an app")
    case false?:
      return Finding(
        .wrong, "exclusivity", "overlapping accesses go unnoticed: stores cost less than in an app",
        remedy: "build without -enforce-exclusivity=unchecked")
    case nil:
      return Finding(
        .missing, "exclusivity",
        "it could not be found out whether overlapping accesses are trapped"
      )
    }
  }

  static func allocator(_ found: Examination) -> Finding {
    if let version = found.build.servingJemalloc {
      return Finding(
        .fine, "allocator", "jemalloc \(version) served an allocation made to find out")
    }
    guard found.build.linksJemalloc else {
      return Finding(
        .missing, "allocator", "built without jemalloc: allocations are not counted",
        remedy: "build with the package's default traits")
    }
    return Finding(
      .wrong, "allocator", "jemalloc is linked, but another allocator serves malloc",
      remedy: "look for one in LD_PRELOAD")
  }
}
