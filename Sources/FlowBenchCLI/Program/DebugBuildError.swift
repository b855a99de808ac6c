import FlowRunner

/// A refusal to measure times with a debug build.
struct DebugBuildError: Error, CustomStringConvertible {
  let description =
    "--allow-debug: a debug build measures the compiler, not the stores; build with -c release, or "
    + "allow it"

  /// Refuses a debug build that is not allowed.
  static func check(isAllowed: Bool) throws(DebugBuildError) {
    guard isAllowed || !ToolVersion.isDebugBuild else { throw DebugBuildError() }
  }
}
