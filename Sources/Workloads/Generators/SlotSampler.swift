/// A sampler of the ranks in popularity of slots; `Feature.slot(rank:)` returns their slots.
public struct SlotSampler: Sendable {
  @frozen @usableFromInline enum Kind: Sendable {
    case only, uniform, zipf, hotspot, burst, session
  }

  @usableFromInline let kind: Kind
  @usableFromInline let slotCount: Int
  @usableFromInline var random: SplitMix64
  // For `zipf`, and for arrivals in `session`.
  @usableFromInline let popularity: ZipfSampler?
  // For `hotspot`: the number of hot ranks.
  @usableFromInline let hotCount: Int
  // For `hotspot` and `burst`: the largest draw that is hot, or ends a run; an integer so that it is
  // the same on every platform.
  @usableFromInline let threshold: UInt64
  // For `burst`: the rank of the run.
  @usableFromInline var current = 0
  // For `session`: the ranks of the users, and the user of the last action.
  @usableFromInline var users: [Int] = []
  @usableFromInline var actor = 0

  /// Creates a sampler at the start of the sequence of `seed`.
  ///
  /// - Parameters:
  ///   - slotCount: The number of slots, from 1 to 2³² − 1. With one slot only `session` differs from
  ///     the other distributions.
  ///   - distribution: The distribution, with values in range; see `Distribution.check()`.
  ///   - seed: The seed of all choices.
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
    case .session(let count):
      kind = .session
      let arrivals = ZipfSampler(count: slotCount, exponent: 1)
      users = (0..<count).map { _ in arrivals.next(using: &random) }
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

  /// Returns the rank of the next slot, from 0.
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
        // Another slot, so that the mean length is as given.
        let other = random.below(slotCount - 1)
        current = other < current ? other : other + 1
      }
      return rank
    case .session:
      actor = random.below(users.count)
      return users[actor]
    }
  }

  /// Replaces the user of the last action; only in a session.
  @inlinable public mutating func replaceActor() {
    guard case .session = kind else {
      preconditionFailure("a user leaves only in a session, not in \(kind)")
    }
    users[actor] = popularity.unsafelyUnwrapped.next(using: &random)
  }
}
