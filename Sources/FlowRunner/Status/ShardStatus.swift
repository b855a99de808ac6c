package import FlowHarness
import FlowResults
import Foundation

/// The progress of a session, read from its folder while it runs or afterwards.
@MainActor
package struct ShardStatus {
  let path: String
  private let command: String
  /// The subcommand, and the part of its plan.
  let title: String
  let done: Int
  let total: Int
  /// The number of seconds since the last job has ended; `nil` if none has.
  private let quietSeconds: Double?
  /// The estimated seconds of the rest; `nil` if they are unknown.
  private let leftSeconds: Double?
  /// The missing files that are computed from the rows of all jobs.
  private let missing: [String]

  /// A Boolean value that indicates whether all jobs are finished and no file is missing.
  package var isDone: Bool { done == total && missing.isEmpty }

  /// Reads the plan and the finished jobs of a folder.
  package static func of(_ path: String, in catalogue: Catalogue) throws -> ShardStatus {
    let file = try PlanFile.read(path, option: option)
    let plan: any SessionPlan =
      switch file.command {
      case "load": try file.plan(in: path, catalogue, option: option) as LoadPlans
      default: try file.plan(in: path, catalogue, option: option) as Plan
      }
    return try ShardStatus(path, file, plan)
  }

  private static let option = "status"

  private init(_ path: String, _ file: PlanFile, _ plan: any SessionPlan) throws {
    let command = file.command
    self.path = path
    self.command = command
    title = command + (file.part.map { " \($0)" } ?? "")
    var jobs = plan.jobs
    if let part = file.part {
      let own = part.jobs(of: jobs)
      jobs = jobs.filter { own.contains($0.key) }
    }
    let finished = Set(try JobLog.read(path, of: command, option: Self.option).jobs)
    missing = plan.derivedFiles.filter {
      !FileManager.default.fileExists(atPath: "\(path)/\($0)")
    }
    total = jobs.count
    done = jobs.count { finished.contains($0.key) }
    func date(_ name: String) -> Date? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
      return attributes?[.modificationDate] as? Date
    }
    let (start, last) = (date(PlanFile.name), date(JobLog.fileName))
    quietSeconds = finished.isEmpty ? nil : last.map { -$0.timeIntervalSinceNow }
    let all = jobs.reduce(0) { $0 + $1.seconds }
    let before = jobs.reduce(0) { $0 + (finished.contains($1.key) ? $1.seconds : 0) }
    leftSeconds =
      if let start, let last, before > 0 {
        last.timeIntervalSince(start) * (all - before) / before
      } else { nil }
  }

  /// Returns a line for each folder, and one for all of them.
  package static func text(_ all: [ShardStatus]) -> String {
    var table = TextTable(["directory", "session", "jobs", "done", "last job", "left"])
    for one in all {
      table.add([
        one.path, one.title, "\(one.done)/\(one.total)",
        one.total > 0 ? "\(100 * one.done / one.total) %" : "100 %",
        one.quietSeconds.map { "\(ProgressReporter.clock($0)) ago" } ?? "–",
        one.done == one.total
          ? one.missing.joined(separator: ", ")
          : one.leftSeconds.map { ProgressReporter.clock($0) } ?? "–",
      ])
    }
    let steps = all.filter { $0.done == $0.total && !$0.isDone }.map { one in
      "\(one.missing.joined(separator: ", ")) must still be written: "
        + Executable.command(one.command, "--resume", one.path) + "\n"
    }
    let (done, total) = all.reduce((0, 0)) { ($0.0 + $1.done, $0.1 + $1.total) }
    return table.text(width: 120, isColoured: StandardOutput.wantsColours)
      + "\n\(all.count(where: \.isDone)) of \(all.count) are complete, "
      + "\(done) of \(total) jobs are done\n" + steps.joined()
  }
}
