import FlowResults
import FlowRunner
import Foundation
import Platform

/// What a process needs before anything else is done in it: descriptors, signals and its arguments.
enum ProcessSetup {
  /// Prepares the process, or ends it with one line on stderr.
  ///
  /// - Parameter arguments: The command line, with the program's name first.
  static func prepareOrEnd(arguments: [String]) {
    openStandardDescriptors()
    // The write that fails says that a reader has gone, or that a file is as long as it may be.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      try checkArguments(arguments)
      OpenFiles.raiseLowLimit()
      // Pairs run two processes at once.
      try OpenFiles.check(processes: 2)
    } catch {
      StandardError.write("\(error)\n")
      exit(FlowExit.system.rawValue)
    }
  }

  /// Puts something in the place of standard descriptors that were closed: the next file that is
  /// opened would take their numbers, and what is printed would be written into it.
  private static func openStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // Standard output cannot be written then, and the command that does says so.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Refuses a command line of which nothing is known, not even the program's name.
  static func checkArguments(_ arguments: [String]) throws(SystemError) {
    guard arguments.isEmpty else { return }
    throw SystemError(
      "/proc/self/maps", reason: "cannot be read, and the command line is not known without it",
      remedy: "mount /proc, or allow it in the sandbox")
  }
}
