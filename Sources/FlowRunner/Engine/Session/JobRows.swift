import FlowResults
import Foundation
import SystemPackage

/// The places of each job's rows in a results file of one folder, or of several that are merged.
///
/// The files stay on disk: a million rows would be gigabytes of values. Rows are read a few jobs at a time,
/// or copied as they stand.
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
  ///   - ranks: The jobs, with their places in the order of the rows; `nil`: the order of the files.
  ///   - isCounting: A Boolean value that indicates whether repeated rows are counted and a last row that
  ///     is not whole is left out: the session may be running.
  /// - Throws: `CSVError` if a file is broken or of another version, or what opening it throws.
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

  /// The number of rows of each job, and of those that are equal to an earlier one, if they were counted.
  var counts: [JobKey: (rows: Int, repeated: Int)] {
    Dictionary(segments.map { ($0.job, $0.count) }) {
      (rows: $0.rows + $1.rows, repeated: $0.repeated + $1.repeated)
    }
  }

  /// Returns the rows of some jobs, in their order.
  ///
  /// - Throws: `CSVError`; its line is counted from the first row of the job.
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
  ///
  /// - Throws: `SystemError`.
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
