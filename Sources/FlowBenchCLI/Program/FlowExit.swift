import ArgumentParser

/// The exit code of the process; part of the contract with scripts.
enum FlowExit: Int32 {
  case fine = 0
  case wrongRequest = 1
  case regression = 2
  case inconclusive = 3
  case invalid = 4
  /// The operating system prevented it: a full disk, a missing permission, a limit.
  case system = 5

  /// As the parser's exit code, to be thrown.
  var code: ExitCode { ExitCode(rawValue) }
}
