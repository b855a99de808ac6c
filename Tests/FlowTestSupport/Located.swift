public import FlowCore

/// Notes, at each write to its collection, where the buffer of that collection lies.
public struct Located: Sendable {
  /// The elements to which tests write.
  public var items = [Int](repeating: 0, count: 32)
  private var addresses: [UInt] = []

  /// Nothing is written yet.
  public init() {}

  /// Writes to the collection.
  public mutating func write() {
    items[0] += 1
    addresses.append(items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
  }

  /// The number of buffers of all writes but the first, which may have to copy a buffer that the
  /// caller still holds.
  public var bufferCount: Int { Set(addresses.dropFirst()).count }
}

/// Writes at every action.
public struct LocatedReducer: Reducer {
  /// The only one there is.
  public init() {}

  /// Writes to the collection.
  public func reduce(into state: inout Located, action: Int) -> Effect<Int> {
    state.write()
    return .none
  }
}
