/// Picks which slot the next action is aimed at, by its rank in popularity.
///
/// A feature says which slot has a rank: `Feature.slot(rank:)`.
public struct SlotSampler: Sendable {
  @frozen @usableFromInline enum Kind: Sendable {
    case only, uniform, zipf, hotspot, burst, session
  }

  @usableFromInline let kind: Kind
  @usableFromInline let slotCount: Int
  @usableFromInline var random: SplitMix64
  /// For `zipf`, and for arrivals in `session`.
  @usableFromInline let popularity: ZipfSampler?
  /// For `hotspot`: how many ranks are hot.
  @usableFromInline let hotCount: Int
  /// For `hotspot` and `burst`: draws up to here are hot, or end a run. Compared as an integer, so
  /// that every platform decides alike.
  @usableFromInline let threshold: UInt64
  /// For `burst`: where the run is.
  @usableFromInline var current = 0
  /// For `session`: where everybody is, and who acted last.
  @usableFromInline var users: [Int] = []
  @usableFromInline var actor = 0

  /// A sampler at the start of the sequence that belongs to `seed`.
  ///
  /// - Parameters:
  ///   - slotCount: How many slots there are, from 1 to 2³² − 1. With one there is no choice, and
  ///     only `session` differs from the others.
  ///   - distribution: How actions are spread. Its values must be in range; see
  ///     `Distribution.check()`.
  ///   - seed: Decides all choices.
  public init(slotCount: Int, distribution: Distribution, seed: UInt64) {
    precondition(
      slotCount > 0 && slotCount <= 0xffff_ffff, "slots must be 1 to 2^32 - 1, got \(slotCount)")
    do { try distribution.check() } catch { preconditionFailure("\(error)") }
    self.slotCount = slotCount
    var random = SplitMix64(seed: seed)
    var kind = Kind.only
    var popularity: ZipfSampler?
    var hotCount = 0
    var threshold: UInt64 = 0
    switch distribution {
    case .session(let crowd):
      kind = .session
      let arrivals = ZipfSampler(count: slotCount, exponent: 1)
      users = (0..<crowd).map { _ in arrivals.next(using: &random) }
      popularity = arrivals
    case .first:
      break
    case _ where slotCount == 1:
      break
    case .uniform:
      kind = .uniform
    case .zipf(let exponent):
      kind = .zipf
      popularity = ZipfSampler(count: slotCount, exponent: exponent)
    case .hotspot(let slots, let actions):
      kind = .hotspot
      hotCount = min(slotCount - 1, max(1, Int((slots * Double(slotCount)).rounded())))
      threshold = UInt64(actions * 0x1p53) << 11
    case .burst(let meanLength):
      kind = .burst
      threshold = .max / UInt64(meanLength)
      current = random.below(slotCount)
    }
    self.random = random
    self.kind = kind
    self.popularity = popularity
    self.hotCount = hotCount
    self.threshold = threshold
  }

  /// The rank of the next slot, from 0.
  @inlinable public mutating func next() -> Int {
    switch kind {
    case .only:
      return 0
    case .uniform:
      return random.below(slotCount)
    case .zipf:
      return popularity.unsafelyUnwrapped.next(using: &random)
    case .hotspot:
      // At least one slot is hot and at least one is not.
      if random.next() < threshold { return random.below(hotCount) }
      return hotCount + random.below(slotCount - hotCount)
    case .burst:
      let rank = current
      if random.next() <= threshold {
        // Another slot than this one, or the mean length would be longer than asked for.
        let other = random.below(slotCount - 1)
        current = other < current ? other : other + 1
      }
      return rank
    case .session:
      actor = random.below(users.count)
      return users[actor]
    }
  }

  /// Somebody else comes in place of the person who had the last turn. Only in a session.
  @inlinable public mutating func replaceActor() {
    guard case .session = kind else {
      preconditionFailure("only in a session somebody leaves; this is \(kind)")
    }
    users[actor] = popularity.unsafelyUnwrapped.next(using: &random)
  }
}
