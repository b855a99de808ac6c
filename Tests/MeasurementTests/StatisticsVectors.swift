import FlowTestSupport
import Foundation

/// Values by NumPy 2.4.6 and SciPy 1.17.1.
struct StatisticsVectors: Decodable {
  let statistics: [StatisticsVector]
  let rank: [RankVector]
  let boundRank: [BoundRankVector]
  let welch: [WelchVector]
  let beta: [BetaVector]
  let student: [StudentVector]
  let powerLaw: [PowerLawVector]
  let round: [RoundVector]
  let quantile: [QuantileVector]

  static let known: StatisticsVectors = {
    let file = Repository.root.appending(path: "Tests/MeasurementTests/Golden/statistics.json")
    do {
      return try JSONDecoder().decode(StatisticsVectors.self, from: Data(contentsOf: file))
    } catch { fatalError("\(file.path): \(error)") }
  }()
}

struct StatisticsVector: Decodable, Sendable {
  var name: String
  var samples: [Double]
  var mean: Double
  /// At 25, 50, 75, 90, 99 and 99.9 per cent.
  var quantiles: [Double]
  var mad: Double
  var correlation: Double?
}

struct RankVector: Decodable, Sendable {
  var count: Int
  var confidence: Double
  var low: Int?
  var coverage: Double?
}

struct BoundRankVector: Decodable, Sendable {
  var count: Int
  /// At a one-sided 99 %; nil if no sample is below.
  var rank: Int?
}

struct WelchVector: Decodable, Sendable {
  var base: [Double]
  var candidate: [Double]
  var ratio: Double
  var degrees: Double
  var low: Double
  var high: Double
}

struct BetaVector: Decodable, Sendable {
  var x: Double
  var a: Double
  var b: Double
  var value: Double
}

struct StudentVector: Decodable, Sendable {
  var degrees: Double
  var t: Double
  var p: Double
}

struct PowerLawVector: Decodable, Sendable {
  var sizes: [Double]
  var costs: [Double]
  var exponent: Double
  var low: Double
  var high: Double
}

struct RoundVector: Decodable, Sendable {
  var values: [Double]
  var confidence: Double
  var low: Double
  var high: Double
}

struct QuantileVector: Decodable, Sendable {
  var percent: Double
  var confidence: Double
  var sizes: [Int]
  /// In their order, batch by batch.
  var times: [UInt64]
  /// Nil if there is no interval.
  var low: Double?
  var high: Double?
  var batches: Int?
}
