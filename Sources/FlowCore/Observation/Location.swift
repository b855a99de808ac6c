/// Where a part of a store's state is found.
@usableFromInline
enum Location<Value> {
  /// It lies at a fixed place in the store's own memory.
  case fixed(UnsafePointer<Value>)
  /// It is computed, or lies in a collection that may move.
  case computed(() -> Value)

  /// The part as it is now.
  @inlinable
  var value: Value {
    switch self {
    case .fixed(let place): place.pointee
    case .computed(let compute): compute()
    }
  }

  /// The part of this part at the end of a path.
  @inlinable
  func part<Part>(_ path: KeyPath<Value, Part>) -> Location<Part> {
    if case .fixed(let place) = self, let offset = MemoryLayout<Value>.offset(of: path) {
      // The offset is that of a stored property of this type.
      let part = UnsafeRawPointer(place) + offset
      return .fixed(part.assumingMemoryBound(to: Part.self))
    }
    return .computed { self.value[keyPath: path] }
  }

  /// What a function makes of this part.
  @inlinable
  func map<Other>(_ transform: @escaping (Value) -> Other) -> Location<Other> {
    switch self {
    case .fixed(let place): .computed { transform(place.pointee) }
    case .computed(let compute): .computed { transform(compute()) }
    }
  }
}
