import FlowResults
import Foundation

/// A folder with shards of a plan, of a session with `--shard` or of an earlier merge.
struct ShardFolder<SomePlan: SessionPlan> {
  let path: String
  let plan: SomePlan
  /// The plan as text, which is the same for all shards of one plan.
  let planText: String
  let part: PlanPart
  /// The runs, one for each shard.
  let runs: [RunRow]
  /// The jobs whose rows are all there.
  let finished: [JobKey]
  /// Jobs that have rows without being finished.
  let unfinished: Set<JobKey>

  /// Reads a folder, and counts its rows.
  ///
  /// - Throws: `PlanError` if it has no shards, or a file of it is broken.
  @MainActor
  init(_ path: String, of command: String) throws(PlanError) {
    self.path = path
    let file = try PlanFile<SomePlan>.read(path, of: command, option: Self.option)
    guard let part = file.part else {
      throw .unusable(
        option: Self.option, path: path,
        reason: "must be a shard, made with --shard: this is all of a plan")
    }
    (plan, self.part) = (file.plan, part)
    let found = try FinishedJobs.read(
      in: path, of: command, files: file.plan.files, option: Self.option)
    (finished, unfinished) = (found.jobs, found.unfinished)
    do {
      planText = try file.plan.json()
      runs = try CSVReader<RunRow>.rows(
        in: "\(path)/\(RunRow.fileName)", name: RunRow.fileName)
    } catch let error as CSVError {
      throw .broken(error.inDirectory(path), remedy: "")
    } catch { throw .failed(option: Self.option, path: path, reason: ResultsFolder.rule, error) }
    guard runs.count == part.shards.count else {
      throw refused("must have a run for each of its shards in \(RunRow.fileName)")
    }
    guard !found.hasRepeatedJobs else {
      throw refused("must have each job once in \(FinishedJobRow.fileName)")
    }
  }

  static var option: String { "merge" }

  func refused(_ reason: String) -> PlanError {
    .unusable(option: Self.option, path: path, reason: reason)
  }

  /// The facts that must be equal in all merged shards, with a name for each.
  private static var identity: [(name: String, text: (RunRow) -> String)] {
    [
      ("commit", { $0.commit }),
      ("state of the checkout", { $0.isDirty.map { $0 ? "dirty" : "clean" } ?? "" }),
      ("version of \(Executable.name)", { $0.toolVersion }),
      ("compiler", { $0.swiftVersion }), ("build mode", { $0.buildMode }),
    ]
  }

  /// Refuses a folder that is not of the same plan and build as the first one.
  @MainActor
  func check(against first: ShardFolder) throws(PlanError) {
    guard planText == first.planText, plan.command == first.plan.command else {
      let plans = try? (plan.digest(), first.plan.digest())
      throw refused(
        "must be of the same plan as \(first.path), \(plans?.1 ?? ""), and is of "
          + "\(plans?.0 ?? "another"): measure it again with the same options")
    }
    guard part.unit == first.part.unit else {
      throw refused(
        "must be dealt out by \(first.part.unit.rawValue) as \(first.path) is, and is by "
          + part.unit.rawValue)
    }
    guard part.count == first.part.count else {
      throw refused(
        "must be one of \(first.part.count) shards as \(first.path) is, and is one of \(part.count)"
      )
    }
    for run in runs {
      for (name, text) in Self.identity where text(run) != text(first.runs[0]) {
        throw refused(
          "must be of the same \(name) as \(first.path), '\(text(first.runs[0]))', and is of "
            + "'\(text(run))': measure it again with that")
      }
    }
  }
}
