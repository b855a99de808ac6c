/// Users who come on a schedule, each with a stream of random numbers of its own.
@usableFromInline struct Newcomers: Sendable {
  private var schedule: ArrivalSchedule
  private var seeds: SplitMix64
  private var count: UInt32 = 0
  /// When the next one comes; `nil` when nobody does any more.
  private(set) var nextNs: UInt64?

  init(_ schedule: ArrivalSchedule, seeds: SplitMix64) {
    self.schedule = schedule
    self.seeds = seeds
    nextNs = self.schedule.next()
  }

  /// The next one; `nil` when nobody comes any more.
  mutating func next() -> Visitor? {
    guard let atNs = nextNs else { return nil }
    nextNs = schedule.next()
    defer { count += 1 }
    return Visitor(
      atNs: atNs, randomState: SplitMix64(seed: seeds.next()).state, user: count,
      slot: Visitor.nowhere)
  }
}
