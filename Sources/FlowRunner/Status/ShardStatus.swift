package import FlowHarness
import FlowResults
import Foundation
import PlainText

/// The progress of a session, read from its folder while it runs or afterwards.
@MainActor
package struct ShardStatus {
  let path: String
  private let command: String
  /// The subcommand, and the part of its plan.
  let title: String
  let done: Int
  let total: Int
  /// The number of seconds since the last job has ended; `nil` if none has, or the clock says that it
  /// has not ended yet.
  private let quietSeconds: Double?
  /// The seconds of the rest by the plan: the times of files would include pauses.
  private let leftSeconds: Double
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
      case "saturate":
        throw PlanError.unusable(
          option: option, path: path, reason: "must have a plan of known length, unlike a search")
      case "contend": try file.plan(in: path, catalogue, option: option) as ContendPlan
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
    let log = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(JobLog.fileName)")
    let last = finished.isEmpty ? nil : log?[.modificationDate] as? Date
    quietSeconds = last.map { -$0.timeIntervalSinceNow }.flatMap { $0 >= 0 ? $0 : nil }
    leftSeconds = jobs.reduce(0) { $0 + (finished.contains($1.key) ? 0 : $1.seconds) }
  }

  /// Returns a time in minutes and seconds, or in hours or days if it is long.
  private static func age(_ seconds: Double) -> String {
    let hours = Int(seconds / 3600)
    guard hours >= 2 else { return ProgressReporter.clock(seconds) }
    return hours < 48 ? CountText.text(hours, "hour") : CountText.text(hours / 24, "day")
  }

  /// Returns a line for each folder, and one for all of them.
  package static func text(_ all: [ShardStatus]) -> String {
    var table = TextTable(["directory", "session", "jobs", "done", "last job", "left, about"])
    for one in all {
      table.add([
        one.path, one.title, "\(one.done)/\(one.total)",
        one.total > 0 ? "\(100 * one.done / one.total) %" : "100 %",
        one.quietSeconds.map { "\(Self.age($0)) ago" } ?? "–",
        one.done == one.total
          ? one.missing.joined(separator: ", ")
          : ProgressReporter.clock(one.leftSeconds),
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
