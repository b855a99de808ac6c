import Platform
import Synchronization

/// Collects what may come faster than it need be passed on: the seconds of a load whose time jumps.
///
/// Whatever comes at most four times in a real second is passed on at once.
final class ThrottledBatch<Element: Sendable>: Sendable {
  private struct State {
    var elements: [Element] = []
    /// When something was passed on last.
    var passedNs: UInt64?

    mutating func rest() -> [Element] {
      defer { elements.removeAll(keepingCapacity: true) }
      return elements
    }
  }

  private let state = Mutex(State())

  private static var pauseNs: UInt64 { 250_000_000 }

  /// Takes one more.
  ///
  /// - Returns: What is to be passed on now, in order; nothing when it has time.
  func add(_ element: Element, nowNs: UInt64 = MonotonicClock.nowNs()) -> [Element] {
    state.withLock { state in
      state.elements.append(element)
      if let passedNs = state.passedNs, nowNs - passedNs < Self.pauseNs { return [] }
      state.passedNs = nowNs
      return state.rest()
    }
  }

  /// What was not passed on yet.
  func rest() -> [Element] { state.withLock { $0.rest() } }
}
