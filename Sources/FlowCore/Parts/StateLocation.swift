/// The location of a part of a store's state.
@usableFromInline
@safe
// Safe: a location is used only while its store is retained.
enum StateLocation<Value> {
  /// A fixed place in the store's memory.
  case fixed(UnsafePointer<Value>)
  /// Computed from parts that always exist.
  case derived(() -> Value)
  /// In a collection, or computed from such a part. The part may be absent and is then replaced by
  /// its last known value, which observers do not retain.
  case computed(present: () -> Value?, fallback: () -> Value)

  /// The current or last known value.
  @inlinable
  var value: Value {
    switch self {
    case .fixed(let place): unsafe place.pointee
    case .derived(let compute): compute()
    case .computed(let present, let fallback): present() ?? fallback()
    }
  }

  /// The current value; `nil` while the part is absent.
  @inlinable
  var now: Value? {
    switch self {
    case .fixed(let place): unsafe place.pointee
    case .derived(let compute): compute()
    case .computed(let present, _): present()
    }
  }

  /// A function that returns the current value; `nil` while the part is absent.
  @inlinable
  var present: () -> Value? {
    switch self {
    case .fixed(let place): { unsafe place.pointee }
    case .derived(let compute): { compute() }
    case .computed(let present, _): present
    }
  }

  @inlinable @inline(__always)
  func part<Part>(_ path: KeyPath<Value, Part>) -> StateLocation<Part> {
    if case .fixed(let place) = self, let offset = MemoryLayout<Value>.offset(of: path) {
      // The offset is that of a stored property of this type.
      let part = unsafe UnsafeRawPointer(place) + offset
      return unsafe .fixed(part.assumingMemoryBound(to: Part.self))
    }
    return map { $0[keyPath: path] }
  }

  @inlinable
  func map<Other>(_ transform: @escaping (Value) -> Other) -> StateLocation<Other> {
    switch self {
    case .fixed(let place): .derived { unsafe transform(place.pointee) }
    case .derived(let compute): .derived { transform(compute()) }
    case .computed(let present, let fallback):
      .computed(present: { present().map(transform) }, fallback: { transform(fallback()) })
    }
  }

  @inlinable
  func compactMap<Other>(
    _ transform: @escaping (Value) -> Other?, else fallback: Other
  ) -> StateLocation<Other> {
    switch self {
    case .fixed(let place):
      .computed(present: { unsafe transform(place.pointee) }, fallback: { fallback })
    case .derived(let compute):
      .computed(present: { transform(compute()) }, fallback: { fallback })
    case .computed(let present, _):
      .computed(present: { present().flatMap(transform) }, fallback: { fallback })
    }
  }
}

extension StateLocation where Value: KeyedElements {
  /// Returns the location of a member, which is read without a copy of the others.
  @inlinable
  func member(
    _ key: Value.ElementKey, else fallback: Value.Member
  ) -> StateLocation<Value.Member> {
    switch self {
    case .fixed(let place):
      .computed(present: { unsafe place.pointee.member(key) }, fallback: { fallback })
    case .derived(let compute):
      .computed(present: { compute().member(key) }, fallback: { fallback })
    case .computed(let present, _):
      .computed(present: { present()?.member(key) }, fallback: { fallback })
    }
  }

  @inlinable
  func now(_ key: Value.ElementKey) -> Value.Member? {
    switch self {
    case .fixed(let place): unsafe place.pointee.member(key)
    case .derived(let compute): compute().member(key)
    case .computed(let present, _): present()?.member(key)
    }
  }
}
