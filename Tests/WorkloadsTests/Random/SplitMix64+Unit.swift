import Workloads

extension SplitMix64 {
  /// A number from 0 up to but not including 1, with 53 random bits.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
