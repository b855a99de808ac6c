package import FlowResults
import Foundation
import SystemPackage

/// The identity of a job in its session.
package struct JobKey: Hashable, Sendable {
  let scenario: String
  /// The pass, the load or the number of workers, without spaces.
  let part: String
  /// The number of the process, from 0.
  let round: Int
}

/// A row of a job.
package protocol JobRow: ResultRow {
  var job: JobKey { get }
}

struct FinishedJobRow: JobRow, Equatable {
  var runID = ""
  var scenario = ""
  var part = ""
  var round: Int?
  var rows = ""

  static let fileName = "jobs.csv"

  static let columns: [ResultColumn<FinishedJobRow>] =
    ResultSchema.columns(\.runID) + [
      .text("scenario", \.scenario, "Id of the scenario, stable between runs."),
      .text(
        "job", \.part,
        "The pass of run, the load, or the workers of contend."),
      .integer("round", \.round, "Number of the process of this scenario and job, from 0."),
      .text(
        "rows", \.rows,
        "Rows written to each file, as `loads.csv:1 timeline.csv:10`."),
    ]

  var job: JobKey { JobKey(scenario: scenario, part: part, round: round ?? 0) }
}

extension FinishedJobRow {
  /// Creates the row of a job.
  ///
  /// - Parameter written: The number of rows in each file, in the order of the files.
  init(_ job: JobKey, runID: String, written: [(file: String, rows: Int)]) {
    self.runID = runID
    scenario = job.scenario
    part = job.part
    round = job.round
    rows = written.map { "\($0.file):\($0.rows)" }.joined(separator: " ")
  }

  /// The number of rows in each file; `nil` if the cell is damaged.
  var written: [String: Int]? {
    var written: [String: Int] = [:]
    for word in rows.split(separator: " ") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let count = Int(parts[1]), count > 0,
        written.updateValue(count, forKey: String(parts[0])) == nil
      else { return nil }
    }
    return written.isEmpty ? nil : written
  }
}

/// The places of each job's rows in a results file of one folder, or of several that are merged.
///
/// The rows of a few jobs are read at a time, or copied unchanged, because a million rows would be
/// gigabytes of values.
struct JobRows<Row: JobRow> {
  /// The rows of a job that follow one another in a folder's file.
  private struct Segment {
    let job: JobKey
    let rank: Int
    let folder: Int
    var bytes: Range<Int>
    var count = (rows: 0, repeated: 0)
  }

  private var segments: [Segment] = []
  private let files: [Data]

  /// Finds the rows of every job.
  ///
  /// - Parameters:
  ///   - folders: The directories of the files.
  ///   - ranks: The jobs, with their places in the order of the rows; `nil`: the order of the
  ///     files.
  ///   - isCounting: A Boolean value that indicates whether repeated rows are counted and a last
  ///     row that is not whole is left out: the session may be running.
  /// - Complexity: O(bytes), with memory for each change of job.
  init(_ folders: [String], ranks: [JobKey: Int]? = nil, isCounting: Bool = false) throws {
    files = try folders.map {
      try Data(contentsOf: URL(filePath: "\($0)/\(Row.fileName)"), options: .alwaysMapped)
    }
    for (index, path) in folders.enumerated() {
      do {
        try files[index].withUnsafeBytes { bytes in
          try scan(bytes.bindMemory(to: UInt8.self), folder: index, ranks, isCounting)
        }
      } catch let error as CSVError { throw error.inDirectory(path) }
    }
    // Within a job rows keep their order.
    segments = segments.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, folder: Int, _ ranks: [JobKey: Int]?, _ isCounting: Bool
  ) throws {
    if let error = TextFile.fault(bytes, file: Row.fileName) { throw error }
    var reader = try CSVReader<Row>(
      bytes, file: Row.fileName, requiresLineFeed: true, isGrowing: isCounting)
    let keys = reader.columns.indices.filter { Self.keyColumns.contains(reader.columns[$0].name) }
    var last: [CSVScanner.Cell] = []
    var seen: Set<Int> = []
    while try reader.next() {
      let range = reader.rowStart..<reader.scanner.position
      let cells = keys.map { reader.scanner.cells[$0] }
      if last.isEmpty || !zip(cells, last).allSatisfy({ reader.scanner.areEqual($0, $1) }) {
        let job = try reader.row().job
        guard let rank = ranks.map({ $0[job] }) ?? 0 else {
          throw reader.scanner.error(
            (keys.first ?? 0) + 1,
            "must be about a job of its shards, got '\(job.scenario)' \(job.part) \(job.round)")
        }
        segments.append(Segment(job: job, rank: rank, folder: folder, bytes: range))
        seen.removeAll(keepingCapacity: true)
      }
      let index = segments.count - 1
      segments[index].bytes = segments[index].bytes.lowerBound..<range.upperBound
      last = cells
      guard isCounting else { continue }
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[range]))
      segments[index].count.rows += 1
      segments[index].count.repeated += seen.insert(hasher.finalize()).inserted ? 0 : 1
    }
  }

  /// The columns that identify the job of a row; a file has some of them.
  private static var keyColumns: Set<String> { ["scenario", "pass", "load", "job", "round"] }

  /// The number of rows of each job, and of those that are equal to an earlier one, if they were
  /// counted.
  var counts: [JobKey: (rows: Int, repeated: Int)] {
    Dictionary(segments.map { ($0.job, $0.count) }) {
      (rows: $0.rows + $1.rows, repeated: $0.repeated + $1.repeated)
    }
  }

  /// Returns the rows of some jobs, in their order.
  func rows(where isWanted: (JobKey) -> Bool) throws -> [Row] {
    var rows: [Row] = []
    for segment in segments where isWanted(segment.job) {
      try files[segment.folder].withUnsafeBytes { bytes in
        var reader = try CSVReader<Row>(
          bytes.bindMemory(to: UInt8.self), file: Row.fileName)
        reader.move(to: segment.bytes.lowerBound)
        while reader.scanner.position < segment.bytes.upperBound, try reader.next() {
          rows.append(try reader.row())
        }
      }
    }
    return rows
  }

  /// Replaces a file by these rows, and waits until it is on disk.
  func write(to path: String) throws {
    try WholeFile.write(to: path) { file in
      _ = try file.writeAll(Array(CSVFormat.header(Row.self).utf8))
      for segment in segments {
        try files[segment.folder].withUnsafeBytes { bytes in
          _ = try file.writeAll(UnsafeRawBufferPointer(rebasing: bytes[segment.bytes]))
        }
      }
    }
  }
}

/// The jobs of a directory that have each of their rows once.
///
/// `jobs.csv` is not sufficient: after a power loss, on a full disk or in an incomplete copy, other
/// files may lack rows.
struct FinishedJobs {
  private(set) var rows: [FinishedJobRow] = []
  /// The jobs of `jobs.csv` whose rows are missing or repeated.
  private(set) var damaged: Set<JobKey> = []
  /// The files that have too few or too many rows of damaged jobs.
  private(set) var damagedFiles: [String] = []
  private(set) var unfinished: Set<JobKey> = []
  private(set) var hasRepeatedJobs = false

  var jobs: [JobKey] { rows.map(\.job) }

  /// Counts the rows of each job.
  ///
  /// A last row that is not whole does not count: the session may be running.
  ///
  /// - Complexity: O(bytes).
  init(in path: String, files: [any JobRow.Type]) throws {
    // Read first, because a running session appends to it last.
    let named = try CSVReader<FinishedJobRow>.rows(
      in: "\(path)/\(FinishedJobRow.fileName)", name: FinishedJobRow.fileName, isGrowing: true)
    func counts<Row: JobRow>(_ type: Row.Type) throws -> [JobKey: (rows: Int, repeated: Int)] {
      try JobRows<Row>([path], isCounting: true).counts
    }
    let counts = try files.map { type in (file: type.fileName, counts: try counts(type)) }
    var faulty: Set<String> = []
    var seen: Set<JobKey> = []
    for row in named {
      guard seen.insert(row.job).inserted else {
        hasRepeatedJobs = true
        continue
      }
      let written = row.written
      let wrong = counts.filter { file, counts in
        counts[row.job] ?? (0, 0) != (written?[file] ?? 0, 0)
      }
      if written == nil || !wrong.isEmpty {
        damaged.insert(row.job)
        faulty.formUnion(written == nil ? [FinishedJobRow.fileName] : wrong.map(\.file))
      } else {
        rows.append(row)
      }
    }
    damagedFiles = faulty.sorted()
    unfinished = Set(counts.flatMap(\.counts.keys)).subtracting(seen)
  }

  /// Reads the jobs of a folder for a command that does not change it.
  ///
  /// - Parameter option: The name of the path in errors.
  static func read(
    in path: String, of command: String, files: [any JobRow.Type], option: String
  ) throws -> FinishedJobs {
    do { return try FinishedJobs(in: path, files: files) } catch let error as CSVError {
      throw error.inDirectory(path).with(
        remedy: "continue with: " + Executable.command(command, "--resume", path))
    } catch {
      throw PlanError.failed(option: option, path: path, reason: ResultsFolder.rule, error)
    }
  }
}
