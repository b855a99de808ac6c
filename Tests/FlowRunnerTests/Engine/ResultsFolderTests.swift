import FlowTestSupport
import Foundation
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The folder of a session after it was killed, and its repair.
@MainActor
struct ResultsFolderTests {
  private static let files: [any JobRow.Type] = [LoadRow.self, TimelineRow.self]

  private static func make(_ path: String) throws -> ResultsFolder {
    var row = RunRow()
    row.runID = "r"
    return try ResultsFolder(
      creating: path, plan: "{}", files: files, row)
  }

  /// Returns the rows of a load: two seconds, the whole, and a stage.
  private static func rows(_ index: Int) -> (seconds: [TimelineRow], loads: [LoadRow]) {
    var second = TimelineRow()
    second.dimensions.scenario = "app/single/1/uniform/flow"
    second.load = "open:\(index)"
    second.round = index
    second.second = 0
    var later = second
    later.second = 1
    var load = LoadRow()
    load.dimensions.scenario = second.dimensions.scenario
    load.load = second.load
    load.round = index
    var stage = load
    stage.stage = 0
    stage.warning = "a \"quoted\",\nreason"
    return ([second, later], [load, stage])
  }

  private static let names = [LoadRow.fileName, TimelineRow.fileName, FinishedJobRow.fileName]

  private static func contents(_ path: String) throws -> [String: Data] {
    Dictionary(
      uniqueKeysWithValues: try names.map {
        ($0, try Data(contentsOf: URL(filePath: "\(path)/\($0)")))
      })
  }

  /// Returns the files after each write of three loads, with the number of finished ones.
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

  @Test func `jobs that ended in any order are sorted after earlier ones`() throws {
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
    try add(3)
    try expect(folder, holds: 4, "gone on with")
    #expect(
      try CSVReader<FinishedJobRow>.rows(in: "\(path)/jobs.csv", name: FinishedJobRow.fileName).map(
        \.job) == keys)
    try expect(ResultsFolder(resuming: path, files: Self.files), holds: 4, "opened again")
  }

  @Test func `a folder cut at every seventeenth byte keeps its finished loads`() throws {
    try expectFinishedLoads(step: 17)
  }

  /// Cuts each file that grows at every `step`th byte of its growth, and before and after the last.
  func expectFinishedLoads(step: Int) throws {
    let states = try journal()
    for (before, after) in zip(states, states.dropFirst()) {
      for (name, data) in after.files where data != before.files[name] {
        let start = before.files[name]?.count ?? 0
        let path = temporaryPath()
        _ = try Self.make(path)
        let ends = [data.count - 1, data.count]
        for cut in Array(stride(from: start, to: data.count - 1, by: step)) + ends {
          for (other, contents) in before.files {
            let torn = other == name ? data.prefix(cut) : contents
            try torn.write(to: URL(filePath: "\(path)/\(other)"))
          }
          let folder = try ResultsFolder(resuming: path, files: Self.files)
          let isWhole = cut == data.count
          let finished = isWhole ? after.finished : before.finished
          try expect(folder, holds: finished, "\(name) cut at \(cut)")
          guard cut % 8 == 0 || data.count - cut < 2 else { continue }
          let (seconds, loads) = Self.rows(finished)
          try folder.append(seconds)
          try folder.append(loads)
          try folder.finish(loads[0].job)
          try expect(folder, holds: finished + 1, "\(name) cut at \(cut), gone on with")
        }
        try FileManager.default.removeItem(atPath: path)
      }
    }
  }

  /// A folder with three finished jobs.
  private func finished() throws -> String {
    let path = temporaryPath()
    let folder = try Self.make(path)
    for index in 0..<3 {
      let (seconds, loads) = Self.rows(index)
      try folder.append(seconds)
      try folder.append(loads)
      try folder.finish(loads[0].job)
    }
    return path
  }

  private static func isOfSecondJob(_ row: some LoadProcessRow) -> Bool { row.round == 1 }

  @Test(arguments: RowDamage.allCases)
  func `a finished job with missing or repeated rows runs again`(
    damage: RowDamage
  ) throws {
    let path = try finished()
    let file = "\(path)/\(TimelineRow.fileName)"
    let rows = try CSVReader<TimelineRow>.rows(in: file, name: TimelineRow.fileName)
    let others = rows.filter { !Self.isOfSecondJob($0) }
    let changed = damage.applied(to: rows.filter(Self.isOfSecondJob))
    try WholeFile.write(
      CSVFormat.text(others.prefix(2) + changed + others.suffix(2)), to: file)
    #expect(try FinishedJobs(in: path, files: Self.files).damagedFiles == ["timeline.csv"])
    let folder = try ResultsFolder(resuming: path, files: Self.files)
    #expect(folder.damage.jobs == 1 && folder.damage.files == ["timeline.csv"])
    #expect(folder.finished == Set([0, 2].map { Self.rows($0).loads[0].job }))
    // Its rows are removed from every file.
    #expect(
      try CSVReader<LoadRow>.rows(in: "\(path)/loads.csv", name: LoadRow.fileName).map(\.round) == [
        0, 0, 2, 2,
      ])
    #expect(try CSVReader<TimelineRow>.rows(in: file, name: TimelineRow.fileName) == others)
    let (seconds, loads) = Self.rows(1)
    try folder.append(seconds)
    try folder.append(loads)
    try folder.finish(loads[0].job)
    let again = try FinishedJobs(in: path, files: Self.files)
    #expect(again.rows.count == 3 && again.damaged.isEmpty && again.unfinished.isEmpty)
  }

  @Test func `a job that is listed twice is kept once`() throws {
    let path = try finished()
    let file = "\(path)/\(FinishedJobRow.fileName)"
    let rows = try CSVReader<FinishedJobRow>.rows(in: file, name: FinishedJobRow.fileName)
    #expect(rows.map(\.rows) == Array(repeating: "loads.csv:2 timeline.csv:2", count: 3))
    try WholeFile.write(CSVFormat.text(rows + rows), to: file)
    try expect(ResultsFolder(resuming: path, files: Self.files), holds: 3, "named twice")
    #expect(try CSVReader<FinishedJobRow>.rows(in: file, name: FinishedJobRow.fileName) == rows)
  }

  // MARK: - Names

  @Test func `only the first of several sessions creates a directory`() throws {
    let path = temporaryPath()
    let first = try Self.make(path)
    try first.append(Self.rows(0).loads)
    let before = try Self.contents(path)
    #expect(throws: ResultsFolder.taken(path)) { _ = try Self.make(path) }
    #expect(try Self.contents(path) == before)
    let record = RunRow()
    let paths = try (0..<3).map { _ in
      try ResultsFolder.createUnique(path, plan: "{}", files: Self.files, record).path
    }
    #expect(paths == ["\(path)-2", "\(path)-3", "\(path)-4"])
    let names = try FileManager.default.contentsOfDirectory(
      atPath: URL(filePath: path).deletingLastPathComponent().path)
    #expect(!names.contains { $0.hasPrefix(".flowbench") })
  }

  @Test func `an existing empty directory is used unchanged`() throws {
    let path = temporaryPath()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let link = temporaryPath()
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    _ = try Self.make(link)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    #expect(names == ["jobs.csv", "loads.csv", "plan.json", "runs.csv", "timeline.csv"])
    #expect(throws: ResultsFolder.taken(path)) { _ = try Self.make(path) }
  }

  @Test func `a directory that cannot be created leaves nothing behind`() throws {
    let parent = temporaryPath()
    // The name is refused after all files are written.
    let path = "\(parent)/of/\(String(repeating: "x", count: 300))"
    #expect {
      _ = try Self.make(path)
    } throws: {
      "\($0)" == "--out: must be a directory that can be written, got '\(path)'"
    }
    #expect(!FileManager.default.fileExists(atPath: parent))
  }

  @Test func `slashes at the end of a path are removed`() {
    #expect(ResultsFolder.withoutSlashes("a/b//") == "a/b")
    #expect(ResultsFolder.withoutSlashes("/") == "/")
    #expect(ResultsFolder.withoutSlashes("a") == "a")
  }

  @Test func `rows of a job that is not finished do not count`() throws {
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

/// Faults in the rows of a job in a file.
enum RowDamage: CaseIterable {
  case lastMissing, allMissing, lastRepeated, allRepeated, lastReplaced

  /// The rows with the damage; at least two.
  func applied<Row>(to rows: [Row]) -> [Row] {
    switch self {
    case .lastMissing: rows.dropLast()
    case .allMissing: []
    case .lastRepeated: rows + rows.suffix(1)
    case .allRepeated: rows + rows
    case .lastReplaced: rows.dropLast() + rows.dropLast().suffix(1)
    }
  }
}
