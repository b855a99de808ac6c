import FlowHarness
import PlainText
import Workloads

/// Holds what a store's readers are notified of against what the plain fold changes.
@MainActor
struct NotificationCheck {
  private let readers: StepReaders
  private let fold: any FoldSteps
  private let quietNs: UInt64
  private var drawn: [UInt64]
  /// How often each slot has changed, and how often its reader was notified.
  private var changes: [Int]
  private var notified: [Int]
  /// The first change of each slot that its reader was not notified of.
  private var missed: [Int?]
  private var missedCount = 0
  /// How often it may still be waited for a notification that has not come.
  private var patience = 100

  /// Nothing was sent yet.
  init(_ readers: StepReaders, _ fold: any FoldSteps, quietNs: UInt64) {
    self.readers = readers
    self.fold = fold
    self.quietNs = quietNs
    drawn = (0..<fold.slots).map { fold.read(.drawn, slot: $0) }
    changes = drawn.map { _ in 0 }
    notified = drawn.map { _ in 0 }
    missed = drawn.map { _ in nil }
  }

  /// Looks at one action, when the store has said that it is done and the fold has reduced it.
  ///
  /// - Parameters:
  ///   - notified: How often each reader was notified by then.
  ///   - folded: What the fold made of it.
  mutating func look(
    at action: Int, _ notified: [Int], _ folded: FoldedAction, into outcome: inout CaseOutcome
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
            ? "no notification of slot \(slot), which shows what it showed"
            : "\(CountText.text(changes, "notification")) of slot \(slot), one of each change",
          "\(count) of them",
          count: min(count, reductions) - changes)
      }
    }
    if !late.isEmpty { await wait(for: late, action, into: &outcome) }
  }

  /// Leaves out an action that the fold has reduced.
  mutating func skip() { drawn = (0..<fold.slots).map { fold.read(.drawn, slot: $0) } }

  /// Waits for notifications that had not come when the store said that it was done.
  private mutating func wait(
    for slots: [Int], _ action: Int, into outcome: inout CaseOutcome
  ) async {
    guard patience > 0 else { return }
    patience -= 1
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

  /// Says what was missed, when all is sent.
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
