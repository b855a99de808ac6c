import FlowHarness
import FlowResults
import Platform

/// One process of a session: its request, and the rows of its outcome.
@MainActor
protocol Job: Sendable {
  associatedtype Work: ChildTask
  typealias Ending = ChildProcess.Ending<Work.Outcome>

  /// The identity of the job in its session.
  var key: JobKey { get }
  var scenario: Scenario { get }
  /// A Boolean value that indicates whether other processes on the machine affect the numbers.
  var isTimed: Bool { get }

  /// Returns the request.
  ///
  /// - Parameters:
  ///   - workDirectory: A directory for the process, removed when it has ended.
  ///   - slot: A number that no other process of the session has at the same time.
  func request(workDirectory: String, slot: Int) -> Work.Request
  /// Changes the process where a plain one is not enough.
  func adjust(_ process: inout ChildProcess, for request: Work.Request)
  /// Writes the rows of a step.
  ///
  /// - Returns: A line about the progress; `nil` if there is nothing new.
  func take(_ step: Work.Step, into folder: ResultsFolder) throws -> String?
  /// Writes the rows of the outcome.
  ///
  /// - Parameters:
  ///   - use: The disturbances; `nil` if nothing is timed.
  ///   - warnings: The warnings about the work of the store.
  func finish(
    _ ending: Ending, _ use: MachineUse?, _ warnings: [String], into folder: ResultsFolder) throws
  /// A Boolean value that indicates whether the work of the scenario is checked before; otherwise
  /// the job compares all of it.
  var isCheckedBefore: Bool { get }
}

extension Job {
  var isTimed: Bool { true }
  var isCheckedBefore: Bool { true }
}

extension Job where Work.Step == Never {
  func take(_ step: Never, into folder: ResultsFolder) -> String? {}
}

/// Runs jobs, each in a fresh process. The rows of a job are on disk before the job counts as
/// finished.
///
/// Jobs that are timed run one after the other, and then several of the others at the same time.
@MainActor
package final class JobRunner {
  let folder: ResultsFolder
  /// The program with the subcommand `child`.
  let executable: String
  let mainThreadDesigns: Set<String>
  let interrupt: InterruptWatch
  let observer: DisturbanceObserver
  /// The estimated seconds of each job that the plan lists.
  private let planned: [JobKey: Double]
  /// The jobs of this session; `nil`: all of them.
  private let share: Set<JobKey>?
  private let atOnce: Int
  /// The files that every process reads.
  private let inputFiles: [String]
  /// The reason why this program must not add jobs to the folder.
  private let refusal: PlanError?
  /// The checks of the scenarios; `nil` if their work is not checked.
  private let checks: (any ScenarioChecks)?
  private var progress = ProgressReporter(total: nil)
  private var done = 0
  /// The estimated seconds of the jobs that this session has finished, and of the others.
  private var work = (done: 0.0, left: 0.0)

  init(
    folder: ResultsFolder, executable: String, mainThreadDesigns: Set<String>,
    interrupt: InterruptWatch, observer: DisturbanceObserver, planned: [PlannedJob],
    share: Set<JobKey>?, atOnce: Int, inputFiles: [String] = [], refusal: PlanError? = nil,
    checks: (any ScenarioChecks)? = nil
  ) {
    self.folder = folder
    self.executable = executable
    self.mainThreadDesigns = mainThreadDesigns
    self.interrupt = interrupt
    self.observer = observer
    self.planned = Dictionary(planned.map { ($0.key, $0.seconds) }) { $1 }
    self.share = share
    self.atOnce = atOnce
    self.inputFiles = inputFiles
    self.refusal = refusal
    self.checks = checks
  }

  var isInterrupted: Bool { interrupt.isInterrupted }

  /// Runs the jobs of this session that are not finished, in their order.
  func run<J: Job>(_ jobs: [J]) async throws {
    let jobs = jobs.filter { share?.contains($0.key) ?? true }
    guard !jobs.isEmpty else { return }
    let left = jobs.filter { !folder.finished.contains($0.key) }
    done = jobs.count - left.count
    work = (0, left.reduce(0) { $0 + seconds(of: $1.key) })
    progress = ProgressReporter(total: jobs.count, done: done)
    defer {
      progress.finish()
      // Without the file the checks are repeated.
      try? checks?.save()
    }
    let timed = left.filter(\.isTimed)
    try await check(timed)
    for job in timed { try await run(job) }
    try await runAtOnce(left.filter { !$0.isTimed })
  }

  private func runAtOnce<J: Job>(_ jobs: [J]) async throws {
    try await atOnce(atOnce, jobs) { try await self.run($0, slot: $1) }
  }

  /// Checks the scenarios of jobs that are timed before the first of them, on all cores.
  private func check<J: Job>(_ jobs: [J]) async throws {
    if !jobs.isEmpty, let refusal { throw refusal }
    var seen: Set<Scenario> = []
    let first = jobs.filter { seen.insert($0.scenario).inserted }
    try await atOnce(Machine.cpuCount, first) { job, slot in
      let request = job.request(workDirectory: "", slot: slot)
      _ = try await self.verdict(of: job, self.process(of: job, request), slot: slot)
    }
  }

  /// Calls a closure with each job and a number that no other call has at the same time.
  private func atOnce<J: Job>(
    _ count: Int, _ jobs: [J], _ run: @escaping @MainActor (J, _ slot: Int) async throws -> Void
  ) async throws {
    guard !jobs.isEmpty else { return }
    try OpenFiles.check(processes: min(count, jobs.count))
    try await withThrowingTaskGroup(of: Int.self) { group in
      for (index, job) in jobs.enumerated() {
        var slot = index
        if index >= count, let free = try await group.next() { slot = free }
        group.addTask { [slot] in
          try await run(job, slot)
          return slot
        }
      }
      try await group.waitForAll()
    }
  }

  private func process<J: Job>(of job: J, _ request: J.Work.Request) -> ChildProcess {
    var process = ChildProcess(
      executable: executable, keepsMainThread: mainThreadDesigns.contains(job.scenario.design))
    process.files = inputFiles
    job.adjust(&process, for: request)
    return process
  }

  /// Returns the verdict about the work of a job's scenario.
  private func verdict<J: Job>(
    of job: J, _ process: ChildProcess, slot: Int
  ) async throws -> WorkVerdict {
    guard !isInterrupted else { return .interrupted }
    guard job.isCheckedBefore, let checks else { return .equal(warnings: []) }
    report("checking " + job.scenario.id)
    var checker = ChildProcess(executable: executable, keepsMainThread: process.keepsMainThread)
    checker.files = inputFiles
    checker.limitSeconds = process.limitSeconds
    checker.quietSeconds = process.quietSeconds
    return try await checks.verdict(of: job.scenario, checker, slot: slot, interrupt)
  }

  func finish() { progress.finish() }

  /// Runs a job, unless it is finished or the session was interrupted.
  func run<J: Job>(_ job: J, slot: Int = 0) async throws {
    guard share?.contains(job.key) ?? true, !folder.finished.contains(job.key), !isInterrupted
    else { return }
    if let refusal { throw refusal }
    if job.isTimed {
      await settle()
      if isInterrupted { return }
    }
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let request = job.request(workDirectory: scratch.path, slot: slot)
    let process = process(of: job, request)
    switch try await verdict(of: job, process, slot: slot) {
    case .interrupted: return
    case .failed(let reason): try job.finish(.failed(reason: reason), nil, [], into: folder)
    case .hung(let seconds): try job.finish(.hung(seconds: seconds), nil, [], into: folder)
    case .equal(let warnings):
      report(job.scenario.id)
      if job.isTimed { observer.beginTrial() }
      let ending = try await process.run(J.Work.self, request, interrupt) { step in
        if let text = try job.take(step, into: folder) { report(text) }
      }
      let use = job.isTimed ? observer.endTrial() : nil
      // The interruption may have disturbed the process.
      guard !isInterrupted, ending != .interrupted else { return }
      try job.finish(ending, use, warnings, into: folder)
    }
    try folder.finish(job.key)
    done += 1
    work.done += seconds(of: job.key)
    work.left -= seconds(of: job.key)
  }

  /// Returns the estimated seconds; jobs that depend on results are not in the plan and count
  /// equally.
  private func seconds(of job: JobKey) -> Double { planned[job] ?? 1 }

  private func report(_ text: String) { progress.report(text, done: done, work: work) }

  /// Waits for a quiet machine before the first trial that is timed.
  private func settle() async {
    // The times of a debug build are useless on any machine.
    guard !ToolVersion.isDebugBuild else { return }
    await observer.settle(
      isInterrupted: { isInterrupted },
      pause: { ns in
        // An interruption takes effect after a tenth of a second.
        let endNs = MonotonicClock.nowNs() + ns
        while !isInterrupted, MonotonicClock.nowNs() < endNs {
          try? await Task.sleep(
            nanoseconds: min(100_000_000, endNs - min(endNs, MonotonicClock.nowNs())))
        }
      }, say: { StandardError.write($0 + "\n") })
  }
}
