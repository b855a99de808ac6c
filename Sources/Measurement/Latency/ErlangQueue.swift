/// The waiting time in a line before several servers, with or without impatience: Poisson arrivals,
/// exponential service, first come first served.
///
/// A. K. Erlang's M/M/c, 1917 ("Erlang C"), and with an exponential patience C. Palm's M/M/c+M,
/// 1946 ("Erlang A"). Source of the sums: S. Zeltyn and A. Mandelbaum, *Call centers with impatient
/// customers: many-server asymptotics of the M/M/n+G queue*, 2005.
///
/// Probabilities come from Erlang's recursion for blocking and from ratios of neighbouring states,
/// all positive, so that thousands of servers lose no digit.
package struct ErlangQueue: Equatable, Sendable {
  /// How many serve at once; 1 or more.
  package let servers: Int
  /// How many come in the mean time of one service: the load in Erlang; above 0.
  package let arrivals: Double
  /// The mean time until one leaves the line, in mean service times; nil if nobody leaves.
  package let patience: Double?
  /// The probability that all servers are busy on arrival.
  package let probabilityOfWaiting: Double
  /// The mean time in the line without the service, in mean service times, including those who
  /// leave.
  package let meanWait: Double

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - servers: The number of servers, 1 or more.
  ///   - arrivals: Arrivals in the mean time of one service (the load in Erlang); above 0 and
  ///     finite.
  ///   - patience: The mean patience in mean service times, above 0 and finite; nil if nobody
  ///     leaves.
  /// - Returns: Nil if nobody leaves and the load is at least the number of servers.
  /// - Complexity: O(`servers`); with patience also O((`arrivals` − `servers`) · `patience`) if
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

  /// The share of arrivals that leave before they are served; 0 if nobody leaves.
  package var probabilityOfAbandonment: Double { patience.map { meanWait / $0 } ?? 0 }

  /// The states with all servers busy: the sum of their weights, and the sum of weight times number
  /// waiting.
  ///
  /// The weights are those of the state without a line times `unit`, which is lowered if they
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
