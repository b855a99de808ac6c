/// Values in memory that shares no cache line with anything else.
///
/// What one worker writes must not slow another one down that only reads its neighbour. 128
/// bytes: processors fetch lines of 64 bytes in pairs, and some have lines of 128.
final class OwnLines<Value: ~Copyable> {
  /// The first value.
  let base: UnsafeMutablePointer<Value>
  private let count: Int

  private static var lineBytes: Int { 128 }

  /// As many values as `count`, made one by one.
  init(count: Int = 1, make: () -> Value) {
    let bytes = count * MemoryLayout<Value>.stride
    let lines = (bytes + Self.lineBytes - 1) / Self.lineBytes
    base = UnsafeMutableRawPointer.allocate(
      byteCount: lines * Self.lineBytes, alignment: Self.lineBytes
    ).bindMemory(to: Value.self, capacity: count)
    self.count = count
    for index in 0..<count { (base + index).initialize(to: make()) }
  }

  deinit {
    base.deinitialize(count: count)
    UnsafeMutableRawPointer(base).deallocate()
  }
}
