import FlowFiles
package import FlowHarness
import FlowResults
import Foundation

/// A merge of folders of shards, with the result of a run in one piece.
///
/// The rows of the result follow the plan, so that the same shards, merged in any order and
/// grouping, give the same bytes; runs.csv names the machine of each shard.
@MainActor
package struct ShardMerge<SomePlan: SessionPlan> {
  private let folders: [ShardFolder<SomePlan>]
  private let plan: SomePlan
  /// The shards that the result holds.
  private let part: PlanPart
  /// The folder that the result is going to be.
  private let path: String
  private let catalogue: Catalogue

  /// Checks that the folders belong together and are complete, without writing anything.
  ///
  /// - Parameters:
  ///   - paths: The folders, at least one.
  ///   - out: The folder for the result, new or empty.
  ///   - isPartial: A Boolean value that indicates whether shards may be missing, for a later
  ///     merge.
  package init(
    _ paths: [String], of command: String, into out: String, isPartial: Bool,
    catalogue: Catalogue
  ) throws {
    var folders: [ShardFolder<SomePlan>] = []
    for path in paths { folders.append(try ShardFolder(path, of: command, catalogue)) }
    let first = folders[0]
    plan = first.plan
    self.catalogue = catalogue
    path = ResultsFolder.withoutSlashes(out)
    var holders: [Int: String] = [:]
    for folder in folders {
      try folder.check(against: first)
      for shard in folder.part.shards {
        if let other = holders.updateValue(folder.path, forKey: shard) {
          throw folder.refused(
            "must have other shards than \(other), which has "
              + "\(Shard(index: shard, of: folder.part.count)), too")
        }
      }
    }
    part = PlanPart(
      count: first.part.count, shards: holders.keys.sorted(), by: first.part.unit)
    self.folders = folders
    if !isPartial, let missing = part.missing.first {
      throw PlanError.refused(
        option: ShardFolder<SomePlan>.option,
        reason: "must have all \(part.count) shards, and \(Self.list(part.missing, part.count)) "
          + "\(part.missing.count == 1 ? "is" : "are") missing; run: "
          + Self.command(first.runs[0], Shard(index: missing, of: part.count)))
    }
    try Self.checkJobs(of: folders, plan.jobs, plan.optionalParts)
    try ResultsFolder.check(out)
  }

  /// Refuses folders that have not finished the jobs of their shards, or have other ones.
  private static func checkJobs(
    of folders: [ShardFolder<SomePlan>], _ jobs: [PlannedJob], _ optional: Set<String>
  ) throws(PlanError) {
    let measured = Set(folders.flatMap { $0.log.jobs.map(\.part) })
    for folder in folders {
      let own = folder.part.jobs(of: jobs)
      if let other = folder.log.jobs.first(where: { !own.contains($0) }) {
        throw folder.refused(
          "must have jobs of its own shards, and has \(other.scenario) \(other.part) \(other.round)"
        )
      }
      // No folder has a pass that its machine cannot measure.
      let needed = own.filter { !optional.contains($0.part) || measured.contains($0.part) }
      let lacking = needed.subtracting(folder.log.jobs).count
      guard lacking == 0 else {
        throw folder.refused(
          "must be complete, and lacks \(lacking) of \(needed.count) jobs; continue with: "
            + Executable.command(folder.plan.command, "--resume", folder.path))
      }
    }
  }

  private static func list(_ shards: [Int], _ count: Int) -> String {
    let names = shards.prefix(5).map { Shard(index: $0, of: count).description }
    return names.joined(separator: ", ")
      + (shards.count > names.count ? " and \(shards.count - names.count) more" : "")
  }

  private static func command(_ run: RunRow, _ shard: Shard) -> String {
    var words = ShellText.words(run.arguments)
    for (option, value) in [("--shard", shard.description), ("--out", "DIR")] {
      words = words.enumerated().map { index, word in
        if word.hasPrefix("\(option)=") { return "\(option)=\(value)" }
        return index > 0 && words[index - 1] == option ? value : word
      }
    }
    return Executable.command(words)
  }

  /// Writes all of the result or nothing, and returns the report.
  package func run() throws -> SomePlan.Report {
    let draft: DirectoryDraft
    do { draft = try DirectoryDraft(of: path) } catch { throw unwritable(error) }
    do {
      try write(to: draft.path)
      let folder = try ResultsFolder(
        resuming: draft.path, files: plan.sessionFiles, lock: draft.lock)
      try folder.writeFiles()
      let report = try plan.report(
        on: folder, SessionEnd(path: path, command: plan.command, run: folder.run),
        catalogue: catalogue)
      try draft.publish(last: PlanFile.name)
      return report
    } catch {
      draft.discard()
      // Names the shard that has the broken row.
      if error is CSVError { for folder in folders { try folder.log.checkRows(plan.files) } }
      if error is PlanError || error is CSVError { throw error }
      throw unwritable((error as? FileError).map(draft.named) ?? error)
    }
  }

  private func unwritable(_ error: any Error) -> any Error {
    (error as? FileError)?.isTaken == true
      ? ResultsFolder.taken(path)
      : PlanError.failed(
        option: "--out", path: path,
        reason: "must be a directory that can be written: \(SystemError(path, error).reason)", error
      )
  }

  /// The runs of all shards, in their order.
  private var runs: [RunRow] {
    folders.flatMap { folder in
      zip(folder.part.shards, folder.runs).map { (shard: $0, run: $1) }
    }.sorted { $0.shard < $1.shard }.map(\.run)
  }

  private func write(to path: String) throws {
    try WholeFile.write(to: "\(path)/\(JobLog.fileName)") { file in
      try file.write(JobLog.header(plan.files))
      let lines = folders.flatMap { zip($0.log.jobs, $0.log.lines) }
      let ranks = Dictionary(uniqueKeysWithValues: plan.jobs.enumerated().map { ($1.key, $0) })
      // In the order of the plan, whatever the order of the folders.
      for (_, line) in lines.sorted(by: { ranks[$0.0, default: 0] < ranks[$1.0, default: 0] }) {
        try file.write(line)
      }
    }
    try WholeFile.write(CSVFormat.text(runs), to: "\(path)/\(RunRow.fileName)")
    let part = part.missing.isEmpty ? nil : part
    try WholeFile.write(
      PlanFile(plan, folders[0].arguments, part: part).json(), to: "\(path)/\(PlanFile.name)")
  }
}

struct ShardFolder<SomePlan: SessionPlan> {
  let path: String
  let plan: SomePlan
  let digest: String
  let arguments: [String]
  let part: PlanPart
  /// The runs, one for each shard.
  let runs: [RunRow]
  /// The finished jobs.
  let log: JobLog

  /// Reads a folder.
  @MainActor
  init(_ path: String, of command: String, _ catalogue: Catalogue) throws {
    self.path = path
    let file = try PlanFile.read(path, of: command, option: Self.option)
    guard let part = file.part else {
      throw PlanError.unusable(
        option: Self.option, path: path,
        reason: "must be a shard, made with --shard: this is all of a plan")
    }
    plan = try file.plan(in: path, catalogue, option: Self.option)
    (digest, arguments, self.part) = (file.digest, file.arguments, part)
    log = try JobLog.read(path, of: command, option: Self.option)
    do {
      try log.check(plan.files)
      runs = try CSVReader<RunRow>.rows(
        in: "\(path)/\(RunRow.fileName)", name: RunRow.fileName)
    } catch let error as CSVError {
      throw error.inDirectory(path).with(remedy: "measure this shard again")
    } catch {
      throw PlanError.failed(option: Self.option, path: path, reason: ResultsFolder.rule, error)
    }
    guard runs.count == part.shards.count else {
      throw refused("must have a run for each of its shards in \(RunRow.fileName)")
    }
  }

  static var option: String { "merge" }

  func refused(_ reason: String) -> PlanError {
    .unusable(option: Self.option, path: path, reason: reason)
  }

  @MainActor
  func check(against first: ShardFolder) throws(PlanError) {
    guard digest == first.digest else {
      throw refused(
        "must be of the same plan as \(first.path), \(first.digest), and is of \(digest): "
          + "measure it again with the same options")
    }
    guard part.unit == first.part.unit else {
      throw refused(
        "must be divided by \(first.part.unit.rawValue) as \(first.path) is, and is by "
          + part.unit.rawValue)
    }
    guard part.count == first.part.count else {
      throw refused(
        "must be one of \(first.part.count) shards as \(first.path) is, and is one of \(part.count)"
      )
    }
    for run in runs {
      guard let fact = first.runs[0].difference(from: run, in: RunRow.buildFacts) else { continue }
      throw refused(
        "must be of the same \(fact.name) as \(first.path), '\(fact.own)', and is of "
          + "'\(fact.other)': measure it again with that")
    }
  }
}

extension JobLog {
  /// Reads the log of a folder for a command that does not change it.
  ///
  /// - Parameter option: The name of the path in errors.
  static func read(_ path: String, of command: String, option: String) throws -> JobLog {
    do { return try JobLog(in: path) } catch let error as CSVError {
      throw error.with(remedy: "continue with: " + Executable.command(command, "--resume", path))
    } catch {
      throw PlanError.failed(option: option, path: path, reason: ResultsFolder.rule, error)
    }
  }
}
