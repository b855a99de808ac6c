import FlowFiles
package import Foundation

/// The identity of a job in its session.
package struct JobKey: Hashable, Codable, Sendable {
  package let scenario: String
  /// The pass, the load or the number of workers, without spaces.
  package let part: String
  /// The number of the process, from 0.
  package let round: Int

  package init(scenario: String, part: String, round: Int) {
    self.scenario = scenario
    self.part = part
    self.round = round
  }
}

/// A row of a job.
package protocol JobRow: ResultRow {
  var job: JobKey { get }
}

/// The log of a run: a line of JSON for each finished job, with its rows.
///
/// It is the only file that grows, and all that a run needs to go on: the files of rows are written
/// from it, whole, when the run ends or stops. A job counts as finished if its line is whole.
package struct JobLog {
  package static let fileName = "jobs.jsonl"

  /// The first line.
  private struct Header: Codable, Equatable {
    /// The header of each file of rows.
    let columns: [String: String]
  }

  /// Any other line.
  private struct Line: Codable {
    let job: JobKey
    /// The lines of CSV of each file that has rows of the job.
    let rows: [String: String]
  }

  private let path: String
  private let data: Data
  private let header: Header
  private var places: [(job: JobKey, bytes: Range<Int>)] = []
  /// The number of whole lines that are no job, or repeat one.
  package private(set) var unreadable = 0
  /// The number of bytes of all whole lines.
  package private(set) var wholeSize = 0

  /// The finished jobs, in their order.
  package var jobs: [JobKey] { places.map(\.job) }

  /// Finds the jobs of a folder's log; the last line does not count if it is not whole.
  ///
  /// - Throws: `CSVError` if the file is no log, or the error of opening it.
  /// - Complexity: O(bytes), with memory for each job.
  package init(in path: String) throws {
    self.path = path
    let file = "\(path)/\(Self.fileName)"
    data = try TextFile.bytes(of: file)
    let lines = Self.lines(data)
    let decoder = JSONDecoder()
    // The decoder would also read other encodings.
    if let first = lines.first, let error = TextFile.fault(data[first], file: file) { throw error }
    guard let first = lines.first, let header = try? decoder.decode(Header.self, from: data[first])
    else {
      throw CSVError(file: file, rule: "must be the log of a run, which begins with its columns")
    }
    self.header = header
    wholeSize = (lines.last?.upperBound ?? -1) + 1
    var seen: Set<JobKey> = []
    for bytes in lines.dropFirst() {
      guard let job = try? decoder.decode(Line.self, from: data[bytes]).job,
        seen.insert(job).inserted
      else {
        unreadable += 1
        continue
      }
      places.append((job, bytes))
    }
  }

  /// Returns the bytes of each whole line, without its line feed.
  private static func lines(_ data: Data) -> [Range<Int>] {
    data.withUnsafeBytes { bytes in
      var lines: [Range<Int>] = []
      var start = 0
      while start < bytes.count, let base = bytes.baseAddress,
        let end = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
      {
        lines.append(start..<(UnsafeRawPointer(end) - base))
        start = UnsafeRawPointer(end) - base + 1
      }
      return lines
    }
  }

  /// Sorts the jobs; those that are not in the order keep theirs, after all others.
  package mutating func sort(by order: [JobKey]) {
    let ranks = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    places = places.enumerated().sorted {
      (ranks[$0.element.job] ?? .max, $0.offset) < (ranks[$1.element.job] ?? .max, $1.offset)
    }.map(\.element)
  }

  /// The line of each job, with its line feed.
  package var lines: [Data] {
    places.map { data[$0.bytes.lowerBound...$0.bytes.upperBound] }
  }
}

// MARK: - Rows

extension JobLog {
  /// Calls a closure with the lines of CSV that a file has of each job.
  private func forEachText(
    of file: String, where isWanted: (JobKey) -> Bool = { _ in true },
    _ body: (JobKey, String) throws -> Void
  ) throws {
    let decoder = JSONDecoder()
    for (job, bytes) in places where isWanted(job) {
      if let text = try decoder.decode(Line.self, from: data[bytes]).rows[file] {
        try body(job, text)
      }
    }
  }

  /// Returns the rows of some jobs, in their order.
  ///
  /// - Throws: `CSVError` if a row is broken.
  package func rows<Row: JobRow>(
    _ type: Row.Type = Row.self, where isWanted: (JobKey) -> Bool = { _ in true }
  ) throws -> [Row] {
    let header = header.columns[Row.fileName] ?? CSVFormat.header(type)
    var rows: [Row] = []
    try forEachText(of: Row.fileName, where: isWanted) { job, text in
      do {
        rows += try CSVReader.rows(header + text, file: Row.fileName, header: .older)
      } catch {
        throw CSVError(
          file: "\(path)/\(Self.fileName)",
          rule: "must have rows of \(job.scenario) \(job.part) \(job.round) that can be read: "
            + "\(error)")
      }
    }
    return rows
  }

  /// Refuses rows that are broken.
  package func checkRows(_ files: [any JobRow.Type]) throws {
    func check<Row: JobRow>(_ type: Row.Type) throws { _ = try rows(type) }
    for type in files { try check(type) }
  }

  fileprivate func hasFile(_ name: String) -> Bool { header.columns[name] != nil }

  /// Returns the contents of a results file; `nil` if the run has no rows of this kind.
  package func text(of file: String) throws -> Data? {
    guard let header = header.columns[file] else { return nil }
    var text = Data(header.utf8)
    try forEachText(of: file) { text.append(contentsOf: $1.utf8) }
    return text
  }

  /// Writes each file of rows, whole.
  ///
  /// - Parameter others: Lines of CSV that are not in the log, for each file.
  package func writeFiles(and others: [String: String] = [:]) throws {
    for (name, header) in header.columns {
      try WholeFile.write(to: "\(path)/\(name)") { file in
        try file.write(header)
        try forEachText(of: name) { try file.write($1) }
        if let text = others[name] { try file.write(text) }
      }
    }
  }

  /// Refuses the log of a version with other columns, to which no rows can be appended.
  package func check(_ files: [any JobRow.Type]) throws(CSVError) {
    for type in files where header.columns[type.fileName] != CSVFormat.header(type) {
      throw CSVError(
        file: "\(path)/\(Self.fileName)",
        rule: "must have the columns of this version in \(type.fileName): continue with the "
          + "flowbench that wrote it")
    }
  }
}

// MARK: - Writing

extension JobLog {
  /// Returns the first line of a log.
  package static func header(_ files: [any JobRow.Type]) throws -> String {
    let columns = files.map { ($0.fileName, CSVFormat.header($0)) }
    return try line(Header(columns: Dictionary(uniqueKeysWithValues: columns)))
  }

  /// Returns the line of a finished job.
  ///
  /// - Parameter rows: The lines of CSV of each file.
  package static func line(_ job: JobKey, _ rows: [String: String]) throws -> String {
    try line(Line(job: job, rows: rows))
  }

  private static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// The contents of a run's results file.
package enum RunFile {
  /// Returns the bytes of a file, or of the rows in the log if the run was killed before it wrote the
  /// file.
  ///
  /// - Throws: The error of opening the file.
  package static func contents(of path: String) throws -> Data {
    // Only then: the error of a file that cannot be read must not be hidden by its rows.
    if !FileManager.default.fileExists(atPath: path) {
      let (log, name) = log(of: path)
      if let text = try log?.text(of: name) { return text }
    }
    return try TextFile.bytes(of: path)
  }

  /// Returns a Boolean value that indicates whether a run has the file, or rows for it in its log.
  package static func exists(_ path: String) -> Bool {
    if FileManager.default.fileExists(atPath: path) { return true }
    let (log, name) = log(of: path)
    return log?.hasFile(name) == true
  }

  /// The log beside a file, and the name of the file.
  private static func log(of path: String) -> (JobLog?, String) {
    let url = URL(filePath: path)
    return (try? JobLog(in: url.deletingLastPathComponent().path), url.lastPathComponent)
  }
}
