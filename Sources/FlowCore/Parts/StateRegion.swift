/// A region of a state: the part that an action may change or an observer reads.
///
/// A region is a range of bytes in the memory of the state. The range of a stored property is known
/// from its key path (`MemoryLayout.offset(of:)`, which the optimiser evaluates). An element of a
/// collection is also distinguished by its key. Regions are compared in about 1 ns, key paths in
/// about 100 ns.
///
/// A region is never smaller than the part it stands for. The region of a computed property is
/// `unknown`, which overlaps all regions except `nothing`. A part of an element has the region of
/// the whole element.
@frozen
public struct StateRegion: Equatable, Sendable {
  /// The kind of a region, which determines the regions of its parts.
  @usableFromInline
  @frozen
  enum Kind: UInt8, Sendable {
    /// Bytes of the state itself, whose parts have bytes of their own.
    case bytes
    /// One element of the collection in these bytes.
    case element
    /// A value computed from these bytes, or stored in some of them.
    case unknown
  }

  /// The offset of the first byte in the state.
  @usableFromInline var lower: Int
  /// The offset after the last byte.
  @usableFromInline var upper: Int
  /// The hash of the element's key. Equal keys have equal hashes, and a collision only makes the
  /// region larger.
  @usableFromInline var key: Int
  @usableFromInline var kind: Kind

  @inlinable
  init(lower: Int, upper: Int, key: Int = 0, kind: Kind = .bytes) {
    self.lower = lower
    self.upper = upper
    self.key = key
    self.kind = kind
  }

  // Inlined: called for each tracked read.
  /// Returns a Boolean value that indicates whether two regions are the same bytes or the same
  /// element.
  @inlinable @inline(__always)
  public static func == (left: StateRegion, right: StateRegion) -> Bool {
    left.lower == right.lower && left.upper == right.upper && left.key == right.key
      && left.kind == right.kind
  }

  /// The region of the whole state.
  @inlinable public static var all: StateRegion { StateRegion(lower: 0, upper: .max) }

  /// An empty region, for actions that only return effects.
  @inlinable public static var nothing: StateRegion { StateRegion(lower: 0, upper: 0) }

  /// An unknown part of the state, such as a computed property.
  @inlinable public static var unknown: StateRegion {
    StateRegion(lower: 0, upper: .max, kind: .unknown)
  }

  // Inlined, so that the optimiser evaluates the offset of the path.
  /// Returns the region of the part at a key path; `unknown` if the path contains computed
  /// properties.
  @inlinable @inline(__always)
  public static func part<State, Part>(_ path: KeyPath<State, Part>) -> StateRegion {
    guard let offset = MemoryLayout<State>.offset(of: path) else { return .unknown }
    return part(offset: offset, size: MemoryLayout<Part>.size)
  }

  /// Returns the region of an element of the collection at a key path; `unknown` if the path
  /// contains computed properties.
  @inlinable @inline(__always)
  public static func element<State, Elements: KeyedElements>(
    _ path: KeyPath<State, Elements>, key: Elements.ElementKey
  ) -> StateRegion { part(path).element(key) }

  // An empty part has one byte, so that it overlaps the part that contains it.
  @inlinable
  static func part(offset: Int, size: Int) -> StateRegion {
    StateRegion(lower: offset, upper: offset + Swift.max(size, 1))
  }

  @inlinable @inline(__always)
  func element(_ key: some Hashable) -> StateRegion {
    // Values computed from the bytes have no keys of their own.
    guard kind == .bytes else { return self }
    return StateRegion(
      lower: lower, upper: upper, key: StateRegion.hash(of: key), kind: .element)
  }

  // `Int.hashValue` takes 20 ns for SipHash, and the number itself distinguishes elements as well.
  @inlinable @inline(__always)
  static func hash<Key: Hashable>(of key: Key) -> Int {
    unsafe Key.self == Int.self ? unsafeBitCast(key, to: Int.self) : key.hashValue
  }

  @inlinable var isElement: Bool { kind == .element }

  @inlinable var isNothing: Bool { lower >= upper }

  /// Returns this region of a part as a region of the larger state, in which the part has the
  /// region `outer`.
  @inlinable
  public func inside(_ outer: StateRegion) -> StateRegion {
    if isNothing { return .nothing }
    guard outer.kind == .bytes else { return outer }
    return StateRegion(
      lower: Swift.min(outer.lower &+ lower, outer.upper),
      upper: upper >= outer.upper &- outer.lower ? outer.upper : outer.lower &+ upper,
      key: key, kind: kind)
  }

  /// Returns a Boolean value that indicates whether two regions may have bytes in common.
  package func overlaps(_ other: StateRegion) -> Bool {
    lower < other.upper && other.lower < upper
      && (kind != .element || other.kind != .element || key == other.key
        || lower != other.lower || upper != other.upper)
  }

  /// Returns a region that contains both regions and everything between them.
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
