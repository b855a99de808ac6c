private import CProbes
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Counts instructions in user space, on all threads, where valgrind's callgrind executes them.
///
/// A window is one start and one stop of callgrind's instrumentation; outside of windows a process
/// runs at the speed of plain valgrind. Decided by experiment, with valgrind 3.19:
///
/// - Stop first, then let callgrind write: nothing is counted between the two, and what is written
///   is complete. Zero after the start, since what was counted before would be added.
/// - `totals:` of the file is the sum over all threads, those that have ended included; its
///   `summary:` is not (``CallgrindDump``).
/// - A file for each window and not callgrind's monitor commands, which print what `summary:` says.
/// - The collection, which can be toggled, is a state of each thread, and what runs outside of
///   windows would be instrumented too: hence the instrumentation.
/// - A start throws away all translated code: it costs time, and no instruction of the program.
///
/// Off by one block of instructions for each thread that is waiting when a window ends: callgrind
/// books a block when the next one begins. One window at a time.
public struct CallgrindCounter: Sendable {
  /// The variable that tells a process what `--callgrind-out-file` is. Valgrind does not tell.
  public static let fileVariable = "FLOWBENCH_CALLGRIND_FILE"

  private struct State {
    /// Files written: callgrind numbers them, from 1 on.
    var written = 0
    var isOpen = false
  }
  private static let state = Mutex(State())

  private let file: String

  /// The counter of this process.
  ///
  /// - Throws: `notRunning` or `noFile`.
  public init() throws(CallgrindFault) {
    guard cprobes_callgrind_zero() != 0 else { throw .notRunning }
    guard let file = getenv(Self.fileVariable), file.pointee != 0 else { throw .noFile }
    self.file = String(cString: file)
  }

  /// Begins a window.
  ///
  /// - Precondition: No window is open.
  public func open() {
    Self.state.withLock { state in
      precondition(!state.isOpen, "open(): one window at a time, and one is open")
      state.isOpen = true
    }
    cprobes_callgrind_start()
    _ = cprobes_callgrind_zero()
  }

  /// Ends the window.
  ///
  /// - Returns: Instructions executed in it, the constant few of an empty window included.
  /// - Throws: Why there is no count.
  /// - Precondition: A window is open.
  public func close() throws(CallgrindFault) -> UInt64 {
    cprobes_callgrind_stop()
    let number = Self.state.withLock { state in
      precondition(state.isOpen, "close(): no window is open")
      state.isOpen = false
      state.written += 1
      return state.written
    }
    let label = "flowbench window \(number)"
    cprobes_callgrind_dump(label)
    let path = "\(file).\(number)"
    guard let text = Self.text(of: path) else { throw .notWritten(path) }
    unlink(path)
    let dump = try CallgrindDump(parsing: text)
    guard dump.trigger == "Client Request: \(label)" else { throw .notWritten(path) }
    return dump.instructions
  }

  private static func text(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
