/// A generator of actions that are the same for the same feature, distribution and seed.
///
/// Slots and actions come from two streams, split from the seed with the labels `slots` and
/// `actions`, so that another distribution does not change the actions of a slot.
///
/// In a session two users may be at one slot. They share its cursor, and if one leaves, the other
/// begins a new session.
public struct ActionGenerator<F: Feature>: Sendable {
  @usableFromInline let feature: F
  @usableFromInline let style: ActionStyle
  @usableFromInline var slots: SlotSampler
  @usableFromInline var random: SplitMix64
  @usableFromInline var cursor: F.Cursor

  /// Creates a generator at the start of its sequence.
  ///
  /// - Parameters:
  ///   - feature: The feature of the actions; its reducer and its dependencies are not used.
  ///   - distribution: The distribution of actions over slots; its values must be in range.
  ///   - seed: The seed of all actions.
  public init(feature: F, distribution: Distribution, seed: UInt64) {
    self.feature = feature
    if case .session = distribution { style = .session } else { style = .independent }
    slots = SlotSampler(
      slotCount: feature.slotCount, distribution: distribution, seed: splitSeed(seed, "slots"))
    random = SplitMix64(seed: splitSeed(seed, "actions"))
    cursor = feature.initialCursor
  }

  /// Returns the next action; in a session, another user replaces one who leaves.
  @inlinable public mutating func next() -> F.Action {
    while true {
      let slot = feature.slot(rank: slots.next())
      if let action = feature.nextAction(
        slot: slot, cursor: &cursor, style: style, using: &random)
      {
        return action
      }
      slots.replaceActor()
    }
  }

  /// Initialises every element of a buffer with the next actions.
  ///
  /// The sizes of buffers do not change the sequence.
  ///
  /// - Parameter buffer: Uninitialised memory, which the caller deinitialises.
  @inlinable public mutating func fill(_ buffer: UnsafeMutableBufferPointer<F.Action>) {
    for index in 0..<buffer.count { buffer.initializeElement(at: index, to: next()) }
  }
}
