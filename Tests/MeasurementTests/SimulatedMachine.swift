import Foundation

/// The disturbances of a simulated machine.
enum MachineNoise: CaseIterable {
  /// A few per cent for each measurement and each round.
  case quiet
  /// Stretches that take 1.5 to 1.9 times as long, from any measurement on.
  case slowPhases
  /// 30 % of the measurements take 1.1 times to many times as long.
  case busy
}

/// A machine that repeats the same costs and noise for the same seed.
struct SimulatedMachine: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(seed)
    // The generator adds a constant, so that near states would give nearly the same numbers.
    state = next()
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  private mutating func uniform() -> Double { Double.random(in: 0x1p-53..<1, using: &self) }

  private mutating func normal() -> Double {
    (-2 * log(uniform())).squareRoot() * cos(2 * .pi * uniform())
  }

  /// Returns measured costs for each round and size.
  mutating func rounds(
    _ count: Int, of cost: (Double) -> Double, sizes: [Int], _ noise: MachineNoise,
    spread: Double = 0.03
  ) -> [[Double]] {
    let slowdowns = slowdowns(count * sizes.count)
    return (0..<count).map { round in
      let shared = normal() * 0.02
      return sizes.indices.map { index in
        var logarithm = log(cost(Double(sizes[index]))) + shared + normal() * spread
        if noise == .slowPhases { logarithm += slowdowns[round * sizes.count + index] }
        if noise == .busy, uniform() < 0.3 {
          logarithm += log(1.1 + (pow(uniform(), -1 / 1.2) - 1) / 2)
        }
        return exp(logarithm)
      }
    }
  }

  private mutating func slowdowns(_ count: Int) -> [Double] {
    var slowdowns: [Double] = []
    var isSlow = uniform() < 0.4
    while slowdowns.count < count {
      let length = Int.random(in: 3...(count / 2), using: &self)
      let slowdown = isSlow ? log(Double.random(in: 1.5...1.9, using: &self)) : 0
      slowdowns += [Double](repeating: slowdown, count: length)
      isSlow.toggle()
    }
    return slowdowns
  }
}
