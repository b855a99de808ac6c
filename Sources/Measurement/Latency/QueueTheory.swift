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
