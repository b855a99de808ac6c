import Foundation

/// D. E. Knuth's MMIX congruential generator: its high bits are good enough for
/// simulations.
struct Congruential: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }

  /// From 0 up to, but not including, 1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  mutating func exponential() -> Double { -log(1 - uniform()) }

  /// By G. E. P. Box and M. E. Muller's transform.
  mutating func normal() -> Double {
    (2 * exponential()).squareRoot() * cos(2 * Double.pi * uniform())
  }

  /// With σ = 1: the long tail of waiting times.
  mutating func logNormal() -> Double { exp(normal()) }
}
