import FlowHarness
import PlainText
import Workloads

/// Compares the notifications of a store's readers with the changes of the plain fold.
@MainActor
struct NotificationCheck {
  private let readers: StepReaders
  private let fold: any FoldSteps
  private let quietNs: UInt64
  private var drawn: [UInt64]
  /// The number of changes of each slot, and of the notifications of its reader.
  private var changes: [Int]
  private var notified: [Int]
  /// The first change of each slot without a notification.
  private var missed: [Int?]
  private var missedCount = 0
  /// The number of times that a missing notification may still be awaited.
  private var waitsLeft = 100

  init(_ readers: StepReaders, _ fold: any FoldSteps, quietNs: UInt64) {
    self.readers = readers
    self.fold = fold
    self.quietNs = quietNs
    drawn = (0..<fold.slots).map { fold.read(.drawn, slot: $0) }
    changes = drawn.map { _ in 0 }
    notified = drawn.map { _ in 0 }
    missed = drawn.map { _ in nil }
  }

  /// Checks one action, after the store has finished it and the fold has reduced it.
  ///
  /// - Parameter notified: The number of notifications of each reader.
  mutating func check(
    _ action: Int, _ notified: [Int], _ folded: FoldedAction, into outcome: inout CaseOutcome
  ) async {
    let now = (0..<fold.slots).map { fold.read(.drawn, slot: $0) }
    defer { drawn = now }
    var late: [Int] = []
    for slot in now.indices {
      let (hasChanged, count) = (now[slot] != drawn[slot], notified[slot])
      self.notified[slot] += count
      if hasChanged { changes[slot] += 1 }
      if hasChanged, count == 0 { late.append(slot) }
      // An action with answers is several reductions, each of which readers may be notified of.
      let (reductions, changes) = (folded.reductions, folded.changes[slot])
      if count > reductions {
        outcome.add(
          .notificationRepeated, action,
          "at most \(CountText.text(reductions, "notification")) of slot \(slot)",
          "\(count) of them",
          count: count - reductions)
      }
      if min(count, reductions) > changes {
        outcome.add(
          .notificationWasted, action,
          changes == 0
            ? "no notification of slot \(slot), which has not changed"
            : "\(CountText.text(changes, "notification")) of slot \(slot), one for each change",
          "\(count) of them",
          count: min(count, reductions) - changes)
      }
    }
    if !late.isEmpty { await wait(for: late, action, into: &outcome) }
  }

  mutating func skip() { drawn = (0..<fold.slots).map { fold.read(.drawn, slot: $0) } }

  /// Waits for notifications that had not come when the store had finished the action.
  private mutating func wait(
    for slots: [Int], _ action: Int, into outcome: inout CaseOutcome
  ) async {
    guard waitsLeft > 0 else { return }
    waitsLeft -= 1
    await QuietTime.pass(ns: quietNs)
    let came = readers.take()
    for slot in slots {
      notified[slot] += came[slot]
      if came[slot] > 0 {
        outcome.add(
          .notificationLate, action, "slot \(slot)'s reader notified when the store is done",
          "it was notified afterwards")
      } else {
        missedCount += 1
        if missed[slot] == nil { missed[slot] = action }
      }
    }
  }

  /// Adds the findings about missed notifications, after all actions.
  func finish(into outcome: inout CaseOutcome) {
    let never = changes.indices.filter { changes[$0] > 0 && notified[$0] == 0 && missed[$0] != nil }
    if let slot = never.min(by: { missed[$0] ?? 0 < missed[$1] ?? 0 }), let action = missed[slot] {
      outcome.add(
        .neverNotified, action,
        "slot \(slot)'s reader notified of \(CountText.text(changes[slot], "change"))",
        "it was never notified",
        count: never.count)
    }
    let some = missed.indices.filter { missed[$0] != nil && !never.contains($0) }
    if let slot = some.min(by: { missed[$0] ?? 0 < missed[$1] ?? 0 }), let action = missed[slot] {
      outcome.add(
        .notificationMissed, action, "slot \(slot)'s reader notified of its change", "it was not",
        count: missedCount)
    }
  }
}
