/// How long one waits in a line before several servers, and how many leave it before they are
/// served: Poisson arrivals, exponential service, first come first served.
///
/// Without impatience it is A. K. Erlang's M/M/c, 1917 ("Erlang C"); where each waits an exponential
/// time at most it is C. Palm's M/M/c+M, 1946 ("Erlang A"). Source of the sums: S. Zeltyn and
/// A. Mandelbaum, *Call centers with impatient customers: many-server asymptotics of the M/M/n+G
/// queue*, 2005.
///
/// Probabilities come from Erlang's recursion for blocking and from ratios of neighbouring states, all
/// of them positive: no factorial and no difference, so that thousands of servers lose no digit.
package struct ErlangQueue: Equatable, Sendable {
  /// How many serve at once; 1 or more.
  package let servers: Int
  /// How many come in the mean time of one service: the load in Erlang; above 0.
  package let arrivals: Double
  /// How long one waits on average before leaving, in mean service times; nil when nobody leaves.
  package let patience: Double?
  /// The probability that one who comes finds all servers busy.
  package let probabilityOfWaiting: Double
  /// The mean time in the line of all who come, without the service itself, in mean service times;
  /// those who leave it count with the time they waited.
  package let meanWait: Double

  /// A line.
  ///
  /// - Parameters:
  ///   - servers: 1 or more.
  ///   - arrivals: In the mean time of one service; above 0 and finite.
  ///   - patience: Mean, in mean service times, above 0 and finite; nil when nobody leaves.
  /// - Returns: Nil when nobody leaves and as many come as can be served, or more: such a line grows
  ///   for ever.
  /// - Complexity: O(`servers`); with patience also O((`arrivals` − `servers`) · `patience`) where
  ///   that is above 0, and O(√(`arrivals` · `patience`) + `patience`) terms beyond.
  package init?(servers: Int, arrivals: Double, patience: Double? = nil) {
    precondition(servers >= 1, "servers: must be 1 or more, got \(servers)")
    precondition(
      arrivals > 0 && arrivals.isFinite, "arrivals: must be above 0, got \(arrivals)")
    self.servers = servers
    self.arrivals = arrivals
    self.patience = patience
    // The states with a server free, in units of the one with all busy and nobody in line:
    // Erlang's recursion for blocking, turned over.
    var free = 0.0
    for busy in 1...servers { free = Double(busy) / arrivals * (1 + free) }
    guard let patience else {
      let spare = Double(servers) - arrivals
      guard spare > 0 else { return nil }
      let states = Double(servers) / spare
      probabilityOfWaiting = states / (free + states)
      meanWait = probabilityOfWaiting / spare
      return
    }
    precondition(
      patience > 0 && patience.isFinite, "patience: must be above 0, got \(patience)")
    let line = Self.line(servers: servers, arrivals: arrivals, patience: patience)
    let all = free * line.unit + line.states
    probabilityOfWaiting = line.states / all
    meanWait = line.waiting / all / arrivals
  }

  /// The share of those who come that leave before they are served; 0 when nobody leaves.
  ///
  /// As many leave as wait, on average, in the mean patience.
  package var probabilityOfAbandonment: Double { patience.map { meanWait / $0 } ?? 0 }

  /// The states with all servers busy: the sum of their weights, and of these times how many wait.
  ///
  /// The weights are those of the state without a line times `unit`, which is lowered when they
  /// become too large.
  private static func line(
    servers: Int, arrivals: Double, patience: Double
  ) -> (states: Double, waiting: Double, unit: Double) {
    var weight = 1.0
    var sums = (states: 1.0, waiting: 0.0, unit: 1.0)
    var waiting = 0.0
    while true {
      waiting += 1
      let leaving = Double(servers) + waiting / patience
      weight *= arrivals / leaving
      sums.states += weight
      sums.waiting += weight * waiting
      // What is left out is below a geometric series with the ratio of the next state.
      let ratio = arrivals / (leaving + 1 / patience)
      if ratio < 1, weight * waiting / (1 - ratio) / (1 - ratio) <= 0x1p-54 * sums.waiting {
        return sums
      }
      if sums.waiting > 0x1p500 {
        weight *= 0x1p-500
        sums = (sums.states * 0x1p-500, sums.waiting * 0x1p-500, sums.unit * 0x1p-500)
      }
    }
  }
}
