import FlowHarness
import FlowRunner

/// The program that this process runs: the one place where commands get its catalogue, and where
/// those that answer another process get the way to it.
///
/// Static, since the parser makes its commands itself and hands nothing down to them; bound to the
/// main actor, as are all commands.
@MainActor
enum RunningProgram {
  private static var program: (any FlowBenchProgram.Type)?
  private static var made: Catalogue?
  private static var channel: ChildChannel?

  /// Takes over the process for a program, before anything else is done in it.
  ///
  /// - Parameter arguments: The command line, with the program's name first.
  static func begin(_ program: any FlowBenchProgram.Type, arguments: [String]) {
    self.program = program
    // From here on whatever a store prints goes to stderr, and cannot be taken for an answer.
    if isChild(arguments) { channel = ChildChannel.takeStandardOutput() }
  }

  /// Whether a command line asks for the hidden subcommand.
  ///
  /// - Parameter arguments: The command line, with the program's name first.
  private static func isChild(_ arguments: [String]) -> Bool {
    arguments.dropFirst().first == ChildCommandLine.command
  }

  /// The designs and workloads of the program; made when first asked for, once in a process.
  ///
  /// - Throws: `RegistrationError` when what the program registered cannot be distinguished or written.
  static func catalogue() throws(RegistrationError) -> Catalogue {
    if let made { return made }
    guard let program else { preconditionFailure("the program must have begun") }
    var catalogue = Catalogue.withFloor()
    program.register(in: &catalogue)
    if let error = RegistrationError(in: catalogue) { throw error }
    made = catalogue
    return catalogue
  }

  /// Where a hidden subcommand answers.
  static var answers: ChildChannel {
    guard let channel else { preconditionFailure("only a hidden subcommand answers a process") }
    return channel
  }
}
