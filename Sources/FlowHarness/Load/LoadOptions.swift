/// What a person asked of `flowbench load`, not yet checked; `nil` leaves it to the standard.
public struct LoadOptions: Sendable {
  /// What is driven; lists sweep.
  public var selection = RunOptions()
  /// The suite of loads, in place of who sends and what effects call.
  public var suite: String?
  /// Actions a second.
  public var rate: Double?
  /// How long actions come, as `10s`.
  public var duration: String?
  /// How they are spread: `constant` or `poisson`; how people come: `poisson` or `together`.
  public var arrivals: String?
  /// How the rate changes over the duration.
  public var shape: String?
  /// Stages one after the other, as `10s@1000` or `10s@1000..5000`, in place of the four above.
  public var stages: [String] = []
  /// Producers of a closed loop, which takes the place of a schedule.
  public var producers: Int?
  /// Numbers of producers that send at once, as fast as they can, each a real thread or task.
  public var senders: [Int]?
  /// Simulated users, who take the place of a schedule.
  public var people: Int?
  /// How long a user stays away between two sessions.
  public var away: String?
  /// A recorded trace, which takes the place of everything that sends.
  public var replay: ReplayOptions?
  /// Whether time jumps to whatever comes next instead of passing.
  public var isVirtual = false
  /// How long a producer, or a user, thinks before the next action.
  public var think: String?
  /// How long the service works that effects call; without one they answer at once.
  public var latency: String?
  /// The share of requests that the service fails.
  public var failures: Double?
  /// After how long whoever asked gives up.
  public var timeout: String?
  /// How many requests the service works on at once.
  public var capacity: Int?
  /// How many actions may wait.
  public var backlog: Int?
  /// How long those who still wait are served after the last arrival.
  public var drain: String?
  /// Fresh processes for each scenario.
  public var rounds: Int?
  /// What must hold, as `response_p99<5ms`.
  public var thresholds: [String] = []
  /// How many interleavings are tried, each with a seed of its own.
  public var explore: Int?
  /// The bound of a search for the highest rate, as `p99=5ms`.
  public var findMax: String?

  /// Nothing but defaults.
  public init() {}
}

extension Bounds {
  static let rate = 0.01...1e9
  static let producers = 1...10_000_000
  static let explorations = 1...100_000_000
  static let people = 1...100_000_000
  static let backlog = 0...100_000_000
}
