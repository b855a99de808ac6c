public import FlowCore

/// A list of closures that are called after a change, in the order of subscription.
///
/// All designs use it, so that they do not differ in a library for notifications. A change without
/// subscribers costs one check (`isEmpty`). Adding and removing are O(1) amortised.
@usableFromInline
final class Subscribers<Value> {
  /// A place in the list, which is emptied when it is cancelled and removed later. Removal at every
  /// cancellation would make closing a screen of *n* rows O(*n*²).
  @usableFromInline
  final class Entry {
    @usableFromInline var changed: ((Value) -> Void)?

    @usableFromInline init(changed: @escaping (Value) -> Void) {
      self.changed = changed
    }
  }

  // Unchecked, because `isEmpty` is read after every action. No code of a subscriber runs while the
  // array is written: `sweep` removes only entries without closures.
  @exclusivity(unchecked) @usableFromInline var entries: [Entry] = []
  @usableFromInline var cancelledCount = 0

  @usableFromInline init() {}

  @inlinable var isEmpty: Bool { entries.isEmpty }

  /// Calls all closures; those that are added meanwhile are called from the next change on.
  @inlinable
  func notify(_ value: Value) {
    // The loop retains the array, so that changes meanwhile affect a copy.
    for entry in entries {
      entry.changed?(value)
    }
  }

  /// Adds a closure at the end of the list; `onEnd` runs once after its removal.
  @inlinable
  func add(_ changed: @escaping (Value) -> Void, onEnd: (() -> Void)? = nil) -> ObservationToken {
    let entry = Entry(changed: changed)
    entries.append(entry)
    // Weak, because a token may outlive its store.
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
