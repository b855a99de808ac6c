/// A part of a state: what an action may change, or what somebody reads.
///
/// Parts are told apart by where they lie in the state's memory, which a key path to stored
/// properties knows (`MemoryLayout.offset(of:)`, folded to a number by the optimiser), and, in a
/// collection, by the element's key. Two numbers and a key are compared in a nanosecond; key paths
/// themselves cost a hundred times that. Whatever cannot be told exactly (a computed property, an
/// element inside an element) is taken to be wider than it is, never narrower.
@frozen
public struct Footprint: Equatable, Sendable {
  /// The first byte, from the start of the state.
  @usableFromInline var lower: Int
  /// The byte behind the last.
  @usableFromInline var upper: Int
  /// The element of the collection that lies there, by its hash: equal keys have equal hashes, and
  /// a collision only makes the part wider.
  @usableFromInline var key: Int
  @usableFromInline var hasKey: Bool

  @inlinable
  init(lower: Int, upper: Int, key: Int? = nil) {
    self.lower = lower
    self.upper = upper
    self.key = key ?? 0
    hasKey = key != nil
  }

  /// All of the state.
  @inlinable public static var everything: Footprint { Footprint(lower: 0, upper: .max) }

  /// Nothing of the state: an action that only asks for work.
  @inlinable public static var nothing: Footprint { Footprint(lower: 0, upper: 0) }

  // Inlined, so that the optimiser sees the path and folds its offset to a number.
  /// The part at the end of a path; everything, if the path leads through computed properties.
  @inlinable @inline(__always)
  public static func part<State, Part>(_ path: KeyPath<State, Part>) -> Footprint {
    guard let offset = MemoryLayout<State>.offset(of: path) else { return .everything }
    return part(offset: offset, size: MemoryLayout<Part>.size)
  }

  /// The element with this key in the collection at the end of a path.
  @inlinable @inline(__always)
  public static func element<State, Elements: KeyedElements>(
    _ path: KeyPath<State, Elements>, key: Elements.ElementKey
  ) -> Footprint {
    guard let offset = MemoryLayout<State>.offset(of: path) else { return .everything }
    var part = part(offset: offset, size: MemoryLayout<Elements>.size)
    part.key = hash(of: key)
    part.hasKey = true
    return part
  }

  // An empty part takes a byte, so that it overlaps whatever contains it.
  @inlinable
  static func part(offset: Int, size: Int) -> Footprint {
    Footprint(lower: offset, upper: offset + Swift.max(size, 1))
  }

  // `Int.hashValue` costs 20 ns of SipHash; the number itself tells elements apart as well.
  @inlinable @inline(__always)
  static func hash<Key: Hashable>(of key: Key) -> Int {
    Key.self == Int.self ? unsafeBitCast(key, to: Int.self) : key.hashValue
  }

  /// This part of a state that is itself the part `outer` of a larger one.
  @inlinable
  public func inside(_ outer: Footprint) -> Footprint {
    // An element lies elsewhere in memory: what is inside it cannot be told apart.
    if outer.hasKey || lower >= upper { return lower >= upper ? .nothing : outer }
    let moved = Footprint(
      lower: Swift.min(outer.lower &+ lower, outer.upper),
      upper: upper >= outer.upper &- outer.lower ? outer.upper : outer.lower &+ upper)
    guard hasKey else { return moved }
    return Footprint(lower: moved.lower, upper: moved.upper, key: key)
  }

  /// Whether the two have anything in common, as far as can be told.
  @inlinable
  public func overlaps(_ other: Footprint) -> Bool {
    lower < other.upper && other.lower < upper
      && (!hasKey || !other.hasKey || key == other.key || lower != other.lower
        || upper != other.upper)
  }

  /// The smallest part that holds both.
  @inlinable
  public func union(_ other: Footprint) -> Footprint {
    if lower >= upper { return other }
    if other.lower >= other.upper || self == other { return self }
    return Footprint(
      lower: Swift.min(lower, other.lower), upper: Swift.max(upper, other.upper))
  }
}
