import FlowHarness
import FlowResults
import Measurement

/// One process of a session: what it is asked, and which rows come of it.
@MainActor
protocol Job: Sendable {
  /// What the process does.
  associatedtype Work: ChildTask
  /// How it ends.
  typealias Ending = ChildProcess.Ending<Work.Outcome>

  /// What tells it from all others of its session.
  var key: JobKey { get }
  /// What is driven.
  var scenario: Scenario { get }
  /// Whether its numbers depend on what else the machine does.
  var isTimed: Bool { get }

  /// What the process is asked.
  ///
  /// - Parameter workDirectory: Where it may write; removed when it has ended.
  func request(workDirectory: String) -> Work.Request
  /// What the process needs that a plain one has not.
  func adjust(_ process: inout ChildProcess, for request: Work.Request)
  /// Writes down what the process emits on its way.
  ///
  /// - Returns: How far it is, for a reader; `nil` when there is nothing new to say.
  /// - Throws: What writing throws.
  func take(_ step: Work.Step, into folder: ResultsFolder) throws -> String?
  /// Writes down how it ended.
  ///
  /// - Parameter use: What disturbed it; `nil` where nothing is timed.
  /// - Throws: What writing throws.
  func finish(_ ending: Ending, _ use: MachineUse?, into folder: ResultsFolder) throws
}

extension Job {
  var isTimed: Bool { true }
}

extension Job where Work.Step == Never {
  func take(_ step: Never, into folder: ResultsFolder) -> String? {}
}

/// Does jobs, each in a fresh process: one after the other, or several at once where nothing is timed; the
/// rows of a job are on disk before the job counts as done.
@MainActor
package struct JobRunner {
  let folder: ResultsFolder
  /// The program that answers to `child`.
  let executable: String
  /// The designs whose processes keep the main thread.
  let mainThreadDesigns: Set<String>
  let interrupt: InterruptWatch
  /// What disturbs the machine.
  let observer: DisturbanceObserver
  /// How far it is.
  private let progress: JobProgress
  /// What the jobs of this session have taken.
  var costs: JobCosts { progress.costs }
  /// The jobs that are done here; `nil`: all of them.
  private let share: Set<JobKey>?
  /// How many may run at once.
  private let atOnce: Int
  /// Whether rows end in the order of the jobs, in whatever order these ended.
  private let isArranged: Bool

  /// Of a session that begins.
  init(
    folder: ResultsFolder, executable: String, mainThreadDesigns: Set<String>,
    interrupt: InterruptWatch, observer: DisturbanceObserver, known: JobCosts = JobCosts(),
    share: Set<JobKey>? = nil, atOnce: Int = 1, isArranged: Bool = false
  ) {
    self.isArranged = isArranged
    progress = JobProgress(known: known, atOnce: atOnce)
    self.share = share
    self.atOnce = atOnce
    self.folder = folder
    self.executable = executable
    self.mainThreadDesigns = mainThreadDesigns
    self.interrupt = interrupt
    self.observer = observer
  }

  /// Whether it was asked to stop.
  var isInterrupted: Bool { interrupt.isInterrupted }

  /// Does all of them, in the order given: all that there are in this session.
  ///
  /// - Throws: What writing rows throws.
  func run<J: Job>(_ jobs: [J]) async throws {
    let jobs = jobs.filter { share?.contains($0.key) ?? true }
    guard !jobs.isEmpty else { return }
    let left = jobs.filter { !folder.finished.contains($0.key) }
    progress.begin(left.map(\.key), total: jobs.count)
    defer { progress.finish() }
    if atOnce > 1 {
      try OpenFiles.check(processes: min(atOnce, left.count))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, job) in left.enumerated() {
          if index >= atOnce { try await group.next() }
          group.addTask { try await run(job) }
        }
        try await group.waitForAll()
      }
    } else {
      for job in left { try await run(job) }
    }
    if isArranged, !left.isEmpty { try folder.arrange(jobs.map(\.key)) }
  }

  /// Takes the line away that says how many are done.
  func finish() { progress.finish() }

  /// Does a job, unless its rows are on disk or somebody said stop.
  ///
  /// - Throws: What writing rows throws.
  func run<J: Job>(_ job: J) async throws {
    guard share?.contains(job.key) ?? true, !folder.finished.contains(job.key), !isInterrupted
    else { return }
    if job.isTimed {
      await settle()
      if isInterrupted { return }
    }
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let request = job.request(workDirectory: scratch.path)
    var process = ChildProcess(
      executable: executable, keepsMainThread: mainThreadDesigns.contains(job.scenario.design))
    job.adjust(&process, for: request)
    progress.report(job.scenario.id)
    let startNs = MonotonicClock.nowNs()
    if job.isTimed { observer.beginTrial() }
    let ending = try await process.run(J.Work.self, request, interrupt) { step in
      if let text = try job.take(step, into: folder) { progress.report(text) }
    }
    let use = job.isTimed ? observer.endTrial() : nil
    // What was measured while it was asked to stop is not to be believed.
    guard !isInterrupted, ending != .interrupted else { return }
    try job.finish(ending, use, into: folder)
    try folder.finish(job.key)
    progress.finished(job.key, seconds: Double(MonotonicClock.nowNs() - startNs) / 1e9)
  }

  /// Waits for a quiet machine before the first trial that is timed.
  private func settle() async {
    // The times of a debug build say nothing about the stores, on whatever machine.
    guard !ToolVersion.isDebugBuild else { return }
    await observer.settle(
      isInterrupted: { isInterrupted },
      pause: { ns in
        // An interruption is noticed after a tenth of a second.
        let endNs = MonotonicClock.nowNs() + ns
        while !isInterrupted, MonotonicClock.nowNs() < endNs {
          try? await Task.sleep(
            nanoseconds: min(100_000_000, endNs - min(endNs, MonotonicClock.nowNs())))
        }
      }, say: { StandardError.write($0 + "\n") })
  }
}
