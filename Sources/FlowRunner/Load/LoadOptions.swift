/// What a person asked of `flowbench load`, not yet checked; `nil` leaves it to the standard.
package struct LoadOptions: Sendable {
  /// What is driven; lists sweep.
  package var selection = RunOptions()
  /// The suite of loads, in place of who sends and what effects call.
  package var suite: String?
  /// Actions a second.
  package var rate: Double?
  /// How long actions come, as `10s`.
  package var duration: String?
  /// How they are spread: `constant` or `poisson`; how people come: `poisson` or `together`.
  package var arrivals: String?
  /// How the rate changes over the duration.
  package var shape: String?
  /// Stages one after the other, as `10s@1000` or `10s@1000..5000`, in place of the four above.
  package var stages: [String] = []
  /// Producers of a closed loop, which takes the place of a schedule.
  package var producers: Int?
  /// Numbers of producers that send at once, as fast as they can, each a real thread or task.
  package var senders: [Int]?
  /// Simulated users, who take the place of a schedule.
  package var people: Int?
  /// How long a user stays away between two sessions.
  package var away: String?
  /// A recorded trace, which takes the place of everything that sends.
  package var replay: ReplayOptions?
  /// Whether time jumps to whatever comes next instead of passing.
  package var isVirtual = false
  /// How long a producer, or a user, thinks before the next action.
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
  package var backlog: Int?
  /// How long those who still wait are served after the last arrival.
  package var drain: String?
  /// Fresh processes for each scenario.
  package var rounds: Int?
  /// What must hold, as `response_p99<5ms`.
  package var thresholds: [String] = []
  /// How many interleavings are tried, each with a seed of its own.
  package var explore: Int?
  /// The bound of a search for the highest rate, as `p99=5ms`.
  package var findMax: String?

  /// Nothing but defaults.
  package init() {}
}

extension Bounds {
  static let rate = 0.01...1e9
  static let producers = 1...10_000_000
  static let explorations = 1...100_000_000
  static let people = 1...100_000_000
  static let backlog = 0...100_000_000
}
