import FlowBenchCLI
import Foundation

/// A parent whose children do other work than the plain fold, after `faultEvery` actions.
final class BrokenParent<Whole: Feature> {
  enum Fault: String, CaseIterable {
    case dropEach = "child-drop-each"
    case dropOne = "child-drop-one"
    case swapEach = "child-swap-each"
    case otherCopyEach = "child-other-copy-each"
    case otherCopyOne = "child-other-copy-one"
    case staleRead = "child-stale-read"
    case answerTwice = "child-answer-twice"
    case answerNever = "child-answer-never"
    case sound = "child-sound"
  }

  private let whole: Whole
  private let fault: Fault
  private(set) var state: Whole.State
  private(set) var old: Whole.State
  private var held: Whole.Action?
  private(set) var sent = 0

  init(_ whole: Whole, _ fault: Fault) {
    self.whole = whole
    self.fault = fault
    state = whole.initialState
    old = state
  }

  /// Sends an action of a child, or that of another one.
  func send(_ action: Whole.Action, other: Whole.Action) {
    sent += 1
    let isEach = sent % faultEvery == 0
    let isOne = sent == faultEvery * 10 - 1
    if fault == .staleRead { old = state }
    switch fault {
    case .dropEach where isEach, .dropOne where isOne: return
    case .otherCopyEach where isEach, .otherCopyOne where isOne: reduce(other)
    case .swapEach where isEach: held = action
    default: reduce(action)
    }
    guard !isEach, let late = held.take() else { return }
    reduce(late)
  }

  /// The state that children show.
  var shown: Whole.State { fault == .staleRead && sent % faultEvery == 0 ? old : state }

  private func reduce(_ action: Whole.Action) {
    whole.reduce(into: &state, action: action)
    guard let request = whole.request(for: action, after: state),
      let answer = whole.perform(request)
    else { return }
    if fault == .answerNever, sent >= faultEvery { return }
    if fault == .answerTwice, sent >= faultEvery { whole.reduce(into: &state, action: answer) }
    reduce(answer)
  }
}

/// A child of `BrokenParent`.
struct BrokenChild<Whole: Feature, Module: LeafFeature>: SynchronousStore {
  typealias F = Module

  let parent: BrokenParent<Whole>
  let part: ChildPart<Whole, Module>

  func send(_ action: Module.Action) {
    let other = Copies<Module>.Action(index: 1 - part.copy, action: action)
    parent.send(part.embed(action), other: part.action.embed(other))
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    part.module.read(reading, part.state(parent.shown), slot: slot)
  }
}

/// The design of `BrokenParent`.
struct BrokenChildDesign: StoreDesign {
  let fault: BrokenParent<TallyFeature>.Fault

  var description: DesignDescription {
    DesignDescription(id: fault.rawValue, summary: "a store with broken children")
  }

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  func makeChildren<S: ChildStoreBuilder>(with builder: S) -> S.Built? {
    let name = fault.rawValue
    return builder.makeStore(
      parent: { BrokenParent($0, BrokenParent<S.Whole>.Fault(rawValue: name) ?? .sound) },
      child: { BrokenChild(parent: $0, part: $1) })
  }
}

/// A store that calls another number of middlewares after `faultEvery` actions.
struct BrokenMiddlewares<F: ObservingFeature>: SynchronousStore {
  let feature: F
  let (sound, broken): (Int, Int)
  var state: F.State
  var sent = 0

  init(_ feature: F, _ sound: Int, _ broken: Int) {
    (self.feature, self.sound, self.broken) = (feature, sound, broken)
    state = feature.initialState
  }

  mutating func send(_ action: F.Action) {
    sent += 1
    for _ in 0..<(sent % faultEvery == 0 ? broken : sound) { _ = feature.observe(action) }
    feature.reduce(into: &state, action: action)
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, state, slot: slot)
  }
}

/// The design of `BrokenMiddlewares`.
struct BrokenMiddlewareDesign: StoreDesign {
  enum Fault: String, CaseIterable {
    case none = "middleware-never"
    case half = "middleware-half"
    case twice = "middleware-twice"
    case sound = "middleware-sound"
  }

  let fault: Fault

  var description: DesignDescription {
    DesignDescription(id: fault.rawValue, summary: "a store with middlewares")
  }

  func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? { nil }

  func makeStoreWithMiddlewares<S: StoreBuilder>(
    _ count: Int, with builder: S
  ) -> S.Built? where S.F: ObservingFeature {
    let calls =
      switch fault {
      case .none: 0
      case .half: count / 2
      case .twice: count * 2
      case .sound: count
      }
    return builder.makeStore { BrokenMiddlewares($0, count, calls) }
  }
}
