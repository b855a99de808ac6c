import Foundation
import Workloads

/// The plain fold of one feature.
final class FeatureFoldSteps<F: Feature>: FoldSteps {
  private let feature: F
  private let batch: ActionBatch<F>
  private var state: F.State
  /// The last two actions, oldest first, and the states before them.
  private var past: [(state: F.State, action: F.Action)] = []

  init(_ input: TrialInput<F>) {
    feature = input.feature
    batch = ActionBatch(capacity: 1, feature: input.feature, generator: input.generator)
    state = input.feature.initialState
  }

  var slots: Int { feature.slotCount }

  func step() -> FoldedAction {
    batch.refill(1)
    let action = batch.actions[0]
    past.append((state, action))
    if past.count > 2 { past.removeFirst() }
    var changes = [Int](repeating: 0, count: slots)
    var shown = drawn
    let answers = reduce(action, into: &state) { [feature] state in
      let now = (0..<feature.slotCount).map { feature.drawn(state, slot: $0) }
      for slot in now.indices where now[slot] != shown[slot] { changes[slot] += 1 }
      shown = now
    }
    return FoldedAction(reductions: 1 + answers, changes: changes)
  }

  private var drawn: [UInt64] { (0..<slots).map { feature.drawn(state, slot: $0) } }

  func read(_ reading: Reading, slot: Int) -> UInt64 { feature.read(reading, state, slot: slot) }

  var actionText: String {
    guard let last = past.last, let json = try? JSONEncoder().encode(last.action) else { return "" }
    let text = String(decoding: json, as: UTF8.self)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  func faults() -> [(fault: FoldFault, digest: UInt64)] {
    guard let last = past.last else { return [] }
    func digest(_ change: (inout F.State) -> Void) -> UInt64 {
      var state = last.state
      change(&state)
      return self.digest(of: state)
    }
    return [
      (.lost, digest { _ in }),
      (
        .doubled,
        digest {
          reduce(last.action, into: &$0)
          reduce(last.action, into: &$0)
        }
      ),
      (.answerDropped, digest { feature.reduce(into: &$0, action: last.action) }),
      (.answerDoubled, digest { reduce(last.action, into: &$0, answers: 2) }),
    ]
  }

  func faultsBefore() -> [(fault: FoldFault, digest: UInt64)] {
    guard let last = past.last, let first = past.first, past.count == 2 else { return [] }
    var swapped = first.state
    reduce(last.action, into: &swapped)
    let lost = digest(of: swapped)
    reduce(first.action, into: &swapped)
    return [
      (.late, digest(of: state)), (.reordered, digest(of: swapped)), (.lost, lost),
    ]
  }

  private func digest(of state: F.State) -> UInt64 {
    combineSlots(feature.slotCount) { feature.read(.digest, state, slot: $0) }
  }

  /// Reduces an action, then each answer to it `answers` times.
  ///
  /// - Parameter look: Called after each reduction.
  /// - Returns: The number of different answers.
  @discardableResult
  private func reduce(
    _ action: F.Action, into state: inout F.State, answers: Int = 1,
    _ look: (F.State) -> Void = { _ in }
  ) -> Int {
    feature.reduce(into: &state, action: action)
    look(state)
    var next = feature.request(for: action, after: state)
    var answered = 0
    while let request = next, let answer = feature.perform(request) {
      for _ in 0..<answers {
        feature.reduce(into: &state, action: answer)
        look(state)
      }
      answered += 1
      next = feature.request(for: answer, after: state)
    }
    return answered
  }
}
