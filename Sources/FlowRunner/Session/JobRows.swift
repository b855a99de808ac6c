import FlowResults
import Foundation
import SystemPackage

/// Where the rows of each job are in a results file of one folder, or of several that are merged.
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
    var count = JobRowCount()
  }

  private var segments: [Segment] = []
  private let files: [Data]
  /// Whether repeated rows are found and a last row that is not whole is left out.
  private let isCounting: Bool

  /// Finds the rows of every job.
  ///
  /// - Parameters:
  ///   - folders: Where the files are.
  ///   - ranks: The jobs, with their places in the order of the rows; `nil`: the order of the files.
  /// - Throws: `CSVError` when a file is broken or of another version, or what opening it throws.
  /// - Complexity: O(bytes), with memory for each change of job.
  init(_ folders: [String], ranks: [JobKey: Int]? = nil) throws {
    try self.init(folders, ranks, isCounting: false)
  }

  /// Finds the rows of every job of a folder whose session may be running, or was killed.
  ///
  /// - Throws: `CSVError` when the file is broken or of another version, or what opening it throws.
  /// - Complexity: As for several folders.
  init(counting folder: String) throws { try self.init([folder], nil, isCounting: true) }

  private init(_ folders: [String], _ ranks: [JobKey: Int]?, isCounting: Bool) throws {
    self.isCounting = isCounting
    files = try folders.map {
      try Data(contentsOf: URL(filePath: "\($0)/\(Row.fileName)"), options: .alwaysMapped)
    }
    for (index, path) in folders.enumerated() {
      do {
        try files[index].withUnsafeBytes { bytes in
          try scan(bytes.bindMemory(to: UInt8.self), folder: index, ranks)
        }
      } catch let error as CSVError { throw CSVError(error, in: path) }
    }
    // Within a job rows keep their order.
    segments = segments.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element)
  }

  private mutating func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, folder: Int, _ ranks: [JobKey: Int]?
  ) throws {
    if let error = TextFile.fault(bytes, file: Row.fileName) { throw error }
    let bytes =
      isCounting
      ? UnsafeBufferPointer(rebasing: bytes[..<CSVFormat.endOfWholeRows(bytes)]) : bytes
    var scanner = CSVScanner(file: Row.fileName)
    guard var position = try scanner.record(in: bytes, from: 0, isLast: true) else { return }
    let names = scanner.cells.map { scanner.text($0, in: bytes) }
    try CSVParser.checkHeader(names, of: Row.self, bytes, position, scanner)
    let keys = Self.keyColumns.compactMap { names.firstIndex(of: $0) }
    var last: [CSVScanner.Cell] = []
    var seen: Set<Int> = []
    var reader = CSVRowReader<Row>()
    while position < bytes.count,
      let next = try scanner.record(in: bytes, from: position, isLast: true)
    {
      guard bytes[next - 1] == UInt8(ascii: "\n") else {
        throw scanner.error(scanner.cells.count, "the last row must end with a line feed")
      }
      try scanner.checkCount(names.count)
      let cells = keys.map { scanner.cells[$0] }
      if last.isEmpty || !zip(cells, last).allSatisfy({ CSVScanner.areEqual($0, $1, in: bytes) }) {
        let job = try reader.row(bytes, Row.columns, scanner).job
        guard let rank = ranks.map({ $0[job] }) ?? 0 else {
          throw scanner.error(
            (keys.first ?? 0) + 1,
            "must be about a job of its shards, got '\(job.scenario)' \(job.part) \(job.round)")
        }
        segments.append(Segment(job: job, rank: rank, folder: folder, bytes: position..<next))
        seen.removeAll(keepingCapacity: true)
      } else {
        segments[segments.count - 1].bytes = segments[segments.count - 1].bytes.lowerBound..<next
      }
      if isCounting {
        var hasher = Hasher()
        hasher.combine(
          bytes: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[position..<next]))
        let isNew = seen.insert(hasher.finalize()).inserted
        segments[segments.count - 1].count.rows += 1
        segments[segments.count - 1].count.repeated += isNew ? 0 : 1
      }
      last = cells
      position = next
    }
  }

  /// The columns by which a row says of which job it is; a file has those that it needs.
  private static var keyColumns: [String] { ["scenario", "pass", "load", "job", "round"] }

  /// The number of rows of each job, if they were counted.
  var counts: [JobKey: JobRowCount] {
    Dictionary(segments.map { ($0.job, $0.count) }, uniquingKeysWith: +)
  }

  /// The rows of some jobs, in their order.
  ///
  /// - Throws: `CSVError`; its line is counted from the first row of the job.
  func rows(where isWanted: (JobKey) -> Bool) throws -> [Row] {
    var rows: [Row] = []
    var readers = [CSVRowReader<Row>](repeating: CSVRowReader(), count: files.count)
    var scanner = CSVScanner(file: Row.fileName)
    for segment in segments where isWanted(segment.job) {
      try files[segment.folder].withUnsafeBytes { bytes in
        let bytes = bytes.bindMemory(to: UInt8.self)
        var position = segment.bytes.lowerBound
        while position < segment.bytes.upperBound,
          let next = try scanner.record(in: bytes, from: position, isLast: true)
        {
          position = next
          rows.append(try readers[segment.folder].row(bytes, Row.columns, scanner))
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
