import FlowResults
import Foundation
import Platform

/// The disturbances of this process between two readings of the machine: other processes and a CPU
/// quota.
struct MachineUse: Equatable, Sendable {
  /// The numbers of a row.
  var disturbance = Disturbance()
  /// A Boolean value that indicates whether other processes affect times.
  var isDisturbed = false
  /// The processes that used the most, most first.
  var busiest: [String] = []

  /// The share of the cores' time, 0 to 1, that other processes may use.
  ///
  /// The daemons of an idle virtual machine with 2 cores used 0.6 % over 75 minutes (procfs, Linux
  /// 6.18); a process that never waits used at least 47 % beside a busy trial.
  static let highestShare = 0.05
  /// The maximum number of cores that other processes may use: half of a process that never waits.
  static let highestCores = 0.5
  /// The time of other processes, in nanoseconds, that cannot be distinguished from none.
  ///
  /// The kernel counts in ticks, and rounds. In 240 intervals of 50 ms to 1 s on the same machine,
  /// the result differed from the sum of all threads in `/proc/*/task/*/schedstat` by -29 to +11
  /// ms, apart from threads that began and ended in between.
  static let resolutionNs = 30e6

  /// Returns a Boolean value that indicates whether the time of other processes affects times.
  ///
  /// - Parameter cores: The number of cores that this process may use.
  static func isDisturbing(otherNs: Double, elapsedNs: Double, cores: Int) -> Bool {
    otherNs > resolutionNs + min(highestShare * Double(cores), highestCores) * elapsedNs
  }
}

extension MachineReading {
  /// Returns the disturbances since an earlier reading.
  ///
  /// The time of other processes is that of all processes on the allowed cores, less that of this
  /// one and its children.
  ///
  /// - Parameter name: The names of the busiest processes; called only when they disturb.
  func use(since earlier: MachineReading, naming name: () -> [String]) -> MachineUse {
    var use = MachineUse()
    use.disturbance.throttledNs = quota(since: earlier)?.throttledNs.flatMap { Int(exactly: $0) }
    guard let time = allowedTime, let start = earlier.allowedTime, let ownNs,
      let ownBefore = earlier.ownNs, time.total > start.total, time.processes >= start.processes
    else { return use }
    let tickNs = Double(ProcessorTime.tickNs)
    let allNs = Double(time.total - start.total) * tickNs
    let busyNs = Double(time.processes - start.processes) * tickNs
    let otherNs = max(0, busyNs - (Double(ownNs) - Double(ownBefore)))
    use.disturbance.otherShare = min(1, otherNs / allNs)
    let cores = max(1, allowedCores)
    use.isDisturbed = MachineUse.isDisturbing(
      otherNs: otherNs, elapsedNs: allNs / Double(cores), cores: cores)
    if use.isDisturbed { use.busiest = name() }
    return use
  }
}

extension MachineUse {
  var warnings: [String] {
    var warnings: [String] = []
    // Without numbers, which have columns of their own: equal warnings are shown once.
    if isDisturbed {
      warnings.append(Disturbance.otherProcesses + Self.naming(Array(busiest.prefix(1))))
    }
    if let ns = disturbance.throttledNs, ns > 0 { warnings.append(Disturbance.throttled) }
    return warnings
  }

  /// `other processes use 48.1 % of the CPU, most of it yes`.
  var text: String {
    let share = disturbance.otherShare.map { "\(TextTable.number($0 * 100)) %" } ?? "a part"
    return "other processes use \(share) of the CPU\(Self.naming(busiest))"
  }

  /// Returns the processes, behind a comma; a process of another container has no visible name.
  static func naming(_ names: [String]) -> String {
    names.isEmpty
      ? ", none of them visible here" : ", most of it " + names.joined(separator: ", ")
  }
}

struct ProcessActivity: Equatable, Sendable {
  /// A process, and the ticks of its threads.
  struct Process: Equatable, Sendable {
    var name: String
    var ticks: UInt64
    var childTicks: UInt64 = 0
  }

  /// Processes by their number.
  var processes: [Int: Process]

  static var current: ProcessActivity { HostActivity.processes.map(Self.init) ?? read() }

  private init(_ processes: [HostActivity.Process]) {
    self.processes = [:]
    for process in processes {
      self.processes[process.id] = Process(
        name: Self.plain(process.name), ticks: process.cpuNs / ProcessorTime.tickNs)
    }
  }

  /// Returns a name as a part of a line, and of a list that semicolons separate.
  private static func plain(_ name: some StringProtocol) -> String {
    String(name.map { $0.isNewline || $0 == ";" || $0 == "\u{1B}" ? "?" : $0 })
  }

  init(processes: [Int: Process]) { self.processes = processes }

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

  /// Reads `/proc/<id>/stat`: number, name in parentheses, which may contain any character, and
  /// fields without spaces, of which the 12th to 15th are its ticks and those of its children, as
  /// user and as system.
  ///
  /// - Returns: `nil` if the text has another form.
  static func process(parsing text: String) -> Process? {
    guard let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")"),
      opening < closing
    else { return nil }
    let fields = text[text.index(after: closing)...].split(separator: " ")
    guard fields.count > 14 else { return nil }
    let ticks = fields[11...14].compactMap { UInt64($0) }
    guard ticks.count == 4 else { return nil }
    return Process(
      name: plain(text[text.index(after: opening)..<closing]), ticks: ticks[0] &+ ticks[1],
      childTicks: ticks[2] &+ ticks[3])
  }

  /// Returns the processes that have used the most time since an earlier reading, most first; if
  /// none has, the parents of ended children, because a process that has ended is not visible.
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
