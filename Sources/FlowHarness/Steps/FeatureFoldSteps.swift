import FlowCore
import Foundation
import Workloads

/// The plain fold of one feature.
final class FeatureFoldSteps<F: Feature>: FoldSteps {
  private let makeInput: () -> TrialInput<F>
  private let feature: F
  private var generator: ActionGenerator<F>
  private var recorded: [F.Action]
  private var state: F.State
  private var done = 0
  private var last: F.Action?
  /// The regions of all slots; empty if there are too many.
  private let regions: [StateRegion]

  /// The maximum number of slots of which an action's are looked up.
  private static var maxSlots: Int { 1000 }

  /// - Parameter makeInput: Makes the feature with its own services.
  init(_ makeInput: @escaping () -> TrialInput<F>) {
    self.makeInput = makeInput
    let input = makeInput()
    feature = input.feature
    generator = input.generator
    recorded = input.recorded
    state = input.feature.initialState
    let count = feature.slotCount
    regions = count > Self.maxSlots ? [] : (0..<count).map { [feature] in feature.region(slot: $0) }
  }

  var slots: Int { feature.slotCount }

  func step(countsChanges: Bool, findsIdle: Bool) -> FoldedAction {
    let action = next()
    // A copy of larger states would take longer than the store.
    let old: F.State? = findsIdle && !regions.isEmpty ? state : nil
    var changes = [Int](repeating: 0, count: countsChanges ? slots : 0)
    var shown = countsChanges ? drawn : []
    var region = StateRegion.nothing
    let (answers, isRequest) = reduce(action) { action in
      region = region.union(feature.region(of: action))
      guard countsChanges else { return }
      for slot in shown.indices {
        let now = read(.drawn, slot: slot)
        if now != shown[slot] { changes[slot] += 1 }
        shown[slot] = now
      }
    }
    let touched = regions.indices.filter { regions[$0].overlaps(region) }
    return FoldedAction(
      reductions: 1 + answers, changes: changes, touched: touched,
      isIdle: !isRequest && old == state)
  }

  var digest: UInt64 { combineSlots(slots) { read(.digest, slot: $0) } }

  private var drawn: [UInt64] { (0..<slots).map { read(.drawn, slot: $0) } }

  func read(_ reading: Reading, slot: Int) -> UInt64 { feature.read(reading, state, slot: slot) }

  var actionText: String {
    guard let last, let json = try? JSONEncoder().encode(last) else { return "" }
    let text = String(decoding: json, as: UTF8.self)
    return text.count > 60 ? text.prefix(59) + "…" : text
  }

  func faults() -> [(fault: FoldFault, digest: UInt64)] {
    func digest(_ change: (FeatureFoldSteps, F.Action) -> Void) -> UInt64 {
      let fold = repeated(done - 1)
      change(fold, fold.next())
      return fold.digest
    }
    return [
      (.lost, digest { _, _ in }),
      (
        .doubled,
        digest {
          $0.reduce($1)
          $0.reduce($1)
        }
      ),
      (.answerDropped, digest { $0.feature.reduce(into: &$0.state, action: $1) }),
      (.answerDoubled, digest { $0.reduce($1, answers: 2) }),
    ]
  }

  func faultsBefore() -> [(fault: FoldFault, digest: UInt64)] {
    func digest(_ change: (FeatureFoldSteps, _ first: F.Action, F.Action) -> Void) -> UInt64 {
      let fold = repeated(done - 2)
      change(fold, fold.next(), fold.next())
      return fold.digest
    }
    return [
      // First, because a lost action may have had no effect on the state after the next one.
      (.lost, digest { fold, _, last in fold.reduce(last) }),
      (.late, self.digest),
      (
        .reordered,
        digest {
          $0.reduce($2)
          $0.reduce($1)
        }
      ),
    ]
  }

  private func next() -> F.Action {
    let action = recorded.popLast() ?? generator.next()
    last = action
    done += 1
    return action
  }

  /// Returns a fold of the first actions, with its own services.
  private func repeated(_ count: Int) -> FeatureFoldSteps {
    let fold = FeatureFoldSteps(makeInput)
    for _ in 0..<count { fold.reduce(fold.next()) }
    return fold
  }

  /// Reduces an action, then each answer to it `answers` times.
  ///
  /// - Parameter look: Called after each reduction.
  /// - Returns: The number of different answers, and whether work was requested, which may be done
  ///   without an answer.
  @discardableResult
  private func reduce(
    _ action: F.Action, answers: Int = 1, _ look: (F.Action) -> Void = { _ in }
  ) -> (answers: Int, isRequest: Bool) {
    feature.reduce(into: &state, action: action)
    look(action)
    var next = feature.request(for: action, after: state)
    let isRequest = next != nil
    var answered = 0
    while let request = next, let answer = feature.perform(request) {
      for _ in 0..<answers {
        feature.reduce(into: &state, action: answer)
        look(answer)
      }
      answered += 1
      next = feature.request(for: answer, after: state)
    }
    return (answered, isRequest)
  }
}
