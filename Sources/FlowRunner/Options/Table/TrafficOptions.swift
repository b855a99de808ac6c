import FlowHarness
import FlowResults
package import Workloads

// Who sends and when, and what effects call.

/// How many actions come in a time, for how long.
package enum RateOptions: OptionRows {
  /// The rates that can be asked for, and searched.
  static let rates = 0.01...1e9

  package static let rate = OptionKey(
    "rate", "n", "Actions a second",
    .number(in: rates, rule: "must be a number of actions a second"), standard: 10_000)
  package static let duration = OptionKey(
    "duration", "time", "How long actions come", .time, standard: 10_000_000_000)
  package static let arrivals = OptionKey(
    "arrivals", "process", "poisson or constant; of users: poisson or together",
    .choice(["poisson", "constant", "together"], kind: "arrival process"), standard: "poisson")

  package static let options = [rate.option, duration.option, arrivals.option]
}

/// How the rate changes.
package enum RateChangeOptions: OptionRows {
  package static let shape = OptionKey<LoadShape>(
    "shape", "shape",
    "steady, ramp, steps, stairs, peak, spike or bursts, with values; see \(Executable.name) list",
    .parsed { try LoadShape(parsing: $0) }, standard: .steady)
  package static let stages = OptionKey<[RateSegment]>(
    "stage", "stage", "A stage, as 10s@1000 or 10s@1000..5000; again for the next one",
    OptionReader<RateSegment>.parsed { try RateSegment(parsing: $0) }.repeated)

  package static let options = [shape.option, stages.option]
}

/// Several workers, between whom the actions of a schedule are dealt out.
package enum LoadWorkerOptions: OptionRows {
  package static let workers = OptionKey(
    "workers", "n",
    "So many workers send at once, each its share of the actions, as those of contend do",
    .number(in: ContendOptions.workerCounts), otherwise: "one thread sends, to stores of --workload"
  )

  package static let options = [workers.option]
}

/// Clients of a closed loop, who wait for the end of each action.
package enum ClientOptions: OptionRows {
  package static let clients = OptionKey(
    "clients", "n",
    "Closed loop: so many clients send, wait for the end and think",
    .number(in: 1...10_000_000))

  package static let options = [clients.option]
}

/// Simulated users, who come and go in sessions.
package enum UserOptions: OptionRows {
  package static let users = OptionKey(
    "users", "n", "So many simulated users come, act in sessions, and leave",
    .number(in: 1...10_000_000_000))
  package static let think = OptionKey(
    "think", "delay",
    "How long one thinks who sends; see \(Executable.name) list", .delay,
    otherwise: "exponential:1s for clients, exponential:10s for users")
  package static let away = OptionKey(
    "away", "delay", "How long a user is away between two sessions", .delay,
    standard: .exponential(meanNs: 600_000_000_000))

  package static let sessions = OptionKey(
    "sessions", "", "What comes at --rate are users, each for one session", .flag, standard: false)
  package static let options = [users.option, sessions.option, think.option, away.option]
}

/// In which worlds and copies users act, and how many processes run at once.
package enum WorldOptions: OptionRows {
  package static let worlds = OptionKey(
    "worlds", "n",
    "Users live in so many worlds that know nothing of each other, each with its stores and a process",
    .number(in: 1...1_000_000), otherwise: "all in one")
  package static let own = OptionKey(
    "own", "", "Each user acts in a copy of the features that nobody else has", .flag,
    standard: false)
  package static let jobs = OptionKey(
    "jobs", "n", "So many processes at once, where time jumps", .number(in: 1...1024),
    otherwise: "one; of worlds as many as there are cores", isOpenOnResume: true)

  package static let options = [worlds.option, own.option, jobs.option]
}

/// Whether users wait for answers; who records has none.
package enum AnswerOptions: OptionRows {
  package static let blind = OptionKey(
    "blind", "", "Users act on without waiting for the answer to their last action", .flag,
    standard: false)

  package static let options = [blind.option]
}

/// What becomes of those who wait.
package enum QueueOptions: OptionRows {
  package static let maxQueue = OptionKey(
    "max-queue", "n",
    "How many actions may wait, with --latency for a place of --capacity; more are dropped",
    .number(in: 0...100_000_000))
  package static let drain = OptionKey(
    "drain", "time", "How long those still waiting are served at the end", .time,
    otherwise: "the duration")

  package static let options = [maxQueue.option, drain.option]
}

/// Whether time passes, or jumps.
package enum TimeOptions: OptionRows {
  package static let virtual = OptionKey(
    "virtual", "", "Time jumps to whatever comes next: a day in seconds, the same rows each time",
    .flag, standard: false)

  package static let options = [virtual.option]
}

/// The service behind the effects.
package enum ServiceOptions: OptionRows {
  package static let latency = OptionKey(
    "latency", "delay",
    "How long the service takes that effects call, such as log-normal:20ms:0.5", .delay)
  package static let failures = OptionKey(
    "failures", "share", "The share of requests that it fails",
    .number(in: ServiceLaw.failureShares, rule: "must be a number"), standard: 0)
  package static let timeout = OptionKey(
    "timeout", "time", "After how long whoever asked gives up", .time, otherwise: "never")
  package static let capacity = OptionKey(
    "capacity", "n", "How many requests it works on at once",
    .number(in: ServiceLaw.capacities), otherwise: "all")
  package static let patience = OptionKey(
    "patience", "delay", "How long a request waits for a place before it is taken back", .delay,
    otherwise: "as long as it takes")

  package static let options = [
    latency.option, failures.option, timeout.option, capacity.option, patience.option,
  ]
}

extension OptionReader where Value == Delay {
  /// A delay, and the measured times behind it: a broken file is refused now, not by the first child.
  fileprivate static var delay: Self {
    .parsed {
      let delay = try Delay(parsing: $0)
      _ = try DelaySampler(delay)
      return delay
    }
  }
}
