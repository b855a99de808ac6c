import FlowBenchCLI
import Foundation

/// The actions between two faults; the faults of one action happen at ten times as many.
let faultEvery = ProcessInfo.processInfo.environment["FOREIGN_FAULT_EVERY"].flatMap(Int.init) ?? 100

/// A store that does other work than the plain fold, or uses more than the work needs.
///
/// It is correct until `faultEvery` actions were sent.
enum BrokenWork: String, CaseIterable, Sendable {
  // Other work: no valid row.
  case dropEach = "drop-each"
  case dropOne = "drop-one"
  case swapEach = "swap-each"
  case delayEach = "delay-each"
  case doubleEach = "double-each"
  case repeatOlder = "repeat-older"
  case loseCopy = "lose-copy"
  case skipRepeated = "skip-repeated"
  case skipRun = "skip-run"
  case staleRead = "stale-read"
  case answerTwice = "answer-twice"
  case answerNever = "answer-never"
  case performTwice = "perform-twice"
  case exitsEarly = "exit"
  case crashes = "crash"
  // The same work: a warning.
  case leaks = "leak"
  case threads
  case spins = "spin"
  case changesDirectory = "change-directory"
  case notifyTwice = "notify-twice"

  var isWrong: Bool {
    switch self {
    case .leaks, .threads, .spins, .changesDirectory, .notifyTwice: false
    default: true
    }
  }
}

/// The design of `BrokenWorkStore`.
struct BrokenWorkDesign: StoreDesign {
  let work: BrokenWork

  var description: DesignDescription {
    DesignDescription(id: work.rawValue, summary: "a broken store")
  }

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    builder.makeStore { [work] in BrokenWorkStore($0, work) }
  }
}

/// A store with one kind of broken work.
struct BrokenWorkStore<F: Feature>: SynchronousStore {
  private let feature: F
  private let work: BrokenWork
  private var state: F.State
  private var old: F.State
  private var sent = 0
  private var held: F.Action?
  private var first: F.Action?
  private var last: F.Action?
  private var run = 0
  private let readers = Readers()

  private final class Readers { var changed: [() -> Void] = [] }

  init(_ feature: F, _ work: BrokenWork) {
    self.feature = feature
    self.work = work
    state = feature.initialState
    old = state
  }

  static var notification: NotificationStyle { .subscribing }

  mutating func send(_ action: F.Action) {
    sent += 1
    let isEach = sent % faultEvery == 0
    let isOne = sent == faultEvery * 10 - 1
    if work == .staleRead { old = state }
    switch work {
    case .dropEach where isEach, .dropOne where isOne: return
    case .swapEach where isEach, .delayEach where isEach: held = action
    case .swapEach:
      reduce(action)
      if let held { reduce(held) }
      held = nil
    case .delayEach:
      if let held { reduce(held) }
      held = nil
      reduce(action)
    case .doubleEach where isEach:
      reduce(action)
      reduce(action)
    case .repeatOlder where isOne: if let first { reduce(first) }
    case .loseCopy where isEach:
      let kept = state
      reduce(action)
      state = kept
    case .skipRepeated: if !isRepeated(action) { reduce(action) }
    case .skipRun:
      run = isRepeated(action) ? run + 1 : 0
      // Generated actions have no such runs.
      if run < 12 { reduce(action) }
    case .exitsEarly where isOne: exit(0)
    case .crashes where isOne: fatalError("a fault of the store")
    default: reduce(action)
    }
    if first == nil { first = action }
    last = action
    if !work.isWrong { waste(isFirst: sent == faultEvery) }
  }

  private func isRepeated(_ action: F.Action) -> Bool {
    func equal<E: Equatable>(_ action: E) -> Bool { action == last as? E }
    return (action as? any Equatable).map { equal($0) } ?? false
  }

  private func waste(isFirst: Bool) {
    switch work {
    case .leaks: _ = UnsafeMutableRawPointer.allocate(byteCount: 8192, alignment: 16)
    case .threads where isFirst:
      for _ in 0..<100 { Thread.detachNewThread { Thread.sleep(forTimeInterval: 3600) } }
    case .spins where isFirst: Thread.detachNewThread { while true {} }
    case .changesDirectory where isFirst: _ = FileManager.default.changeCurrentDirectoryPath("/")
    default: break
    }
  }

  private mutating func reduce(_ action: F.Action) {
    let drawn = readers.changed.isEmpty ? [] : screens
    feature.reduce(into: &state, action: action)
    if !readers.changed.isEmpty, screens != drawn { notify() }
    guard work != .answerNever || sent < faultEvery,
      let request = feature.request(for: action, after: state),
      let answer = feature.perform(request)
    else { return }
    if sent >= faultEvery {
      if work == .performTwice { _ = feature.perform(request) }
      if work == .answerTwice { feature.reduce(into: &state, action: answer) }
    }
    reduce(answer)
  }

  private var screens: [UInt64] {
    (0..<feature.slotCount).map { feature.drawn(state, slot: $0) }
  }

  private func notify() {
    for changed in readers.changed {
      changed()
      if work == .notifyTwice { changed() }
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    let isStale = work == .staleRead && sent % faultEvery == 0 && sent > 0
    return feature.read(reading, isStale ? old : state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    readers.changed.append(changed)
    return [ObservationToken {}]
  }
}

/// A store whose answers come after work that suspends.
@MainActor
final class BrokenAnswers<F: Feature>: @MainActor SynchronousStore {
  enum Fault: String, CaseIterable {
    case neverBusy = "never-busy"
    case tooEarly = "too-early"
    case late = "answer-late"
    case twice = "suspend-twice"
    case sound
  }

  private let feature: F
  private let fault: Fault
  private var state: F.State
  private let work = WorkInFlight()
  private var sent = 0

  init(_ feature: F, _ fault: Fault) {
    self.feature = feature
    self.fault = fault
    state = feature.initialState
  }

  static var settles: Bool { true }
  var isBusy: Bool { fault == .neverBusy && sent > faultEvery ? false : !work.isEmpty }
  func settle() async { await work.settle() }

  func send(_ action: F.Action) {
    sent += 1
    reduce(action)
  }

  private func reduce(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return }
    let isBroken = sent > faultEvery
    work.begin()
    if fault == .tooEarly, isBroken {
      if let answer = feature.perform(request) { reduce(answer) }
      work.end()
      return
    }
    if fault == .late, isBroken { work.end() }
    Task {
      if let answer = await feature.answer(request) {
        reduce(answer)
        if fault == .twice, isBroken { reduce(answer) }
      }
      if fault != .late || !isBroken { work.end() }
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// The design of `BrokenAnswers`.
struct BrokenAnswersDesign: StoreDesign {
  let fault: BrokenAnswers<TallyFeature>.Fault

  var description: DesignDescription {
    DesignDescription(id: fault.rawValue, summary: "a store with suspending effects")
  }

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  func makeSuspendingStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    let name = fault.rawValue
    return builder.makeStore { feature in
      BrokenAnswers(feature, BrokenAnswers<S.F>.Fault(rawValue: name) ?? .sound)
    }
  }
}
