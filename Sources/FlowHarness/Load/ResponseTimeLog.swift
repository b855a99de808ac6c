/// The response time of each action of a load, in order. The next actions of users who wait depend
/// on these times.
///
/// Words in blocks that never move, so that nothing is copied while a load runs. A time of 4.2 s or
/// more takes three words: an escape and both halves.
///
/// Unchecked because the thread that drives writes it, and it is read afterwards.
@usableFromInline
package final class ResponseTimeLog: @unchecked Sendable {
  private static let blockSize = 1 << 18
  private static let escape = UInt32.max
  private var blocks: [UnsafeMutablePointer<UInt32>] = []
  private var wordCount = 0

  /// Creates an empty log.
  package init() {}

  deinit { for block in blocks { block.deallocate() } }

  /// Appends the time of the next action.
  @usableFromInline
  func append(_ ns: UInt64) {
    guard ns >= UInt64(Self.escape) else { return write(UInt32(ns)) }
    write(Self.escape)
    write(UInt32(ns >> 32))
    write(UInt32(truncatingIfNeeded: ns))
  }

  private func write(_ word: UInt32) {
    let (block, offset) = wordCount.quotientAndRemainder(dividingBy: Self.blockSize)
    if block == blocks.count { blocks.append(.allocate(capacity: Self.blockSize)) }
    blocks[block][offset] = word
    wordCount += 1
  }

  /// Returns the times from the first on.
  func times() -> some IteratorProtocol<UInt64> {
    var words = (0..<wordCount).lazy.map { [blocks] index in
      UInt64(blocks[index / Self.blockSize][index % Self.blockSize])
    }.makeIterator()
    return AnyIterator { [self] in
      withExtendedLifetime(self) {
        guard let word = words.next() else { return nil }
        guard word == UInt64(Self.escape) else { return word }
        guard let high = words.next(), let low = words.next() else { return nil }
        return high << 32 | low
      }
    }
  }
}
