/// A region of a state: what an action may change, or what an observer reads.
///
/// Regions are distinguished by where they lie in the state's memory, which a key path to stored
/// properties knows (`MemoryLayout.offset(of:)`, folded to a number by the optimiser), and, in a
/// collection, by the element's key. Two numbers and a key are compared in a nanosecond; key paths
/// themselves cost a hundred times that.
///
/// A region is never narrower than what it stands for. Of what lies behind a computed property
/// nothing is known but the value that the property belongs to: its region is `unknown`, which
/// overlaps everything but `nothing`, and whatever is inside it is `unknown` too. An element of a
/// collection lies elsewhere in memory: what is inside it is the whole element.
@frozen
public struct StateRegion: Equatable, Sendable {
  /// What is known of the inside of a region.
  @usableFromInline
  @frozen
  enum Kind: UInt8, Sendable {
    /// Bytes of the state itself: what is inside has bytes of its own.
    case bytes
    /// One element of the collection that has these bytes.
    case element
    /// Something that is computed from these bytes, or stored in some of them.
    case unknown
  }

  /// The first byte, from the start of the state.
  @usableFromInline var lower: Int
  /// The byte behind the last.
  @usableFromInline var upper: Int
  /// The element of the collection that lies there, by its hash: equal keys have equal hashes, and
  /// a collision only makes the region wider.
  @usableFromInline var key: Int
  @usableFromInline var kind: Kind

  @inlinable
  init(lower: Int, upper: Int, key: Int = 0, kind: Kind = .bytes) {
    self.lower = lower
    self.upper = upper
    self.key = key
    self.kind = kind
  }

  // Inlined: asked at each reading that is tracked.
  /// Whether they are the same bytes, or the same element.
  @inlinable @inline(__always)
  public static func == (left: StateRegion, right: StateRegion) -> Bool {
    left.lower == right.lower && left.upper == right.upper && left.key == right.key
      && left.kind == right.kind
  }

  /// All of the state.
  @inlinable public static var all: StateRegion { StateRegion(lower: 0, upper: .max) }

  /// Nothing of the state: an action that only asks for work.
  @inlinable public static var nothing: StateRegion { StateRegion(lower: 0, upper: 0) }

  /// Some of the state, nobody knows which: what a computed property stands for.
  @inlinable public static var unknown: StateRegion {
    StateRegion(lower: 0, upper: .max, kind: .unknown)
  }

  // Inlined, so that the optimiser sees the path and folds its offset to a number.
  /// The part at the end of a path; `unknown`, if the path leads through computed properties.
  @inlinable @inline(__always)
  public static func part<State, Part>(_ path: KeyPath<State, Part>) -> StateRegion {
    guard let offset = MemoryLayout<State>.offset(of: path) else { return .unknown }
    return part(offset: offset, size: MemoryLayout<Part>.size)
  }

  /// The element with this key in the collection at the end of a path; `unknown`, if the path leads
  /// through computed properties.
  @inlinable @inline(__always)
  public static func element<State, Elements: KeyedElements>(
    _ path: KeyPath<State, Elements>, key: Elements.ElementKey
  ) -> StateRegion { part(path).element(key) }

  // An empty part takes a byte, so that it overlaps whatever contains it.
  @inlinable
  static func part(offset: Int, size: Int) -> StateRegion {
    StateRegion(lower: offset, upper: offset + Swift.max(size, 1))
  }

  @inlinable @inline(__always)
  func element(_ key: some Hashable) -> StateRegion {
    // What is computed from the bytes need not be distinguished by keys of its own.
    guard kind == .bytes else { return self }
    return StateRegion(
      lower: lower, upper: upper, key: StateRegion.hash(of: key), kind: .element)
  }

  // `Int.hashValue` costs 20 ns of SipHash; the number itself tells elements apart as well.
  @inlinable @inline(__always)
  static func hash<Key: Hashable>(of key: Key) -> Int {
    Key.self == Int.self ? unsafeBitCast(key, to: Int.self) : key.hashValue
  }

  @inlinable var isElement: Bool { kind == .element }

  @inlinable var isNothing: Bool { lower >= upper }

  /// This region of a state that is itself the part `outer` of a larger one.
  @inlinable
  public func inside(_ outer: StateRegion) -> StateRegion {
    if isNothing { return .nothing }
    guard outer.kind == .bytes else { return outer }
    return StateRegion(
      lower: Swift.min(outer.lower &+ lower, outer.upper),
      upper: upper >= outer.upper &- outer.lower ? outer.upper : outer.lower &+ upper,
      key: key, kind: kind)
  }

  /// Whether the two have anything in common, as far as is known.
  @inlinable
  public func overlaps(_ other: StateRegion) -> Bool {
    lower < other.upper && other.lower < upper
      && (kind != .element || other.kind != .element || key == other.key
        || lower != other.lower || upper != other.upper)
  }

  /// A region that holds both, and what lies between them.
  @inlinable
  public func union(_ other: StateRegion) -> StateRegion {
    if isNothing || self == other { return other }
    if other.isNothing { return self }
    if kind == .bytes, lower <= other.lower, other.upper <= upper { return self }
    if other.kind == .bytes, other.lower <= lower, upper <= other.upper { return other }
    return StateRegion(
      lower: Swift.min(lower, other.lower), upper: Swift.max(upper, other.upper),
      kind: .unknown)
  }
}
