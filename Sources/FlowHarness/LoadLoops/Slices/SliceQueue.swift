import Foundation
import Measurement
import Synchronization

/// Hands finished buffers from the thread that drives to the one that reports.
///
/// The driver exchanges a written buffer for a blank one a few times a second, and takes no part in
/// what follows.
package final class SliceQueue: Sendable {
  typealias Buffer = UnsafeMutablePointer<SliceBuffer>

  private struct State: @unchecked Sendable {
    var written: [Buffer] = []
    var blank: [Buffer] = []
  }

  /// The length of a slice of the load; seconds are whole slices.
  let sliceNs: UInt64
  /// The length of a slice in virtual time; `nil` in real time.
  package var quietSliceNs: UInt64? { isVirtual ? sliceNs : nil }
  /// In virtual time slices may end faster than they are read, and the driver waits. In real time
  /// it never waits: while no buffer is blank it continues with its buffer.
  let isVirtual: Bool
  private let state = Mutex(State())
  /// Signals each written buffer.
  private let signal = DispatchSemaphore(value: 0)
  private let blanks = DispatchSemaphore(value: buffers)

  private static let buffers = 12
  /// The accepted numbers of slices per second: whole nanoseconds each. More would disturb the
  /// measurement.
  private static let slicesOfSecond: [UInt64] = [1, 2, 4, 5, 8, 10, 16, 20, 25, 32, 40, 50]
  /// The minimum number of slices of a load that is long enough.
  private static let slices = 64.0

  /// Creates a queue with a few blank buffers.
  package init(durationNs: UInt64, isVirtual: Bool) {
    let wanted = Self.slices * Double(SliceRecorder.secondNs) / Double(max(1, durationNs))
    let allowed = Self.slicesOfSecond
    sliceNs =
      SliceRecorder.secondNs
      / (allowed.first { Double($0) >= wanted } ?? allowed[allowed.count - 1])
    self.isVirtual = isVirtual
    let buffers = (0..<Self.buffers).map { _ in SendableBuffer(Self.newBuffer()) }
    state.withLock { state in state.blank = buffers.map(\.buffer) }
  }

  deinit {
    state.withLock { state in
      for buffer in state.written + state.blank {
        buffer.pointee.times.deallocate()
        buffer.deallocate()
      }
    }
  }

  func blank() -> Buffer {
    blanks.wait()
    return takeBlank()
  }

  /// Exchanges a written buffer for a blank one, and waits for it.
  func exchange(_ buffer: Buffer) -> Buffer {
    submit(buffer)
    return blank()
  }

  /// Exchanges a written buffer for a blank one.
  ///
  /// - Returns: `nil` if no buffer is blank in real time; the caller keeps its buffer.
  func exchangeWithoutWaiting(_ buffer: Buffer) -> Buffer? {
    guard !isVirtual else { return exchange(buffer) }
    guard blanks.wait(timeout: .now()) == .success else { return nil }
    submit(buffer)
    return takeBlank()
  }

  func submit(_ buffer: Buffer) {
    let written = SendableBuffer(buffer)
    state.withLock { $0.written.append(written.buffer) }
    signal.signal()
  }

  private func putBack(_ buffer: Buffer) {
    let blank = SendableBuffer(buffer)
    state.withLock { $0.blank.append(blank.buffer) }
    blanks.signal()
  }

  /// Lets `read` return `nil` after the last written buffer.
  package func close() {
    signal.signal()
  }

  /// Returns the values of the next written buffer, and waits for it; `nil` after the last.
  package func read() -> SliceReading? {
    // A signal without a written buffer is that of the end.
    signal.wait()
    let written = state.withLock { state in
      state.written.isEmpty ? nil : SendableBuffer(state.written.removeFirst())
    }
    guard let buffer = written?.buffer else { return nil }
    let reading = buffer.pointee.reading
    buffer.pointee.reset()
    putBack(buffer)
    return reading
  }

  private func takeBlank() -> Buffer {
    state.withLock { SendableBuffer($0.blank.removeLast()) }.buffer
  }

  private static func newBuffer() -> Buffer {
    let buffer = Buffer.allocate(capacity: 1)
    buffer.initialize(to: SliceBuffer())
    return buffer
  }

  /// Unchecked: a buffer belongs to one side at a time.
  private struct SendableBuffer: @unchecked Sendable {
    let buffer: Buffer
    init(_ buffer: Buffer) { self.buffer = buffer }
  }
}
