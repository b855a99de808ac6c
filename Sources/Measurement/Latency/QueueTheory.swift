import Foundation

/// The waiting time in a line with Poisson arrivals and one server, first come first served.
public struct QueueTheory: Equatable, Sendable {
  /// The distribution of service times.
  public enum Service: Sendable {
    /// Constant: M/D/1.
    case constant
    /// Exponentially distributed: M/M/1.
    case exponential
  }

  /// The distribution of service times.
  public let service: Service
  /// The share of the time in which the server is busy, above 0 and below 1.
  public let utilisation: Double

  /// Creates a line.
  ///
  /// - Precondition: `utilisation` is above 0 and below 1.
  public init(_ service: Service, utilisation: Double) {
    precondition(
      utilisation > 0 && utilisation < 1,
      "utilisation: must be above 0 and below 1, got \(utilisation)")
    self.service = service
    self.utilisation = utilisation
  }

  /// The mean time in the line without the service, in mean service times.
  ///
  /// The formula of F. Pollaczek (1930) and A. Khinchin (1932).
  public var meanWait: Double {
    let all = utilisation / (1 - utilisation)
    return service == .exponential ? all : all / 2
  }

  /// The mean time in the line without the service, in nanoseconds, for a measured distribution of
  /// services: M/G/1.
  ///
  /// F. Pollaczek (1930) and A. Khinchin (1932): λ·E[S²] / (2·(1 − λ·E[S])). It assumes independent
  /// services.
  ///
  /// - Returns: Nil from a utilisation of 1 on, where the line grows without end.
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

  /// The probability of waiting at most a number of mean service times.
  ///
  /// For constant service by G. J. Franx, *A simple solution for the M/D/c waiting time
  /// distribution*, Operations Research Letters 29 (2001), whose terms are all positive.
  ///
  /// - Complexity: O(`time`²) for constant service.
  public func probability(ofWaitingAtMost time: Double) -> Double {
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

  /// The quantile of the waiting time, in mean service times.
  ///
  /// - Precondition: `share` is 0 or more and below 1.
  public func wait(ofShare share: Double) -> Double {
    precondition(share >= 0 && share < 1, "share: must be 0 or more and below 1, got \(share)")
    // Who comes to an empty server does not wait.
    guard share > 1 - utilisation else { return 0 }
    switch service {
    case .exponential: return log(utilisation / (1 - share)) / (1 - utilisation)
    case .constant:
      var high = 1.0
      while probability(ofWaitingAtMost: high) < share { high *= 2 }
      return Bisection.root(from: 0, to: high) { probability(ofWaitingAtMost: $0) < share }
    }
  }

  /// For constant service: the probabilities that at most 0, 1, 2 … wait.
  ///
  /// The number in the system rises above a level as often as it falls below it again, which gives
  /// each probability as a sum of positive terms of those before.
  private func cumulativeLengths(upTo most: Int) -> [Double] {
    // How likely more than so many come in one service time.
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
