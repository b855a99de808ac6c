import FlowTestSupport
import Foundation
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The folder of a session: what is on disk after it was killed, and what is done again.
@MainActor
struct ResultsFolderTests {
  private static let files: [any JobRow.Type] = [LoadRow.self, TimelineRow.self]

  private static func make(_ path: String) throws -> ResultsFolder {
    var row = RunRow()
    row.runID = "r"
    return try ResultsFolder(
      creating: path, plan: "{}", files: files, RunRecord(row: row))
  }

  /// What a load of `index` leaves behind: two seconds, the whole, and a stage.
  private static func rows(_ index: Int) -> (seconds: [TimelineRow], loads: [LoadRow]) {
    var second = TimelineRow()
    second.dimensions.scenario = "app/single/1/uniform/flow"
    second.load = "open:\(index)"
    second.round = index
    var load = LoadRow()
    load.dimensions.scenario = second.dimensions.scenario
    load.load = second.load
    load.round = index
    var stage = load
    stage.stage = 0
    stage.warning = "a \"quoted\",\nreason"
    return ([second, second], [load, stage])
  }

  private static let names = [LoadRow.fileName, TimelineRow.fileName, FinishedJobRow.fileName]

  private static func contents(_ path: String) throws -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: URL(filePath: "\(path)/\($0)")))
      })
  }

  /// What is on disk after each write of three loads, and how many of them were finished then.
  private func journal() throws -> [(files: [String: Data], finished: Int)] {
    let path = temporaryPath()
    let folder = try Self.make(path)
    var states = [(files: try Self.contents(path), finished: 0)]
    func note(_ finished: Int) throws { states.append((try Self.contents(path), finished)) }
    for index in 0..<3 {
      let (seconds, loads) = Self.rows(index)
      for second in seconds {
        try folder.append([second])
        try note(index)
      }
      try folder.append(loads)
      try note(index)
      try folder.finish(loads[0].job)
      try note(index + 1)
    }
    return states
  }

  private func expect(_ folder: ResultsFolder, holds finished: Int, _ comment: Comment) throws {
    let rows = (0..<finished).map { Self.rows($0) }
    #expect(folder.finished == Set(rows.map { $0.loads[0].job }), comment)
    #expect(try folder.rows(LoadRow.self) == rows.flatMap(\.loads), comment)
    #expect(try folder.rows(TimelineRow.self) == rows.flatMap(\.seconds), comment)
    let text = try String(
      contentsOfFile: "\(folder.path)/\(LoadRow.fileName)", encoding: .utf8)
    #expect(text == CSVFormat.text(rows.flatMap(\.loads)), comment)
  }

  @Test func `jobs that ended in any order stand in theirs, after those of before`() throws {
    let path = temporaryPath()
    let folder = try Self.make(path)
    func add(_ index: Int) throws {
      let (seconds, loads) = Self.rows(index)
      try folder.append(seconds)
      try folder.append(loads)
      try folder.finish(loads[0].job)
    }
    let keys = (0..<4).map { Self.rows($0).loads[0].job }
    try add(0)
    // The rows of the third stand between those of the second.
    let (seconds, loads) = Self.rows(1)
    try folder.append([seconds[0]])
    try add(2)
    try folder.append([seconds[1]])
    try folder.append(loads)
    try folder.finish(keys[1])
    try folder.arrange([keys[1], keys[2]])
    try expect(folder, holds: 3, "arranged")
    // What is added then is not lost.
    try add(3)
    try expect(folder, holds: 4, "gone on with")
    #expect(
      try AppendingResultFile<FinishedJobRow>.read("\(path)/jobs.csv").map(\.job) == keys)
    try expect(ResultsFolder(resuming: path, files: Self.files), holds: 4, "opened again")
  }

  @Test func `killed at any byte of any write, it goes on with the loads that were finished`()
    throws
  {
    let states = try journal()
    for (before, after) in zip(states, states.dropFirst()) {
      for (name, data) in after.files where data != before.files[name] {
        let start = before.files[name]?.count ?? 0
        for cut in start...data.count {
          let path = temporaryPath()
          _ = try Self.make(path)
          for (other, contents) in before.files {
            let torn = other == name ? data.prefix(cut) : contents
            try torn.write(to: URL(filePath: "\(path)/\(other)"))
          }
          let folder = try ResultsFolder(resuming: path, files: Self.files)
          let isWhole = cut == data.count
          let finished = isWhole ? after.finished : before.finished
          try expect(folder, holds: finished, "\(name) cut at \(cut)")
          // What is done again then takes the place of what was torn.
          let (seconds, loads) = Self.rows(finished)
          try folder.append(seconds)
          try folder.append(loads)
          try folder.finish(loads[0].job)
          try expect(folder, holds: finished + 1, "\(name) cut at \(cut), gone on with")
          try FileManager.default.removeItem(atPath: path)
        }
      }
    }
  }

  @Test func `rows of a job that is not finished are nobody's yet`() throws {
    let folder = try Self.make(temporaryPath())
    let (seconds, loads) = Self.rows(0)
    try folder.append(seconds)
    try folder.append(loads)
    #expect(try folder.rows(LoadRow.self).isEmpty)
    try folder.finish(loads[0].job)
    #expect(try folder.rows(LoadRow.self) == loads)
    // Another round of the same load is another job.
    #expect(!folder.finished.contains(Self.rows(1).loads[0].job))
  }

  @Test(arguments: [RunRow.fileName, FinishedJobRow.fileName, LoadRow.fileName])
  func `a folder that lacks a file is refused in one line`(name: String) throws {
    let path = temporaryPath()
    _ = try Self.make(path)
    try FileManager.default.removeItem(atPath: "\(path)/\(name)")
    #expect {
      _ = try ResultsFolder(resuming: path, files: Self.files)
    } throws: {
      "\($0)"
        == "--resume: must be the directory of a run, with plan.json, runs.csv and jobs.csv, "
        + "got '\(path)'"
    }
  }

  @Test func `a broken row is refused by line`() throws {
    let path = temporaryPath()
    let folder = try Self.make(path)
    try folder.append(Self.rows(0).loads)
    let file = "\(path)/\(LoadRow.fileName)"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try (text + "2,2\n").write(toFile: file, atomically: true, encoding: .utf8)
    #expect {
      _ = try ResultsFolder(resuming: path, files: Self.files)
    } throws: {
      "\($0)".hasPrefix("--resume: loads.csv:5:3: row must have ")
    }
  }

  @Test func `a folder of another version is refused in one line by the file's path`() throws {
    let path = temporaryPath()
    _ = try Self.make(path)
    try "schema_version,run_id,caveat\n1,a,\n".write(
      toFile: "\(path)/\(RunRow.fileName)", atomically: true, encoding: .utf8)
    #expect {
      _ = try ResultsFolder(resuming: path, files: Self.files)
    } throws: {
      "\($0)"
        == "\(path)/runs.csv: schema_version is 1, must be 2: measure again, or read it with the "
        + "flowbench that wrote it"
    }
  }
}
