/// A seed for one purpose, made from a seed for many.
///
/// Streams that share a seed are the same stream; streams of `splitSeed(seed, "slots")` and
/// `splitSeed(seed, "actions")` have nothing to do with each other. Feeds the seed and then the
/// label into a `Digest`. For a fixed label every step is a bijection, so two seeds never end in
/// the same split seed; two labels meet by chance only, once in 2⁶⁴.
///
/// - Parameters:
///   - seed: The seed of the whole, for example of a run.
///   - label: Names the purpose: a stream, or the id of a scenario.
@inlinable public func splitSeed(_ seed: UInt64, _ label: String) -> UInt64 {
  var digest = Digest()
  digest.combine(seed)
  digest.combine(label)
  return digest.value
}
