import Foundation

/// The waiting time in a line with Poisson arrivals and one server, first come first served.
package struct QueueTheory: Equatable, Sendable {
  package enum Service: Sendable {
    /// Constant: M/D/1.
    case constant
    /// Exponentially distributed: M/M/1.
    case exponential
  }

  private let service: Service
  private let utilisation: Double

  /// Creates a line.
  ///
  /// - Parameter utilisation: The share of the time in which the server is busy, above 0 and below
  ///   1.
  package init(_ service: Service, utilisation: Double) {
    precondition(
      utilisation > 0 && utilisation < 1,
      "utilisation: must be above 0 and below 1, got \(utilisation)")
    self.service = service
    self.utilisation = utilisation
  }

  /// The mean time in the line without the service, in mean service times.
  ///
  /// The formula of F. Pollaczek (1930) and A. Khinchin (1932).
  package var meanWait: Double {
    let all = utilisation / (1 - utilisation)
    return service == .exponential ? all : all / 2
  }

  /// Returns the mean time in the line without the service, in nanoseconds, for measured services.
  ///
  /// F. Pollaczek (1930) and A. Khinchin (1932), for M/G/1: λ·E[S²] / (2·(1 − λ·E[S])). It assumes
  /// independent services.
  ///
  /// - Returns: `nil` from a utilisation of 1 on, where the line grows without end.
  package static func meanWaitNs(
    arrivalsPerNs: Double, meanServiceNs: Double, meanSquareServiceNs: Double
  ) -> Double? {
    for (name, value) in [
      ("arrivalsPerNs", arrivalsPerNs), ("meanServiceNs", meanServiceNs),
      ("meanSquareServiceNs", meanSquareServiceNs),
    ] {
      precondition(value >= 0 && value.isFinite, "\(name): must be 0 or more, got \(value)")
    }
    let utilisation = arrivalsPerNs * meanServiceNs
    guard utilisation < 1 else { return nil }
    return arrivalsPerNs * meanSquareServiceNs / (2 * (1 - utilisation))
  }

  /// Returns the probability of waiting at most a number of mean service times.
  ///
  /// For constant service by G. J. Franx, *A simple solution for the M/D/c waiting time
  /// distribution*, Operations Research Letters 29 (2001), whose terms are all positive.
  ///
  /// - Complexity: O(`time`²) for constant service.
  func probability(ofWaitingAtMost time: Double) -> Double {
    guard time >= 0 else { return 0 }
    switch service {
    case .exponential: return 1 - utilisation * exp(-(1 - utilisation) * time)
    case .constant:
      let whole = Int(time)
      let rest = utilisation * (Double(whole + 1) - time)
      let most = cumulativeLengths(upTo: whole)
      var term = exp(-rest)
      var sum = 0.0
      for count in 0...whole {
        sum += most[whole - count] * term
        term *= rest / Double(count + 1)
      }
      return min(1, sum)
    }
  }

  /// Returns a quantile of the waiting time, in mean service times.
  ///
  /// - Parameter share: 0 or more and below 1.
  package func wait(ofShare share: Double) -> Double {
    precondition(share >= 0 && share < 1, "share: must be 0 or more and below 1, got \(share)")
    // An arrival at an idle server does not wait.
    guard share > 1 - utilisation else { return 0 }
    switch service {
    case .exponential: return log(utilisation / (1 - share)) / (1 - utilisation)
    case .constant:
      var high = 1.0
      while probability(ofWaitingAtMost: high) < share { high *= 2 }
      return Bisection.root(from: 0, to: high) { probability(ofWaitingAtMost: $0) < share }
    }
  }

  /// Returns the probabilities that at most 0, 1, 2 … wait for constant service.
  ///
  /// The number in the system rises above a level as often as it falls below it again, which gives
  /// each probability as a sum of positive terms of those before.
  private func cumulativeLengths(upTo most: Int) -> [Double] {
    // The probability of more than 0, 1, 2 … arrivals in one service time.
    var arrivals: [Double] = []
    var none = exp(-utilisation)
    let empty = none
    var tail = 1 - none
    for count in 0...(most + 2) {
      arrivals.append(max(0, tail))
      none *= utilisation / Double(count + 1)
      tail -= none
    }
    var inSystem = [1 - utilisation]
    for level in 0...most {
      var crossings = inSystem[0] * arrivals[level]
      for number in stride(from: 1, through: level, by: 1) {
        crossings += inSystem[number] * arrivals[level - number + 1]
      }
      inSystem.append(crossings / empty)
    }
    var sum = inSystem[0]
    return inSystem.dropFirst().map { share in
      sum += share
      return sum
    }
  }
}

/// The waiting time in a line before several servers, with or without impatience: Poisson arrivals,
/// exponential service, first come first served.
///
/// A. K. Erlang's M/M/c, 1917 ("Erlang C"), and with an exponential patience C. Palm's M/M/c+M,
/// 1946 ("Erlang A"). Source of the sums: S. Zeltyn and A. Mandelbaum, *Call centers with impatient
/// customers: many-server asymptotics of the M/M/n+G queue*, 2005. All terms are positive, so that
/// thousands of servers lose no digit.
package struct ErlangQueue: Equatable, Sendable {
  /// The probability that all servers are busy on arrival.
  let probabilityOfWaiting: Double
  /// The mean time in the line without the service, in mean service times, including arrivals that
  /// leave.
  package let meanWait: Double
  /// The share of arrivals that leave before they are served.
  package let probabilityOfAbandonment: Double

  /// Creates a line.
  ///
  /// - Parameters:
  ///   - servers: The number of servers, 1 or more.
  ///   - arrivals: Arrivals in the mean time of one service (the load in Erlang); above 0 and
  ///     finite.
  ///   - patience: The mean patience in mean service times, above 0 and finite; `nil` if none
  ///     leaves.
  /// - Returns: `nil` if none leaves and the load is at least the number of servers.
  /// - Complexity: O(`servers`); with patience also O((`arrivals` − `servers`) · `patience`) if
  ///   that is above 0, and O(√(`arrivals` · `patience`) + `patience`) terms beyond.
  package init?(servers: Int, arrivals: Double, patience: Double? = nil) {
    precondition(servers >= 1, "servers: must be 1 or more, got \(servers)")
    precondition(
      arrivals > 0 && arrivals.isFinite, "arrivals: must be above 0, got \(arrivals)")
    // The states with a server free, in units of the state with all busy and an empty line:
    // Erlang's recursion for blocking, turned over.
    var free = 0.0
    for busy in 1...servers { free = Double(busy) / arrivals * (1 + free) }
    guard let patience else {
      let spare = Double(servers) - arrivals
      guard spare > 0 else { return nil }
      let states = Double(servers) / spare
      probabilityOfWaiting = states / (free + states)
      meanWait = probabilityOfWaiting / spare
      probabilityOfAbandonment = 0
      return
    }
    precondition(
      patience > 0 && patience.isFinite, "patience: must be above 0, got \(patience)")
    let line = Self.line(servers: servers, arrivals: arrivals, patience: patience)
    let all = free * line.unit + line.states
    probabilityOfWaiting = line.states / all
    meanWait = line.waiting / all / arrivals
    probabilityOfAbandonment = meanWait / patience
  }

  /// Returns two sums over the states with all servers busy: of the weights, and of the weights
  /// times the number waiting.
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
      // The rest is below a geometric series with the ratio of the next state.
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
