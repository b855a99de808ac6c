import Workloads

@testable import FlowHarness

/// A store with effects in flight and one fault.
@MainActor
final class BrokenEffectStore<F: Feature>: @MainActor SynchronousStore {
  private let feature: F
  private let fault: BrokenDesign.Fault
  private var state: F.State
  private var newest: [Int: Task<Void, Never>] = [:]
  private var begun = 0
  private var received = 0

  init(_ feature: F, _ fault: BrokenDesign.Fault) {
    self.feature = feature
    self.fault = fault
    state = feature.initialState
  }

  func send(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return }
    begun += 1
    let isBroken = begun % 3 == 0
    let task = Task { await answer(request) }
    guard let key = feature.cancellationKey(of: action), fault != .cancelsNothing else { return }
    let older = newest.updateValue(task, forKey: key)
    if fault != .cancelsSome || !isBroken { older?.cancel() }
  }

  private func answer(_ request: F.Request) async {
    guard let answer = await feature.answer(request) else {
      guard fault == .answersAfterCancellation, let own = feature.perform(request) else { return }
      feature.reduce(into: &state, action: own)
      return
    }
    if Task.isCancelled { return }
    received += 1
    let isBroken = received % 3 == 0
    if fault == .dropsAnswers, isBroken { return }
    if fault == .doublesAnswers, isBroken { feature.reduce(into: &state, action: answer) }
    feature.reduce(into: &state, action: answer)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}
