import FlowHarness

/// What a person asked of `flowbench load`, `saturate`, `explore`, `record` or `replay`, not yet
/// checked; `nil` leaves it to the standard.
package struct LoadOptions: Sendable {
  /// What is driven; lists sweep.
  package var selection = RunOptions()
  /// The suite of loads, in place of who sends and what effects call.
  package var suite: String?
  /// How many actions come a second.
  package var rate: Double?
  /// How long actions come, as `10s`.
  package var duration: String?
  /// How they are spread: `constant` or `poisson`; how users come: `poisson` or `together`.
  package var arrivals: String?
  /// How the rate changes over the duration.
  package var shape: String?
  /// Stages one after the other, as `10s@1000` or `10s@1000..5000`, in place of the four above.
  package var stages: [String] = []
  /// Clients of a closed loop, which takes the place of a schedule.
  package var clients: Int?
  /// Simulated users, who take the place of a schedule.
  package var users: Int?
  /// How long a user stays away between two sessions.
  package var away: String?
  /// A recorded trace, which takes the place of everything that sends.
  package var replay: ReplayOptions?
  /// Whether time jumps to whatever comes next instead of passing.
  package var isVirtual = false
  /// How long a client, or a user, thinks before the next action.
  package var think: String?
  /// How long the service works that effects call; without one they answer at once.
  package var latency: String?
  /// The share of requests that the service fails.
  package var failures: Double?
  /// After how long whoever asked gives up.
  package var timeout: String?
  /// How many requests the service works on at once.
  package var capacity: Int?
  /// How many actions may wait.
  package var maxQueue: Int?
  /// How long those who still wait are served after the last arrival.
  package var drain: String?
  /// Fresh processes for each scenario.
  package var rounds: Int?
  /// What must hold, as `response_p99<5ms`.
  package var thresholds: [String] = []
  /// The bound of a search for the highest rate, as `p99=5ms`.
  package var bound: String?
  /// Whether effects take time whatever is asked for: an exploration has nothing else to look at.
  var needsService = false

  /// Nothing but defaults.
  package init() {}
}

extension Bounds {
  static let rate = 0.01...1e9
  static let clients = 1...10_000_000
  static let explorations = 1...100_000_000
  static let users = 1...100_000_000
  static let maxQueue = 0...100_000_000
}

/// What a person asked of `flowbench replay` beside what is driven; not yet checked.
package struct ReplayOptions: Sendable {
  /// The file of the trace.
  package var path: String
  /// How many times as fast as it was recorded, or `as-fast-as-possible`; `nil`: as recorded.
  package var speed: String?
  /// Whether the good part of a damaged trace is replayed.
  package var isPartial = false

  /// A whole trace at its own speed.
  package init(path: String) { self.path = path }

  /// The word for no pauses at all.
  package static let asFastAsPossible = LoadTrace.asFastAsPossible
}

extension Bounds {
  static let speed = 0.001...1_000_000
}
