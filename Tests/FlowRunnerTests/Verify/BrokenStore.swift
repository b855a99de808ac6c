import Dispatch
import FlowCore
import Workloads

@testable import FlowHarness

/// A store with one fault, which shows at its seventh action or at all of them.
@MainActor
final class BrokenStore<F: Feature>: @MainActor SynchronousStore {
  /// A subscriber to a slot, and the value that it drew last.
  private struct Reader {
    let slot: Int
    let changed: () -> Void
    var drawn: UInt64
  }

  private let feature: F
  private let fault: BrokenDesign.Fault
  private var state: F.State
  private var readers: [Reader] = []
  private var sent = 0
  private var held: F.Action?

  private static var brokenAction: Int { 7 }

  init(_ feature: F, _ fault: BrokenDesign.Fault) {
    self.feature = feature
    self.fault = fault
    state = feature.initialState
  }

  static var notification: NotificationStyle { .subscribing }

  func send(_ action: F.Action) {
    sent += 1
    let isBroken = sent == Self.brokenAction
    switch fault {
    case .losesAction where isBroken: return
    case .doublesAction where isBroken:
      reduce(action)
      reduce(action)
    case .swapsActions where isBroken: held = action
    case .reducesLater where isBroken: DispatchQueue.main.async { self.reduce(action) }
    default: reduce(action)
    }
    guard !isBroken, let late = held.take() else { return }
    reduce(late)
  }

  private func reduce(_ action: F.Action) {
    feature.reduce(into: &state, action: action)
    notify()
    guard fault != .dropsAnswers, let request = feature.request(for: action, after: state),
      let answer = feature.perform(request)
    else { return }
    if fault == .doublesAnswers { feature.reduce(into: &state, action: answer) }
    reduce(answer)
  }

  private func notify() {
    for index in readers.indices {
      let drawn = feature.drawn(state, slot: readers[index].slot)
      let hasChanged = drawn != readers[index].drawn
      readers[index].drawn = drawn
      let changed = readers[index].changed
      guard hasChanged || fault == .notifiesForNothing else { continue }
      switch fault {
      case .notifiesLate: DispatchQueue.main.async { changed() }
      case .neverNotifies: break
      case .missesNotification where sent == Self.brokenAction: break
      case .notifiesTwice:
        changed()
        changed()
      default: changed()
      }
    }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    if fault == .showsOldState, reading == .drawn {
      return feature.drawn(feature.initialState, slot: slot)
    }
    return feature.read(reading, state, slot: slot)
  }

  func subscribe(
    _ reading: Reading, slots: [Int], _ changed: @escaping () -> Void
  ) -> [ObservationToken] {
    readers += slots.map {
      Reader(slot: $0, changed: changed, drawn: feature.drawn(state, slot: $0))
    }
    return [ObservationToken {}]
  }
}
