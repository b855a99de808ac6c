import FlowResults
import Foundation
import Measurement

/// Observes what disturbs a session: in the second before its first trial, and during each trial.
@MainActor
final class DisturbanceObserver {
  private let read: () -> MachineReading
  private let readProcesses: () -> ProcessActivity
  private let nowNs: () -> UInt64
  /// The reading and the processes with which the next ones are compared, and when they were taken.
  private var start: MachineReading
  private var processes: ProcessActivity
  private var startNs: UInt64
  /// Whether the second before the first trial is over.
  private var isSettled = false
  /// What was found so far.
  private(set) var found = TrialDisturbances()

  /// How long the machine is observed before the first trial, and until it is observed again.
  static let watchNs: UInt64 = 1_000_000_000
  /// How many seconds a session waits for a quiet machine.
  static let longestWait = 10

  /// Observes from now on.
  init(
    read: @escaping () -> MachineReading = { .current },
    readProcesses: @escaping () -> ProcessActivity = { .current },
    nowNs: @escaping () -> UInt64 = { MonotonicClock.nowNs() }
  ) {
    self.read = read
    self.readProcesses = readProcesses
    self.nowNs = nowNs
    start = read()
    processes = readProcesses()
    startNs = nowNs()
  }

  /// Waits until a second has passed without other processes, or for `longestWait` seconds more; once.
  ///
  /// - Parameters:
  ///   - isInterrupted: Whether the session was asked to stop.
  ///   - pause: Waits so many nanoseconds.
  ///   - say: Takes a line for a reader: why it takes longer, and how it ended.
  func settle(
    isInterrupted: () -> Bool, pause: (UInt64) async -> Void, say: (String) -> Void
  ) async {
    guard !isSettled else { return }
    isSettled = true
    let passedNs = nowNs() - startNs
    if passedNs < Self.watchNs { await pause(Self.watchNs - passedNs) }
    for second in 0... {
      guard !isInterrupted() else { return }
      let use = observe()
      found.shareBefore = use.disturbance.otherShare
      guard use.isDisturbed else {
        if second > 0 { say("the machine is quiet now") }
        return
      }
      guard second < Self.longestWait else {
        say("after \(second) s \(use.text); trials that they disturb get a warning")
        return
      }
      if second == 0 {
        say("waiting for a quiet machine, at most \(Self.longestWait) s: \(use.text)")
      }
      await pause(Self.watchNs)
    }
  }

  /// What disturbed since the last observation, which this one replaces.
  func observe() -> MachineUse {
    let now = read()
    let processes = readProcesses()
    let use = now.use(since: start) { names(processes) }
    (start, self.processes, startNs) = (now, processes, nowNs())
    return use
  }

  /// Begins the observation of a trial.
  ///
  /// Processes are listed once a second at most: with many of them that takes some milliseconds.
  func beginTrial() {
    if nowNs() - startNs >= Self.watchNs {
      processes = readProcesses()
      startNs = nowNs()
    }
    start = read()
  }

  /// Ends the observation of a trial.
  func endTrial() -> MachineUse {
    let use = read().use(since: start) { names(readProcesses()) }
    found.add(use)
    return use
  }

  private func names(_ now: ProcessActivity) -> [String] {
    now.busiest(
      since: processes, except: Int(ProcessInfo.processInfo.processIdentifier), count: 3)
  }
}

/// What disturbed the trials of a session.
struct TrialDisturbances: Equatable, Sendable {
  /// The share of the CPU that other processes used before the first trial; nil: unknown.
  var shareBefore: Double?
  /// How many trials were observed.
  var trials = 0
  /// How many of them other processes disturbed.
  var disturbed = 0
  /// How many of the disturbed ones each process was seen in.
  private var counts: [String: Int] = [:]

  /// The processes that disturbed the most trials, most first, three at most.
  var names: [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
  }

  /// Adds a trial.
  mutating func add(_ use: MachineUse) {
    trials += 1
    guard use.isDisturbed else { return }
    disturbed += 1
    if let name = use.busiest.first { counts[name, default: 0] += 1 }
  }
}
