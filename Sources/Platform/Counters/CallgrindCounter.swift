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
package struct CallgrindCounter: Sendable {
  /// The environment variable with the value of `--callgrind-out-file`.
  package static let fileVariable = "FLOWBENCH_CALLGRIND_FILE"

  private struct State {
    /// The number of written files, which callgrind numbers from 1.
    var written = 0
    var isOpen = false
  }
  private static let state = Mutex(State())

  private let file: String

  /// Creates the counter of this process.
  ///
  /// - Throws: The reason why callgrind does not count here.
  package init() throws(InstructionCounterUnavailable) {
    guard cprobes_callgrind_zero() != 0 else {
      throw .init("this process does not run under callgrind")
    }
    let file = ProcessInfo.processInfo.environment[Self.fileVariable] ?? ""
    guard !file.isEmpty else {
      throw .init("\(Self.fileVariable) does not say where callgrind writes")
    }
    self.file = file
  }

  /// Begins a window.
  ///
  /// - Precondition: No window is open.
  package func open() {
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
  package func close() throws(InstructionCounterUnavailable) -> UInt64 {
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
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { throw missing }
    unlink(path)
    let dump = try CallgrindDump(parsing: text)
    guard dump.trigger == "Client Request: \(label)" else { throw missing }
    return dump.instructions
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
  /// The reason for which callgrind wrote the file, in its words.
  let trigger: String

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
    let total = column < totals.count ? totals[column] : "0"
    guard let instructions = UInt64(total) else {
      throw .init("callgrind's total is no number: \(total)")
    }
    self.instructions = instructions
    self.trigger = trigger
  }

  private static let initials = Set("etd".utf8)
  private static let triggerKey = "desc: Trigger: "

  private static func values(of key: String, in line: Substring) -> [Substring]? {
    line.hasPrefix(key) ? line.dropFirst(key.count).split(separator: " ") : nil
  }
}

/// The simulated processor that this process may run on.
package enum Valgrind {
  /// A Boolean value that indicates whether valgrind executes this process.
  package static var isRunning: Bool { cprobes_valgrind_depth() > 0 }

  /// Prevents `dispatchMain` from killing valgrind 3.19. Call it directly before; elsewhere it does
  /// nothing.
  package static func prepareDispatchMain() { cprobes_valgrind_park_main_thread() }
}
