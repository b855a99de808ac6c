import Measurement

/// Gathers what may come faster than it need be passed on: the seconds of a load whose time jumps.
///
/// Whatever comes at most four times in a real second is passed on at once.
struct Gathering<Element> {
  private var elements: [Element] = []
  /// When something was passed on last.
  private var passedNs: UInt64?

  private static var pauseNs: UInt64 { 250_000_000 }

  /// Takes one more.
  ///
  /// - Returns: What is to be passed on now, in order; nothing when it has time.
  mutating func add(_ element: Element, nowNs: UInt64 = MonotonicClock.nowNs()) -> [Element] {
    elements.append(element)
    if let passedNs, nowNs - passedNs < Self.pauseNs { return [] }
    passedNs = nowNs
    return rest()
  }

  /// What was not passed on yet.
  mutating func rest() -> [Element] {
    defer { elements.removeAll(keepingCapacity: true) }
    return elements
  }
}

extension Gathering: Sendable where Element: Sendable {}
