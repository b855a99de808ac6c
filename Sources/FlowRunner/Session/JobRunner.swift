import FlowHarness
import FlowResults
import Measurement

/// One process of a session: what it is asked, and which rows come of it.
@MainActor
protocol Job {
  /// What the process does.
  associatedtype Work: ChildTask
  /// How it ends.
  typealias Ending = ChildProcess.Ending<Work.Outcome>

  /// What tells it from all others of its session.
  var key: JobKey { get }
  /// What is driven.
  var scenario: Scenario { get }

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
  /// - Throws: What writing throws.
  func finish(_ ending: Ending, into folder: ResultsFolder) throws
}

extension Job where Work.Step == Never {
  func take(_ step: Never, into folder: ResultsFolder) -> String? {}
}

/// Does jobs one after the other, each in a fresh process, and has the rows of each on disk before the
/// next one starts.
@MainActor
package struct JobRunner {
  let folder: ResultsFolder
  /// The program that answers to `child`.
  let executable: String
  /// The designs whose processes keep the main thread.
  let mainThreadDesigns: Set<String>
  let interrupt: InterruptWatch
  /// Says how many are done.
  private var progress = ProgressReporter(total: nil)
  private var done = 0
  /// What is known of jobs from other sessions, and what those of this one have taken.
  private let known: JobCosts
  private(set) var costs = JobCosts()
  private var left = TimeLeft(costs: [])
  /// The jobs that are done here; `nil`: all of them.
  private let share: Set<JobKey>?

  /// Of a session that begins.
  init(
    folder: ResultsFolder, executable: String, mainThreadDesigns: Set<String>,
    interrupt: InterruptWatch, known: JobCosts = JobCosts(), share: Set<JobKey>? = nil
  ) {
    self.known = known
    self.share = share
    self.folder = folder
    self.executable = executable
    self.mainThreadDesigns = mainThreadDesigns
    self.interrupt = interrupt
  }

  /// Whether it was asked to stop.
  var isInterrupted: Bool { interrupt.isInterrupted }

  /// Does all of them, in the order given: all that there are in this session.
  ///
  /// - Throws: What writing rows throws.
  mutating func run(_ jobs: [some Job]) async throws {
    let jobs = jobs.filter { share?.contains($0.key) ?? true }
    guard !jobs.isEmpty else { return }
    done = jobs.count(where: { folder.finished.contains($0.key) })
    progress = ProgressReporter(total: jobs.count, done: done)
    let keys = jobs.map(\.key).filter { !folder.finished.contains($0) }
    left = TimeLeft(costs: keys.map { known.seconds(of: $0) })
    defer { progress.finish() }
    for job in jobs { try await run(job) }
  }

  /// Takes the line away that says how many are done.
  func finish() { progress.finish() }

  /// Does a job, unless its rows are on disk or somebody said stop.
  ///
  /// - Throws: What writing rows throws.
  mutating func run<J: Job>(_ job: J) async throws {
    guard share?.contains(job.key) ?? true, !folder.finished.contains(job.key), !isInterrupted
    else { return }
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let request = job.request(workDirectory: scratch.path)
    var process = ChildProcess(
      executable: executable, keepsMainThread: mainThreadDesigns.contains(job.scenario.design))
    job.adjust(&process, for: request)
    progress.report(job.scenario.id, done: done, left: left.seconds)
    let startNs = MonotonicClock.nowNs()
    let ending = try await process.run(J.Work.self, request, interrupt) { step in
      if let text = try job.take(step, into: folder) {
        progress.report(text, done: done, left: left.seconds)
      }
    }
    // What was measured while it was asked to stop is not to be believed.
    guard !isInterrupted, ending != .interrupted else { return }
    try job.finish(ending, into: folder)
    try folder.finish(job.key)
    done += 1
    let seconds = Double(MonotonicClock.nowNs() - startNs) / 1e9
    left.finished(in: seconds, cost: known.seconds(of: job.key))
    costs.note(job.key, seconds: seconds)
  }
}
