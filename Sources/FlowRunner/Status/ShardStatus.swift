package import FlowResults
import Foundation

/// The progress of a session, read from its folder while it runs or afterwards.
@MainActor
package struct ShardStatus {
  let path: String
  private let command: String
  /// The subcommand, and the part of its plan.
  let what: String
  let done: Int
  let total: Int
  /// The number of seconds since the last job has ended; `nil`: none has.
  let quietSeconds: Double?
  /// The estimated seconds of the rest; `nil` if they are unknown.
  let leftSeconds: Double?

  /// The missing files that are computed from the rows of all jobs.
  let missing: [String]

  /// A Boolean value that indicates whether all jobs are finished and no file is missing.
  package var isDone: Bool { done == total && missing.isEmpty }

  /// The command that makes the missing files, as a line.
  private var step: String {
    "\(missing.joined(separator: ", ")) must still be made: "
      + Executable.command(command, "--resume", path) + "\n"
  }

  /// Reads a folder.
  ///
  /// - Throws: `PlanError` if it is not that of a session, or its files are broken.
  package static func of(_ path: String) throws(PlanError) -> ShardStatus {
    switch try AnyPlanFile.command(in: path, option: option) {
    case "load": try ShardStatus(path, of: "load", as: LoadPlans.self)
    default: try ShardStatus(path, of: "run", as: Plan.self)
    }
  }

  private static let option = "status"

  private init<P: SessionPlan>(_ path: String, of command: String, as type: P.Type)
    throws(PlanError)
  {
    let file = try PlanFile<P>.read(path, of: command, option: Self.option)
    self.path = path
    self.command = command
    var jobs = file.plan.jobs
    what = command + (file.part.map { " \($0)" } ?? "")
    if let part = file.part {
      let own = part.jobs(of: jobs)
      jobs = jobs.filter { own.contains($0.key) }
    }
    let jobsFile = "\(path)/\(FinishedJobRow.fileName)"
    let finished: Set<JobKey>
    do {
      finished = Set(try FinishedJobs(in: path, files: file.plan.files).jobs)
    } catch let error as CSVError {
      throw .broken(
        error.inDirectory(path),
        remedy: "go on with: " + Executable.command(command, "--resume", path))
    } catch {
      throw .failed(option: Self.option, path: path, reason: ResultsFolder.rule, error)
    }
    missing = file.plan.derivedFiles.filter {
      !FileManager.default.fileExists(atPath: "\(path)/\($0)")
    }
    total = jobs.count
    done = jobs.count { finished.contains($0.key) }
    let dates = Self.dates(path, jobsFile)
    quietSeconds = finished.isEmpty ? nil : dates.map { -$0.last.timeIntervalSinceNow }
    let (all, before) = jobs.reduce(into: (0.0, 0.0)) {
      $0.0 += $1.seconds
      if finished.contains($1.key) { $0.1 += $1.seconds }
    }
    leftSeconds =
      before > 0
      ? dates.map { $0.last.timeIntervalSince($0.first) * (all - before) / before } : nil
  }

  /// The times when the plan was written and when the last job ended.
  private static func dates(_ path: String, _ jobs: String) -> (first: Date, last: Date)? {
    func date(_ path: String) -> Date? {
      (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }
    guard let first = date("\(path)/\(AnyPlanFile.name)"), let last = date(jobs) else {
      return nil
    }
    return (first, last)
  }

  /// Returns a line for each folder, and one for all of them.
  package static func text(_ all: [ShardStatus]) -> String {
    var table = TextTable(["directory", "what", "jobs", "done", "last job", "left"])
    for one in all {
      table.add([
        one.path, one.what, "\(one.done)/\(one.total)",
        one.total > 0 ? "\(100 * one.done / one.total) %" : "100 %",
        one.quietSeconds.map { "\(ProgressReporter.clock($0)) ago" } ?? "–",
        one.done == one.total
          ? one.missing.joined(separator: ", ")
          : one.leftSeconds.map { ProgressReporter.clock($0) } ?? "–",
      ])
    }
    let (done, total) = all.reduce((0, 0)) { ($0.0 + $1.done, $0.1 + $1.total) }
    let whole = all.count(where: \.isDone)
    return table.text(width: 120, isColoured: StandardOutput.wantsColours)
      + "\n\(whole) of \(all.count) are complete, \(done) of \(total) jobs done\n"
      + all.filter { $0.done == $0.total && !$0.isDone }.map(\.step).joined()
  }
}
