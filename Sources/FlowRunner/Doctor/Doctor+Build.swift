import FlowResults

extension Doctor {
  private static let rebuild = "swift build -c release --product \(Executable.name)"

  /// Whether the optimiser was on.
  static func mode(_ found: Examination) -> Finding {
    guard found.build.isDebug else {
      return Finding(.fine, "build", "release, Swift \(found.build.swift)")
    }
    return Finding(
      .wrong, "build", "debug, Swift \(found.build.swift): it measures the compiler",
      remedy: rebuild)
  }

  /// Whether checks that an app does not ship are left out.
  static func assertions(_ found: Examination) -> Finding {
    guard found.build.assertsAreOn else {
      return Finding(.fine, "assertions", "off, as in an app that ships")
    }
    return Finding(
      .wrong, "assertions", "on: they are measured with the stores", remedy: rebuild)
  }

  /// Whether checks that an app does ship are in.
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

  /// Who serves `malloc`.
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
