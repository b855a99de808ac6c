import Workloads

@testable import FlowHarness

/// A store in virtual time, with effects of its own, and with a fault that shows in some orders only.
final class FaultySearch<F: Feature>: SynchronousStore {
  typealias Fault = FaultySearchDesign.Fault

  private let feature: F
  private let fault: Fault
  private let executor: (any TaskExecutor)?
  private var state: F.State
  private var newest: [Int: Task<Void, Never>] = [:]
  private var answering = 0
  private var sent = 0

  init(_ feature: F, _ fault: Fault) {
    self.feature = feature
    self.fault = fault
    if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
      executor = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    } else {
      executor = nil
    }
    state = feature.initialState
  }

  func send(_ action: F.Action) {
    sent += 1
    switch fault {
    case .lostAction where answering > 0: return
    case .reordered where answering > 0: start(.reduce(action))
    default: reduce(action)
    }
  }

  private func reduce(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return }
    let task = start(.answer(request))
    guard let key = feature.cancellationKey(of: action) else { return }
    newest.updateValue(task, forKey: key)?.cancel()
  }

  nonisolated(nonsending) func reduceLater(_ action: F.Action) async {
    await Task.yield()
    reduce(action)
  }

  nonisolated(nonsending) func answer(_ request: F.Request) async {
    guard let answer = await feature.answer(request) else { return }
    let (before, sentBefore) = (state, sent)
    answering += 1
    await Task.yield()
    answering -= 1
    // The service is not notified, as by any store that drops an unawaited answer.
    if Task.isCancelled, fault != .lateAnswer { return }
    if fault == .lostUpdate { state = before }
    reduce(answer)
    if fault == .answeredTwice, sent > sentBefore { reduce(answer) }
  }

  /// The work of a task.
  private enum Request {
    case reduce(F.Action)
    case answer(F.Request)
  }

  @discardableResult
  private func start(_ request: Request) -> Task<Void, Never> {
    // Unsafe: the virtual executor runs everything on one thread.
    nonisolated(unsafe) let store = self
    return Task(executorPreference: executor) {
      switch request {
      case .reduce(let action): await store.reduceLater(action)
      case .answer(let request): await store.answer(request)
      }
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 { feature.read(reading, state, slot: slot) }
}

/// A design of nothing but effects in flight.
struct FaultySearchDesign: StoreDesign {
  enum Fault: String, CaseIterable, Sendable {
    /// Sound: a control.
    case none
    /// Looks whether it was cancelled, gives way once more, and then answers all the same.
    case lateAnswer
    /// Has no ear for an action while it gives way before an answer.
    case lostAction
    /// Puts an action off while it gives way before an answer.
    case reordered
    /// Gives an answer once more when an action came meanwhile.
    case answeredTwice
    /// Writes an answer over what came meanwhile.
    case lostUpdate
  }

  let fault: Fault
  let description = DesignDescription(id: "faulty", summary: "a store of the tests")

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  func makeOverlappingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeIsolatedStore { [fault] feature, _ in FaultySearch(feature, fault) }
  }
}
