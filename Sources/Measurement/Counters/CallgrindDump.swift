/// What one file of callgrind's says as a whole, apart from where the cost arose.
///
/// The format is "Callgrind Format Specification" in valgrind's manual: lines of a keyword, a colon
/// and its values; then the costs line by line; and at the end `totals:`, in the order of `events:`.
/// `totals` and not `summary`: the latter is a difference of per-thread counters that a stop of the
/// instrumentation sets to zero, and is wrong, even negative, from the second window on.
struct CallgrindDump: Equatable {
  /// Instructions executed, on all threads.
  let instructions: UInt64
  /// Why it was written, as callgrind has it.
  let trigger: String

  /// Reads a file's text.
  ///
  /// - Throws: What is missing.
  init(parsing text: String) throws(CallgrindFault) {
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
    guard let column = events.firstIndex(of: "Ir") else { throw .noInstructionEvent }
    guard let totals else { throw .cutOff }
    // Zeros at the end of a line of costs are left out.
    guard column < totals.count else {
      instructions = 0
      self.trigger = trigger
      return
    }
    guard let value = UInt64(totals[column]) else { throw .noNumber(String(totals[column])) }
    instructions = value
    self.trigger = trigger
  }

  private static let initials = Set("etd".utf8)
  private static let triggerKey = "desc: Trigger: "

  private static func values(of key: String, in line: Substring) -> [Substring]? {
    line.hasPrefix(key) ? line.dropFirst(key.count).split(separator: " ") : nil
  }
}
