import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Who sends and when, as it is written.
struct TrafficOptions: ParsableArguments {
  @OptionGroup var schedule: ScheduleOptions

  @Option(
    help: ArgumentHelp(
      "Closed loop: so many producers send, wait for the end and think (exponential:1s).",
      valueName: "n"))
  var producers: String?

  @Option(
    help: ArgumentHelp(
      "So many producers send at once, 1 to 64, as fast as they can, for 2s by default.",
      valueName: "n,…"))
  var senders: WordList?

  @Flag(help: "Time jumps to whatever comes next: a day in seconds, the same rows each time.")
  var virtual = false

  @Option(
    help: ArgumentHelp(
      "How many actions may wait, with --latency for a place of --capacity; more are dropped.",
      valueName: "n"))
  var backlog: String?

  @Option(
    help: ArgumentHelp(
      "How long those still waiting are served at the end; default the duration.",
      valueName: "time"))
  var drain: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    try schedule.apply(to: &options)
    options.producers = try Number.read(producers, "--producers", "must be a whole number")
    options.senders = try senders?.numbers("--senders")
    options.isVirtual = virtual
    options.backlog = try Number.read(backlog, "--backlog", "must be a whole number")
    options.drain = drain
  }
}

/// Schedules and people, as they are written.
struct ScheduleOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Actions a second; default 10000.", valueName: "n"))
  var rate: String?

  @Option(
    help: ArgumentHelp("How long actions come; default 10s.", valueName: "time"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "poisson (the default) or constant; people: poisson or together.", valueName: "process"))
  var arrivals: String?

  @Option(
    help: ArgumentHelp(
      "steady, ramp, steps, peak or bursts, with their values; see \(Executable.name) list.",
      valueName: "shape"))
  var shape: String?

  @Option(
    help: ArgumentHelp(
      "A stage, as 10s@1000 or 10s@1000..5000; again for the next one.", valueName: "stage"))
  var stage: [String] = []

  @Option(
    help: ArgumentHelp(
      "So many simulated users come, act in sessions, and leave.", valueName: "n"))
  var people: String?

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
    options.rate = try Number.read(rate, "--rate", "must be a number of actions a second")
    options.duration = duration
    options.arrivals = arrivals
    options.shape = shape
    options.stages = stage
    options.people = try Number.read(people, "--people", "must be a whole number")
    options.think = think
    options.away = away
  }
}
