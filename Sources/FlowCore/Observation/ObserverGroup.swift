/// The observers of one region that is no element of a collection, or those of all elements of one
/// collection; in the order in which they came.
@usableFromInline
final class ObserverGroup {
  /// The first byte, and the one behind the last, from the start of the state.
  let lower: Int
  let upper: Int
  /// Whether each of them reads one element.
  let isKeyed: Bool
  // Unchecked, here and below: no code of an observer runs while a list is written.
  @exclusivity(unchecked) var observers = UncountedList<Observer>()
  /// How many want to be notified.
  @exclusivity(unchecked) var openCount = 0

  init(of region: StateRegion) {
    lower = region.lower
    upper = region.upper
    isKeyed = region.isElement
  }

  /// Whether it has the observers of this region.
  func has(_ region: StateRegion) -> Bool {
    lower == region.lower && upper == region.upper && isKeyed == region.isElement
  }

  /// Whether it has observers to be asked for themselves when this region changes: those of an element
  /// are found by its key.
  @inline(__always)
  func mayConcern(_ region: StateRegion) -> Bool {
    lower < region.upper && region.lower < upper && !(isKeyed && region.isElement)
  }

  /// All of it.
  var region: StateRegion { StateRegion(lower: lower, upper: upper) }
}
