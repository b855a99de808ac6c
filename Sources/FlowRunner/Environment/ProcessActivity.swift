import Foundation

/// What each process has used of the processors, to name those that are in the way.
struct ProcessActivity: Equatable, Sendable {
  /// A process, and the ticks that its threads have used so far.
  struct Process: Equatable, Sendable {
    var name: String
    var ticks: UInt64
  }

  /// Processes by their number.
  var processes: [Int: Process]

  /// All processes that can be seen now; none where the system does not say.
  static var current: ProcessActivity {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var processes: [Int: Process] = [:]
    for name in names {
      guard let id = Int(name) else { continue }
      processes[id] = process(parsing: Host.file("/proc/\(id)/stat"))
    }
    return ProcessActivity(processes: processes)
  }

  /// Reads `/proc/<id>/stat`: number, name in parentheses, which may hold any letter, and then from
  /// the state on fields without spaces, of which the 12th and 13th are ticks as user and as system.
  ///
  /// - Returns: Nil for anything else.
  static func process(parsing text: String) -> Process? {
    guard let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")"),
      opening < closing
    else { return nil }
    let fields = text[text.index(after: closing)...].split(separator: " ")
    guard fields.count > 12, let user = UInt64(fields[11]), let system = UInt64(fields[12])
    else { return nil }
    return Process(
      name: String(text[text.index(after: opening)..<closing]), ticks: user &+ system)
  }

  /// The names of the processes that have used the most since an earlier reading, most first.
  ///
  /// - Parameters:
  ///   - earlier: The earlier reading. A process that it does not have began after it.
  ///   - excluded: The process that looks.
  ///   - count: How many names at most; those that used nothing are left out.
  func busiest(since earlier: ProcessActivity, except excluded: Int, count: Int) -> [String] {
    var used: [String: UInt64] = [:]
    for (id, process) in processes where id != excluded {
      let before = earlier.processes[id]?.ticks ?? 0
      if process.ticks > before { used[process.name, default: 0] += process.ticks - before }
    }
    return used.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count).map(\.key)
  }
}
