import FlowHarness
import Foundation
import Measurement
import PlainText
import Platform

/// Watches the process of a case for the use of resources that no action explains.
@MainActor
struct ProcessCheck {
  /// The working directory and the number of threads before the first store was made; `nil` if
  /// other work shares the process.
  private static var start: (directory: String, threads: Int?)?

  /// The memory after an action, for the first and the last pause.
  private var memory: [(action: Int, bytes: Int)] = []
  private var maxThreads = 0
  private var lastAction = 0
  /// The share of each pause in which a processor was used.
  private var busyShares: [Double] = []

  /// Records a process that verifies stores and does nothing else, before its first store.
  static func begin() {
    start = (FileManager.default.currentDirectoryPath, CurrentProcess.threadCount)
  }

  /// The number of threads that the runtime and the system may start, beside one for each core.
  private static let usualThreads = 8
  /// The growth per action that has a note, in bytes, and the minimum growth in all.
  private static let maxKeptBytes = 64
  private static let minGrowthBytes = 1 << 20
  /// The share of most pauses in which a processor is used that has a note. On a busy machine,
  /// threads that end their work may delay it into a single pause.
  private static let maxBusyShare = 0.1
  private static let minPauses = 5

  /// Pauses on this thread, and records what the process uses.
  mutating func rest(ns: UInt64, after action: Int) async {
    await QuietTime.pass(ns: ns)
    guard Self.start != nil else { return }
    let (start, cpuStart) = (MonotonicClock.nowNs(), ProcessCPUClock.nowNs())
    // This thread uses no processor in the meantime.
    CurrentThread.sleep(ns: ns)
    let (wallNs, cpuNs) = (MonotonicClock.nowNs() - start, ProcessCPUClock.nowNs() - cpuStart)
    busyShares.append(Double(cpuNs) / Double(max(1, wallNs)))
    maxThreads = max(maxThreads, CurrentProcess.threadCount ?? 0)
    lastAction = action
    if let bytes = Jemalloc.allocatedBytes() ?? ProcessUsage.chargedBytes() {
      memory = Array(memory.prefix(1)) + [(action, bytes)]
    }
  }

  /// Adds the findings, after all actions.
  func finish(into outcome: inout CaseOutcome) {
    guard let start = Self.start else { return }
    if let first = memory.first, let last = memory.last, last.action > first.action {
      let (grown, actions) = (last.bytes - first.bytes, last.action - first.action)
      if grown > Self.minGrowthBytes, grown / actions > Self.maxKeptBytes {
        outcome.add(
          .memoryKept, last.action, "the same memory after every action",
          "\(CountText.text(grown / actions, "byte")) more after each")
      }
    }
    let started = maxThreads - (start.threads ?? maxThreads)
    if started > Self.usualThreads + ProcessInfo.processInfo.processorCount {
      outcome.add(
        .threadsStarted, nil, "no more threads than cores",
        "\(CountText.text(started, "thread")) started")
    }
    if busyShares.count >= Self.minPauses, let share = SortedSamples(busyShares).median,
      share > Self.maxBusyShare
    {
      outcome.add(
        .busyAtRest, lastAction, "no use of a processor between actions",
        "\(Int((share * 100).rounded())) % of one")
    }
    let directory = FileManager.default.currentDirectoryPath
    if directory != start.directory {
      outcome.add(.directoryChanged, nil, "the working directory \(start.directory)", directory)
    }
  }
}
