internal import CFlowCount
internal import FlowFiles
internal import Foundation

extension Cost {
  /// Compares the exact counts with those that are stored beside the test.
  ///
  /// The counts are in `NAME.costs.json` beside the test's file, by the name of the baseline and the kind of
  /// build, system and processor. Run the tests with `FLOWCOSTS_UPDATE=1` in the environment to write them.
  /// Durations and the depth of the stack are not compared.
  ///
  /// - Parameters:
  ///   - name: The name of the baseline. Give one if a test has several costs.
  ///   - file: The file of the test.
  /// - Returns: `true`.
  /// - Throws: ``BaselineError`` with both values of each count that differs.
  public func matchesBaseline(
    _ name: String = #function, file: String = #filePath
  ) throws -> Bool {
    try BaselineFile(besideTest: file).match(counts, name: name)
    return true
  }
}

/// The reason why counts do not match their baseline.
public struct BaselineError: Error, CustomStringConvertible {
  /// The counts that differ, with both values, and how to accept them.
  public let description: String
}

/// The baselines of one file of tests.
struct BaselineFile {
  typealias Counts = [String: Double]

  let path: String
  /// A Boolean value that indicates whether the file is written.
  var isUpdate = ProcessInfo.processInfo.environment["FLOWCOSTS_UPDATE"] == "1"

  init(besideTest file: String) {
    path = (file.hasSuffix(".swift") ? String(file.dropLast(6)) : file) + ".costs.json"
  }

  private static let lock = NSLock()
  /// The counts of this process by path, name and kind, which notice that a name is used twice.
  nonisolated(unsafe) private static var seen: [String: Counts] = [:]

  /// Compares counts with the file, or writes them.
  func match(_ counts: [(name: String, count: Count)], name: String) throws(BaselineError) {
    let known = Dictionary(
      counts.compactMap { name, count in count.value.map { (name, $0) } },
      uniquingKeysWith: { first, _ in first })
    do {
      try Self.lock.withLock { try match(known, counts, name) }
    } catch {
      throw error as? BaselineError ?? BaselineError(description: "\(error)")
    }
  }

  private func match(
    _ known: Counts, _ counts: [(name: String, count: Count)], _ name: String
  ) throws {
    let key = "\(path)/\(name)"
    guard Self.seen[key, default: known] == known else {
      throw BaselineError(
        description: "\(name) has two costs with different counts; give each a name: "
          + "matchesBaseline(\"\(name), second\")")
    }
    Self.seen[key] = known
    var stored = try read()
    if isUpdate {
      stored[name, default: [:]][Self.kind] = known
      try write(stored)
      return
    }
    guard let baseline = stored[name]?[Self.kind] else {
      throw BaselineError(
        description: "\(name) has no counts of a \(Self.kind) in \(path); \(Self.hint)")
    }
    let differences = counts.compactMap { Self.difference($0.name, baseline[$0.name], $0.count) }
    guard differences.isEmpty else {
      throw BaselineError(
        description: "\(name) differs from its baseline: \(differences.joined(separator: "; ")). "
          + "To accept it: \(Self.hint)")
    }
  }

  private static let hint = "run the test with FLOWCOSTS_UPDATE=1 in the environment"

  /// The kind of build, system and processor: "debug build, Linux, x86-64".
  static let kind =
    "\(Timing.isMeasured ? "release" : "debug") build, \(String(cString: flowcount_platform()))"

  /// Returns the text of a difference: "allocations 2, baseline 1 (+100 %)"; `nil` if there is none.
  static func difference(_ name: String, _ baseline: Double?, _ count: Count) -> String? {
    guard let value = count.value else {
      return baseline.map { "\(name) \(count), baseline \(Count.text($0))" }
    }
    guard let baseline else { return "\(name) \(count), no baseline" }
    guard value != baseline else { return nil }
    let change = (value / baseline - 1) * 100
    let percent =
      baseline == 0
      ? "" : " (\(change < 0 ? "" : "+")\(Count.text((change * 10).rounded() / 10)) %)"
    return "\(name) \(count), baseline \(Count.text(baseline))\(percent)"
  }

  private func read() throws -> [String: [String: Counts]] {
    guard FileManager.default.fileExists(atPath: path) else { return [:] }
    do {
      return try JSONDecoder().decode(
        [String: [String: Counts]].self, from: Data(contentsOf: URL(filePath: path)))
    } catch {
      throw BaselineError(
        description:
          "\(path) must be a file that FlowCosts wrote, got \(error); restore or delete it")
    }
  }

  private func write(_ stored: [String: [String: Counts]]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try WholeFile.write(encoder.encode(stored) + Data("\n".utf8), to: path)
  }
}
