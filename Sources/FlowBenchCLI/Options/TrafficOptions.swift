import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

// Who sends and when, as it is written; each subcommand takes the groups that apply to it.

/// How many actions come in a time, for how long.
struct RateOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Actions a second.", valueName: "n"))
  var rate: String?

  @Option(
    help: ArgumentHelp("How long actions come.", valueName: "time"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "poisson (the default) or constant; of users: poisson or together.", valueName: "process"))
  var arrivals: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    options.rate = try Number.read(rate, "--rate", "must be a number of actions a second")
    options.duration = duration
    options.arrivals = arrivals
  }
}

/// How the rate changes.
struct ShapeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "steady, ramp, steps, peak or bursts, with their values; see \(Executable.name) list.",
      valueName: "shape"))
  var shape: String?

  @Option(
    help: ArgumentHelp(
      "A stage, as 10s@1000 or 10s@1000..5000; again for the next one.", valueName: "stage"))
  var stage: [String] = []

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) {
    options.shape = shape
    options.stages = stage
  }
}

/// Simulated users.
struct UserOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "So many simulated users come, act in sessions, and leave.", valueName: "n"))
  var users: String?

  @Option(
    help: ArgumentHelp(
      "How long one thinks who sends; users by default exponential:10s; see \(Executable.name) list.",
      valueName: "delay"))
  var think: String?

  @Option(
    help: ArgumentHelp(
      "How long a user is away between two sessions; default exponential:10m.",
      valueName: "delay"))
  var away: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    options.users = try Number.read(users, "--users", "must be a whole number")
    options.think = think
    options.away = away
  }
}

/// A closed loop.
struct ClientOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Closed loop: so many clients send, wait for the end and think (exponential:1s).",
      valueName: "n"))
  var clients: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    options.clients = try Number.read(clients, "--clients", "must be a whole number")
  }
}

/// What becomes of those who wait.
struct QueueOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How many actions may wait, with --latency for a place of --capacity; more are dropped.",
      valueName: "n"))
  var maxQueue: String?

  @Option(
    help: ArgumentHelp(
      "How long those still waiting are served at the end; default the duration.",
      valueName: "time"))
  var drain: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    options.maxQueue = try Number.read(maxQueue, "--max-queue", "must be a whole number")
    options.drain = drain
  }
}

/// Which time passes.
struct VirtualOption: ParsableArguments {
  @Flag(help: "Time jumps to whatever comes next: a day in seconds, the same rows each time.")
  var virtual = false

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) { options.isVirtual = virtual }
}
