import Foundation

/// The processor time of each process, to name those that disturb.
struct ProcessActivity: Equatable, Sendable {
  /// A process, and the ticks of its threads.
  struct Process: Equatable, Sendable {
    var name: String
    var ticks: UInt64
    /// The ticks of its ended children.
    var childTicks: UInt64 = 0
  }

  /// Processes by their number.
  var processes: [Int: Process]

  /// All visible processes.
  static var current: ProcessActivity { read() }

  /// Returns all visible processes.
  ///
  /// - Parameter proc: The path of the `proc` file system.
  static func read(proc: String = "/proc") -> ProcessActivity {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: proc)) ?? []
    var processes: [Int: Process] = [:]
    for name in names {
      guard let id = Int(name) else { continue }
      processes[id] = process(parsing: Machine.file("\(proc)/\(id)/stat"))
    }
    return ProcessActivity(processes: processes)
  }

  /// Reads `/proc/<id>/stat`: number, name in parentheses, which may hold any letter, and then from
  /// the state on fields without spaces, of which the 12th to 15th are ticks as user and as system, its
  /// own and those of its children.
  ///
  /// - Returns: `nil` for anything else.
  static func process(parsing text: String) -> Process? {
    guard let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")"),
      opening < closing
    else { return nil }
    let fields = text[text.index(after: closing)...].split(separator: " ")
    guard fields.count > 14 else { return nil }
    let ticks = fields[11...14].compactMap { UInt64($0) }
    guard ticks.count == 4 else { return nil }
    // A name is part of a line, and of a list that semicolons separate.
    let name = text[text.index(after: opening)..<closing].map { letter in
      letter.isNewline || letter == ";" || letter == "\u{1B}" ? "?" : letter
    }
    return Process(
      name: String(name), ticks: ticks[0] &+ ticks[1], childTicks: ticks[2] &+ ticks[3])
  }

  /// The names of the processes that have used the most since an earlier reading, most first.
  ///
  /// If none has used anything, the parents of ended children are named: a process that began and ended in between
  /// is not visible any more.
  ///
  /// - Parameters:
  ///   - excluded: This process.
  ///   - count: The maximum number of names.
  func busiest(since earlier: ProcessActivity, except excluded: Int, count: Int) -> [String] {
    let names = busiest(since: earlier, except: excluded, \.ticks)
    return Array(
      (names.isEmpty ? busiest(since: earlier, except: excluded, \.childTicks) : names)
        .prefix(count))
  }

  private func busiest(
    since earlier: ProcessActivity, except excluded: Int, _ ticks: KeyPath<Process, UInt64>
  ) -> [String] {
    var used: [String: UInt64] = [:]
    for (id, process) in processes where id != excluded {
      let before = earlier.processes[id]?[keyPath: ticks] ?? 0
      let now = process[keyPath: ticks]
      if now > before { used[process.name, default: 0] += now - before }
    }
    return used.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }
}
