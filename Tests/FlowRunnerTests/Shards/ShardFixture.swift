import FlowTestSupport
import Foundation
import ResultFixtures
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// A plan whose jobs leave made-up rows behind, in one piece or in shards.
@MainActor
struct ShardFixture {
  let plan: Plan
  /// Its command line.
  let arguments: [String]

  /// - Parameter passes: Without times all rows have one run's name.
  init(passes: [Pass] = [.counting], seed: UInt64 = 1) throws {
    var options = OptionTexts()
    options.set("suite", "smoke")
    options.set("workload", to: ["counter", "shop", "app"])
    options.set("features", to: [1, 3])
    options.set("design", to: ["floor", "flow", "inout"])
    options.set("passes", to: passes)
    options.set("rounds", to: 2)
    options.set("seed", to: seed)
    plan = try Plan(options, catalogue: .standard())
    arguments = ["run"] + options.arguments
  }

  /// The rows of a job: as many as its name says, one of them with a line end between quotes.
  static func rows(_ trial: Plan.Trial, runID: String) -> [SampleRow] {
    let text = "\(trial.key)"
    var random = SplitMix64(seed: splitSeed(0, text))
    return (0..<Int.random(in: 1...4, using: &random)).map { iteration in
      var row = SampleRow()
      row.runID = runID
      row.dimensions = Dimensions(trial.scenario)
      row.pass = trial.pass.rawValue
      row.round = trial.round
      row.iteration = iteration
      row.isValid = true
      row.digest = trial.scenario.stream
      row.measures.allocations = Double.random(in: 1...9, using: &random)
      if trial.pass == .timing { row.measures.wallNs = Double.random(in: 1...9, using: &random) }
      if iteration == 1 { row.warning = "it is \"so\",\nand says so" }
      return row
    }
  }

  static func run(_ shard: Shard, of plan: Plan) throws -> RunRow {
    var run = RunRow.full
    run.shard = shard == .whole ? "" : "\(shard)"
    run.arguments = "run --suite smoke --shard \(shard) --out somewhere"
    run.runID = "at-\(shard.index)-of-\(shard.count)"
    run.runID = try plan.repeatableRunID(of: run) ?? run.runID
    return run
  }

  /// Writes the folder of a session.
  ///
  /// - Parameters:
  ///   - unit: The unit of shards.
  ///   - leavingOut: The number of unfinished jobs at the end.
  func measured(
    _ shard: Shard = .whole, by unit: ShardUnit = .block, leavingOut: Int = 0
  ) throws -> String {
    let path = temporaryPath()
    let part = PlanPart(shard, by: unit)
    let run = try Self.run(shard, of: plan)
    let folder = try ResultsFolder(
      creating: path, plan: PlanFile(plan, arguments, part: part).json(),
      files: plan.sessionFiles, run)
    let own = ShardDivision(plan.jobs, count: shard.count, by: unit).jobs(of: shard)
    for trial in plan.trials.filter({ own.contains($0.key) }).dropLast(leavingOut) {
      folder.append(Self.rows(trial, runID: run.runID))
      try folder.finish(trial.key)
    }
    try folder.writeFiles()
    if shard == .whole {
      _ = try plan.report(
        on: folder, SessionEnd(path: path, command: "run", run: run), catalogue: .standard())
    }
    return path
  }

  /// Merges folders into a new one.
  func merged(_ paths: [String], isPartial: Bool = false) throws -> String {
    let out = temporaryPath()
    _ = try ShardMerge<Plan>(
      paths, of: "run", into: out, isPartial: isPartial, catalogue: .standard()
    ).run()
    return out
  }

  /// All files of a folder but that of its machines.
  static func contents(_ path: String) throws -> [String: String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    return Dictionary(
      uniqueKeysWithValues: try names.filter { $0 != RunRow.fileName }.map {
        ($0, try String(contentsOfFile: "\(path)/\($0)", encoding: .utf8))
      })
  }
}
