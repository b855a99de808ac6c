/// How long each action of a load took from when it was meant to come, in their order: what users who
/// wait for their answers did follows from it.
///
/// Bytes in blocks that never move, so that nothing is copied while a load runs. A time is a number to
/// the base of 128, the least digits first, all but the last with the highest bit; 0 stands before the
/// length of a run of zeros. That is two bytes for times below 16 µs, and none for each of many zeros.
///
/// Unchecked: it is written by the thread that drives, and read when that is done.
@usableFromInline
package final class EndLog: @unchecked Sendable {
  private static let blockSize = 1 << 20
  private var blocks: [UnsafeMutablePointer<UInt8>] = []
  private var used = EndLog.blockSize
  private var zeros: UInt64 = 0
  /// How many times were added.
  private(set) var count = 0

  /// An empty log.
  package init() {}

  deinit { for block in blocks { block.deallocate() } }

  /// Adds the time of the next action.
  @usableFromInline
  func append(_ ns: UInt64) {
    count += 1
    guard ns > 0 else {
      zeros += 1
      return
    }
    flushZeros()
    write(ns)
  }

  private func flushZeros() {
    guard zeros > 0 else { return }
    writeByte(0)
    write(zeros)
    zeros = 0
  }

  private func write(_ number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      writeByte(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    writeByte(UInt8(rest))
  }

  private func writeByte(_ byte: UInt8) {
    if used == Self.blockSize {
      blocks.append(.allocate(capacity: Self.blockSize))
      used = 0
    }
    blocks[blocks.count - 1][used] = byte
    used += 1
  }

  /// Reads the times from the first on; nothing may be added after that.
  func times() -> Times {
    flushZeros()
    return Times(log: self)
  }

  /// The times of a log, one after the other.
  struct Times: IteratorProtocol {
    private let log: EndLog
    private var position = 0
    private var zeros: UInt64 = 0

    fileprivate init(log: EndLog) { self.log = log }

    /// The time of the next action; `nil` after the last.
    mutating func next() -> UInt64? {
      if zeros > 0 {
        zeros -= 1
        return 0
      }
      guard let number = number() else { return nil }
      guard number == 0 else { return number }
      zeros = (self.number() ?? 1) - 1
      return 0
    }

    private mutating func number() -> UInt64? {
      var (number, shift): (UInt64, UInt64) = (0, 0)
      while let byte = byte() {
        number |= UInt64(byte & 0x7f) << shift
        if byte < 0x80 { return number }
        shift += 7
      }
      return nil
    }

    private mutating func byte() -> UInt8? {
      let (block, offset) = position.quotientAndRemainder(dividingBy: EndLog.blockSize)
      guard block < log.blocks.count, block < log.blocks.count - 1 || offset < log.used else {
        return nil
      }
      position += 1
      return log.blocks[block][offset]
    }
  }
}
