private import CProbes
import Foundation
import Synchronization

/// A counter of instructions in user space, on all threads, under valgrind's callgrind.
///
/// A window is one start and one stop of callgrind's instrumentation. Found by experiment with
/// valgrind 3.19:
///
/// - Stop before callgrind writes, so that the file is complete. Zero after the start, because
///   earlier counts would be added.
/// - `totals:` of the file is the sum over all threads; its `summary:` is not (``CallgrindDump``).
///   Callgrind's monitor commands print `summary:`.
/// - The collection, which can be toggled, is a state of each thread; hence the instrumentation.
///
/// The count is off by one block of instructions for each thread that waits when a window ends. One
/// window at a time.
public struct CallgrindCounter: Sendable {
  /// The environment variable with the value of `--callgrind-out-file`, which valgrind does not
  /// tell.
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
  /// - Throws: The reason why callgrind does not count here.
  public init() throws(InstructionCounterUnavailable) {
    guard cprobes_callgrind_zero() != 0 else {
      throw .init("this process does not run under callgrind")
    }
    guard let file = getenv(Self.fileVariable), file.pointee != 0 else {
      throw .init("\(Self.fileVariable) does not say where callgrind writes")
    }
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
  /// - Returns: Instructions executed in it, including the constant few of an empty window.
  /// - Throws: The reason why there is no count.
  /// - Precondition: A window is open.
  public func close() throws(InstructionCounterUnavailable) -> UInt64 {
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
    let missing = InstructionCounterUnavailable("callgrind did not write \(path)")
    guard let text = Self.text(of: path) else { throw missing }
    unlink(path)
    let dump = try CallgrindDump(parsing: text)
    guard dump.trigger == "Client Request: \(label)" else { throw missing }
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

/// The total of one file that callgrind wrote.
///
/// The format is "Callgrind Format Specification" in valgrind's manual. `summary:` is a difference
/// of per-thread counters that a stop of the instrumentation sets to zero, and is wrong from the
/// second window on.
struct CallgrindDump: Equatable {
  /// The instructions executed, on all threads.
  let instructions: UInt64
  /// The reason why the file was written, in callgrind's words.
  let trigger: String

  /// Reads a file's text.
  ///
  /// - Throws: The part that is missing.
  init(parsing text: String) throws(InstructionCounterUnavailable) {
    var events: [Substring] = []
    var totals: [Substring]?
    var trigger = ""
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      // All others are costs, and there are tens of thousands of them.
      guard let first = line.first, Self.initials.contains(first) else { continue }
      let line = Substring(line)
      if let values = Self.values(of: "events:", in: line) { events = values }
      if let values = Self.values(of: "totals:", in: line) { totals = values }
      if line.hasPrefix(Self.triggerKey) {
        trigger = String(line.dropFirst(Self.triggerKey.count))
      }
    }
    guard let column = events.firstIndex(of: "Ir") else {
      throw .init("callgrind's file has no column Ir")
    }
    guard let totals else { throw .init("callgrind's file has no totals") }
    // Zeros at the end of a line of costs are left out.
    guard column < totals.count else {
      instructions = 0
      self.trigger = trigger
      return
    }
    guard let value = UInt64(totals[column]) else {
      throw .init("callgrind's total is no number: \(totals[column])")
    }
    instructions = value
    self.trigger = trigger
  }

  private static let initials = Set("etd".utf8)
  private static let triggerKey = "desc: Trigger: "

  private static func values(of key: String, in line: Substring) -> [Substring]? {
    line.hasPrefix(key) ? line.dropFirst(key.count).split(separator: " ") : nil
  }
}

/// The simulated processor that this process may run on.
public enum Valgrind {
  /// A Boolean value that indicates whether valgrind executes this process.
  public static var isRunning: Bool { cprobes_valgrind_depth() > 0 }

  /// Prevents `dispatchMain` from killing valgrind 3.19. Call it directly before; elsewhere it does
  /// nothing.
  public static func prepareDispatchMain() { cprobes_valgrind_park_main_thread() }
}
