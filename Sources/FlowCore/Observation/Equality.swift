/// Returns the `==` of a type; `nil` if it is not `Equatable`.
@usableFromInline
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  guard let comparable = type as? any Equatable.Type else { return nil }
  func open<T: Equatable>(_ type: T.Type) -> (Value, Value) -> Bool {
    // Both types are the same, but only the runtime knows it. A cast of each value would cost 100
    // ns.
    { unsafe unsafeBitCast($0, to: T.self) == unsafeBitCast($1, to: T.self) }
  }
  return open(comparable)
}

/// Returns whether a part is unchanged: its values are equal or have the same bytes.
///
/// A value that contains a NaN is not equal to itself. Only the bytes of such values are compared,
/// because this copies them.
@inlinable @inline(__always)
func isUnchanged<Value>(
  _ old: Value, _ new: Value, _ areEqual: (Value, Value) -> Bool
) -> Bool {
  areEqual(old, new) || !areEqual(new, new) && haveSameBytes(old, new)
}

/// Returns whether two values have the same bytes, without padding.
@inlinable
@inline(never)
package func haveSameBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  let (size, stride) = (MemoryLayout<Value>.size, MemoryLayout<Value>.stride)
  return unsafe withUnsafeTemporaryAllocation(
    byteCount: 2 * stride, alignment: MemoryLayout<Value>.alignment
  ) { memory in
    // Copied to zeroed memory, because a copy may leave out the padding between properties.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0)
    let base = unsafe memory.baseAddress.unsafelyUnwrapped
    let values = unsafe base.bindMemory(to: Value.self, capacity: 2)
    unsafe values.initialize(to: left)
    unsafe (values + 1).initialize(to: right)
    defer { unsafe values.deinitialize(count: 2) }
    var offset = 0
    while offset < size {
      let byte = unsafe base.load(fromByteOffset: offset, as: UInt8.self)
      guard unsafe byte == base.load(fromByteOffset: stride + offset, as: UInt8.self) else {
        return false
      }
      offset += 1
    }
    return true
  }
}
