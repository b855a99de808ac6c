public import FlowCore

/// An ordered list of those who want to know of a change, first come, first notified.
///
/// A list of its own instead of a publisher, so that the designs differ in their shape and not in
/// a library for notifications. With nobody in the list a change costs one check (`isEmpty`);
/// adding and removing are O(1) amortised.
@usableFromInline
final class Subscribers<Value> {
  /// A place in the list. Emptied at once when it is cancelled, swept up later: removing from the
  /// middle of an array at every cancel would make closing a screen of *n* rows O(*n*²).
  @usableFromInline
  final class Entry {
    @usableFromInline var changed: ((Value) -> Void)?

    @usableFromInline init(changed: @escaping (Value) -> Void) {
      self.changed = changed
    }
  }

  // Unchecked: `isEmpty` is asked after every action of every design, and a call into the runtime
  // would be most of what it costs. No code of a subscriber runs while the array is written:
  // `sweep` removes only entries whose closures are gone.
  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @usableFromInline var cancelledCount = 0

  @usableFromInline init() {}

  /// Whether nobody listens. True as soon as the last one is cancelled.
  @inlinable var isEmpty: Bool { entries.isEmpty }

  /// Calls everybody in the order of subscription.
  ///
  /// Those who join while it runs are notified from the next change on.
  @inlinable
  func notify(_ value: Value) {
    // The loop holds the array: who joins or leaves meanwhile changes another copy of it.
    for entry in entries {
      entry.changed?(value)
    }
  }

  /// Adds a subscriber at the end of the list.
  ///
  /// `onEnd` runs once, after the entry was removed.
  @inlinable
  func add(_ changed: @escaping (Value) -> Void, onEnd: (() -> Void)? = nil) -> ObservationToken {
    let entry = Entry(changed: changed)
    entries.append(entry)
    // Weak: a subscription may outlive its store, and must not keep the list alive.
    return ObservationToken { [weak self] in
      entry.changed = nil
      self?.sweep()
      onEnd?()
    }
  }

  @inlinable
  func sweep() {
    cancelledCount += 1
    guard cancelledCount * 2 > entries.count else { return }
    entries.removeAll { $0.changed == nil }
    cancelledCount = 0
  }
}
