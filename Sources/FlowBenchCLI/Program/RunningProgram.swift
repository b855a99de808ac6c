import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation
import Platform

/// The program that this process runs: its catalogue, and its channel to a parent process.
///
/// Static, because the parser creates the commands itself.
@MainActor
enum RunningProgram {
  private static var program: (any FlowBenchProgram.Type)?
  private static var made: Catalogue?
  private static var channel: ChildChannel?

  /// Starts a program, before anything else in its process.
  static func begin(_ program: any FlowBenchProgram.Type, arguments: [String]) {
    self.program = program
    // The output of stores must not be taken for a message.
    if arguments.dropFirst().first == ChildCommandLine.command {
      channel = ChildChannel.takeStandardOutput()
    }
  }

  /// Returns the designs and workloads of the program, which are made once.
  static func catalogue() throws(RegistrationError) -> Catalogue {
    if let made { return made }
    guard let program else { preconditionFailure("the program must have begun") }
    var catalogue = Catalogue.withFloor()
    program.register(in: &catalogue)
    if let error = RegistrationError(in: catalogue) { throw error }
    made = catalogue
    return catalogue
  }

  static var parent: ChildChannel {
    guard let channel else { preconditionFailure("only a child process has a parent") }
    return channel
  }
}

/// The hidden subcommand: the task of a child process, which reports to its parent.
struct ChildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ChildCommandLine.command,
    abstract: "Do a task for a parent process.",
    discussion: """
      Reads a request as JSON, and prints its steps and its outcome, a line of JSON each. Tasks: \
      \(ChildTasks.names.joined(separator: ", ")).
      """,
    shouldDisplay: false)

  @Flag(help: "Keep the main thread in a run loop; read before anything else.")
  var runLoop = false

  @Argument(help: "The task.")
  var task: String

  @MainActor
  mutating func run() async throws {
    // From standard input, because a schedule can be longer than an argument.
    let request = try FileHandle.standardInput.readToEnd() ?? Data()
    let parent = RunningProgram.parent
    parent.emit(try ChildTasks.started())
    try await ChildTasks.serve(task, request, catalogue: RunningProgram.catalogue()) {
      parent.emit($0)
    }
  }
}

/// The preparation of a process: descriptors, signals and arguments.
enum ProcessSetup {
  static func prepareOrEnd(arguments: [String]) {
    openStandardDescriptors()
    // A failing write returns an error instead.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    do {
      try checkArguments(arguments)
      try checkEncoding(of: CommandLine.unsafeArgv, count: arguments.count)
      OpenFiles.raiseLowLimit()
      // Pairs run two processes at the same time.
      try OpenFiles.check(processes: 2)
      try checkThreads()
    } catch {
      StandardError.write("\(error)\n")
      exit((error is PlanError ? FlowExit.wrongRequest : .system).rawValue)
    }
  }

  /// Opens standard descriptors that were closed, because the next file would get their numbers and
  /// the output.
  private static func openStandardDescriptors() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // A command that writes to standard output then fails.
      _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Refuses arguments that are not UTF-8: their texts have other characters, and name other files.
  static func checkEncoding(
    of arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>, count: Int
  ) throws(PlanError) {
    for index in 0..<count {
      guard let argument = arguments[index], String(validatingCString: argument) == nil else {
        continue
      }
      throw .invalid(
        option: "argument \(index)", rule: "must be text in UTF-8",
        value: "'\(String(cString: argument))'")
    }
  }

  /// Refuses a limit under which libdispatch, which starts a thread for each core and some more, would
  /// wait for a thread for ever.
  static func checkThreads() throws(SystemError) {
    let count = max(16, ProcessInfo.processInfo.activeProcessorCount + 8)
    guard let code = ProcessControl.failure(startingThreads: count) else { return }
    throw SystemError("starting \(count) threads at the same time", code: code)
  }

  /// Refuses an empty command line.
  static func checkArguments(_ arguments: [String]) throws(SystemError) {
    guard arguments.isEmpty else { return }
    throw SystemError(
      "/proc/self/maps", reason: "cannot be read, and the command line is not known without it",
      remedy: "mount /proc, or allow it in the sandbox")
  }
}

/// The error of an id that a program has registered.
enum RegistrationError: Error, Equatable {
  case unprintable(kind: String, id: String)
  /// Two designs or workloads with one id, and their summaries.
  case doubled(kind: String, id: String, summaries: [String])
  case refused(String)

  /// The maximum number of characters of an id: scenario ids consist of several, and name files.
  static let maxLength = 40

  /// Finds the first error of a catalogue; `nil` if there is none.
  ///
  /// - Complexity: O(*n* log *n*) in the number of designs and workloads.
  @MainActor
  init?(in catalogue: Catalogue) {
    if let fault = catalogue.refusals.first {
      self = .refused(fault)
      return
    }
    let kinds = [
      ("design", catalogue.designs.map { (id: $0.id, summary: $0.summary) }),
      ("workload", catalogue.workloads.map { (id: $0.id, summary: $0.summary) }),
    ]
    for (kind, all) in kinds {
      if let wrong = all.first(where: { !Self.isPrintable($0.id) }) {
        self = .unprintable(kind: kind, id: wrong.id)
        return
      }
      let byID = Dictionary(grouping: all, by: \.id)
      if let first = all.first(where: { (byID[$0.id]?.count ?? 0) > 1 }) {
        let summaries = byID[first.id]?.map(\.summary) ?? []
        self = .doubled(kind: kind, id: first.id, summaries: summaries)
        return
      }
    }
    return nil
  }

  /// Returns a Boolean value that indicates whether an id can be an option, a cell and a part of a
  /// file name.
  static func isPrintable(_ id: String) -> Bool {
    id.count <= maxLength && id.wholeMatch(of: /[a-z][a-z0-9\-]*/) != nil
  }
}

extension RegistrationError: CustomStringConvertible {
  var description: String {
    switch self {
    case .unprintable(let kind, let id):
      "register(in:): the id of a \(kind) must be lower-case letters, digits and hyphens, begin "
        + "with a letter and have at most \(Self.maxLength) characters, got \(id.debugDescription)"
    case .refused(let fault): "register(in:): \(fault)"
    case .doubled(let kind, let id, let summaries):
      "register(in:): each \(kind) must have an id of its own, got '\(id)' for "
        + summaries.map { "'\($0.split(whereSeparator: \.isNewline).joined(separator: " "))'" }
        .joined(separator: " and for ")
    }
  }
}
