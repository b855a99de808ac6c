import FlowTestSupport
import Foundation

@testable import FlowRunner

/// Directories that look like `/proc` and `/sys/fs/cgroup` of a machine with two cores.
final class MachineFixture {
  let path = temporaryPath()

  /// Ticks of one core.
  struct Core {
    var user = 0
    var system = 0
    var idle = 0
    var interrupts = 0
    var stolen = 0

    /// The line of `/proc/stat` with this name.
    func line(_ name: String) -> String {
      "\(name) \(user) 0 \(system) \(idle) 0 \(interrupts) 0 \(stolen) 0 0\n"
    }
  }

  /// Two cores that have been idle for a second.
  var cores = [Core(idle: 1000), Core(idle: 1000)]

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file of the machine.
  func write(_ text: String, to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Writes `/proc/<id>/stat` of a process.
  func write(process id: Int, _ name: String, ticks: Int, childTicks: Int = 0) throws {
    try write(
      "\(id) (\(name)) S 1 1 1 0 -1 0 0 0 0 0 \(ticks) 0 \(childTicks) 0 20 0 1 0 9 0 0\n",
      to: "proc/\(id)/stat")
  }

  /// Reads the machine.
  ///
  /// - Parameters:
  ///   - ownNs: The CPU time of the process and its children.
  ///   - allowed: The cores that it may use.
  func read(ownNs: UInt64 = 0, allowed: [Int] = [0, 1]) throws -> MachineReading {
    var sum = Core()
    for core in cores {
      sum.user += core.user
      sum.system += core.system
      sum.idle += core.idle
      sum.interrupts += core.interrupts
      sum.stolen += core.stolen
    }
    let lines = cores.enumerated().map { $1.line("cpu\($0)") }.joined()
    try write(sum.line("cpu ") + lines + "intr 1 2 3\n", to: "proc/stat")
    return MachineReading.read(
      proc: "\(path)/proc", cgroup: "\(path)/cgroup", cores: allowed, ownNs: ownNs)
  }

  /// The processes of the machine.
  var processes: ProcessActivity { ProcessActivity.read(proc: "\(path)/proc") }
}
