/// Generates the actions of a run: the same ones for the same feature, distribution and seed.
///
/// Slots and actions come from two streams, split from the seed with the labels `slots` and
/// `actions`, so that another distribution does not change what somebody at a slot would do.
///
/// In a session two users may be at one slot. They then act as one user with two devices: what
/// either does moves the slot's one cursor, and when one leaves the other starts again.
public struct ActionGenerator<F: Feature> {
  @usableFromInline let feature: F
  @usableFromInline let style: ActionStyle
  @usableFromInline var slots: SlotSampler
  @usableFromInline var random: SplitMix64
  @usableFromInline var cursor: F.Cursor

  /// A generator at the start of its sequence.
  ///
  /// - Parameters:
  ///   - feature: What the actions are for. Its reducer and its dependencies are not used.
  ///   - distribution: How actions are spread over the slots; its values must be in range.
  ///   - seed: Decides all actions.
  public init(feature: F, distribution: Distribution, seed: UInt64) {
    self.feature = feature
    if case .session = distribution { style = .session } else { style = .independent }
    slots = SlotSampler(
      slotCount: feature.slotCount, distribution: distribution, seed: splitSeed(seed, "slots"))
    random = SplitMix64(seed: splitSeed(seed, "actions"))
    cursor = feature.initialCursor
  }

  /// The next action of the sequence; in a session, another user takes the place of one who leaves.
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
  /// How a sequence is cut into buffers does not change it.
  ///
  /// - Parameter buffer: Uninitialised memory; the caller deinitialises it when done.
  @inlinable public mutating func fill(_ buffer: UnsafeMutableBufferPointer<F.Action>) {
    for index in 0..<buffer.count { buffer.initializeElement(at: index, to: next()) }
  }
}

extension ActionGenerator: Sendable {}

/// Whether somebody is there: the cursor of a module whose sessions need to know nothing else.
@frozen public struct Presence: BitwiseCopyable, Sendable {
  /// Whether a session is open.
  @usableFromInline private(set) var isOpen = false

  /// Nobody is there.
  @inlinable public init() {}

  /// Comes, or stays for another action, or leaves: a session has `mean` actions on average.
  ///
  /// - Returns: Whether there is an action.
  @inlinable
  public mutating func stays(afterMean mean: Int, using random: inout SplitMix64) -> Bool {
    isOpen = !isOpen || !random.leaves(afterMean: mean)
    return isOpen
  }
}
