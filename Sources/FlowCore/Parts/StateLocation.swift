/// Where a part of a store's state is found.
@usableFromInline
enum StateLocation<Value> {
  /// It lies at a fixed place in the store's own memory.
  case fixed(UnsafePointer<Value>)
  /// It is computed of what is always there.
  case derived(() -> Value)
  /// It lies in a collection that may move, or is computed of what does. It may be absent, and then stands for the
  /// last that was known of it; observers do not hold on to that.
  case computed(present: () -> Value?, fallback: () -> Value)

  /// The part as it is now, or as it was.
  @inlinable
  var value: Value {
    switch self {
    case .fixed(let place): place.pointee
    case .derived(let compute): compute()
    case .computed(let present, let fallback): present() ?? fallback()
    }
  }

  /// The part as it is now; `nil` while it is absent.
  @inlinable
  var now: Value? {
    switch self {
    case .fixed(let place): place.pointee
    case .derived(let compute): compute()
    case .computed(let present, _): present()
    }
  }

  /// What finds the part as it is now; `nil` while it is absent.
  @inlinable
  var present: () -> Value? {
    switch self {
    case .fixed(let place): { place.pointee }
    case .derived(let compute): { compute() }
    case .computed(let present, _): present
    }
  }

  @inlinable @inline(__always)
  func part<Part>(_ path: KeyPath<Value, Part>) -> StateLocation<Part> {
    if case .fixed(let place) = self, let offset = MemoryLayout<Value>.offset(of: path) {
      // The offset is that of a stored property of this type.
      let part = UnsafeRawPointer(place) + offset
      return .fixed(part.assumingMemoryBound(to: Part.self))
    }
    return map { $0[keyPath: path] }
  }

  /// What a function makes of this part.
  @inlinable
  func map<Other>(_ transform: @escaping (Value) -> Other) -> StateLocation<Other> {
    switch self {
    case .fixed(let place): .derived { transform(place.pointee) }
    case .derived(let compute): .derived { transform(compute()) }
    case .computed(let present, let fallback):
      .computed(present: { present().map(transform) }, fallback: { transform(fallback()) })
    }
  }

  /// What a function makes of this part, as long as it makes something.
  @inlinable
  func compactMap<Other>(
    _ transform: @escaping (Value) -> Other?, else fallback: Other
  ) -> StateLocation<Other> {
    switch self {
    case .fixed(let place):
      .computed(present: { transform(place.pointee) }, fallback: { fallback })
    case .derived(let compute):
      .computed(present: { transform(compute()) }, fallback: { fallback })
    case .computed(let present, _):
      .computed(present: { present().flatMap(transform) }, fallback: { fallback })
    }
  }
}

extension StateLocation where Value: KeyedElements {
  /// One member of the collection, found without a copy of the others.
  @inlinable
  func member(
    _ key: Value.ElementKey, else fallback: Value.Member
  ) -> StateLocation<Value.Member> {
    switch self {
    case .fixed(let place):
      .computed(present: { place.pointee.member(key) }, fallback: { fallback })
    case .derived(let compute):
      .computed(present: { compute().member(key) }, fallback: { fallback })
    case .computed(let present, _):
      .computed(present: { present()?.member(key) }, fallback: { fallback })
    }
  }

  /// The member as it is now, if it is there.
  @inlinable
  func now(_ key: Value.ElementKey) -> Value.Member? {
    switch self {
    case .fixed(let place): place.pointee.member(key)
    case .derived(let compute): compute().member(key)
    case .computed(let present, _): present()?.member(key)
    }
  }
}
