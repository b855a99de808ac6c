/// Actions that were sent or answered while another was handled, first in, first out, each with the
/// errand it is part of.
@usableFromInline
struct ActionQueue<Action> {
  @usableFromInline var waiting: [Element] = []
  @usableFromInline var next = 0

  @usableFromInline typealias Element = (action: Action, sender: Errand?, isAnswer: Bool)

  @usableFromInline init() {}

  @inlinable var isEmpty: Bool { waiting.isEmpty }

  @inlinable
  mutating func append(_ action: consuming Action, sender: Errand?, isAnswer: Bool) {
    // Whoever waits for the errand waits for the action, too.
    sender?.begin()
    waiting.append((action, sender, isAnswer))
  }

  /// The first one, which leaves the queue.
  @inlinable
  mutating func popFirst() -> Element? {
    guard next < waiting.count else { return nil }
    let first = waiting[next]
    next += 1
    if next == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    return first
  }
}
