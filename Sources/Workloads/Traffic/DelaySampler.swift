internal import Foundation
import PlainText

/// Draws delays in whole nanoseconds.
///
/// Each delay takes one draw from the generator (a constant none) and IEEE arithmetic only, so the
/// same seed gives the same delays everywhere.
public struct DelaySampler: Sendable {
  @frozen @usableFromInline enum Kind: Sendable {
    case constant, uniform, exponential, logNormal, measured
  }

  /// The longest delay, 146 years, so that two of them add up without overflow.
  @usableFromInline static var longestNs: Double { 0x1p62 }

  @usableFromInline let kind: Kind
  /// For `constant` and `uniform`: the shortest delay, and the number of different delays.
  @usableFromInline var shortestNs: UInt64 = 0
  @usableFromInline var lengthCount: UInt64 = 1
  /// For the others: the mean or median in nanoseconds, and sigma.
  @usableFromInline var centre = 0.0
  @usableFromInline var spread = 0.0
  /// For `measured`.
  @usableFromInline var values: [UInt64] = []

  /// Creates a sampler, and reads the file of `measured`.
  public init(_ delay: Delay) throws(DelayError) {
    try delay.check()
    switch delay {
    case .constant(let ns):
      kind = .constant
      shortestNs = ns
    case .uniform(let fromNs, let toNs):
      kind = .uniform
      shortestNs = fromNs
      lengthCount = toNs - fromNs + 1
    case .exponential(let meanNs):
      kind = .exponential
      centre = Double(meanNs)
    case .logNormal(let medianNs, let sigma):
      kind = .logNormal
      centre = Double(medianNs)
      spread = sigma
    case .measured(let path):
      kind = .measured
      values = try MeasuredDelays.read(path: path)
    }
  }

  /// A Boolean value that indicates whether each delay is 0.
  public var isAlwaysZero: Bool {
    switch kind {
    case .constant, .uniform: shortestNs == 0 && lengthCount == 1
    case .exponential, .logNormal: centre == 0
    case .measured: values.allSatisfy { $0 == 0 }
    }
  }

  /// Returns the next delay in nanoseconds, at most 2⁶².
  @inlinable public func nextNs(using random: inout SplitMix64) -> UInt64 {
    switch kind {
    case .constant:
      return shortestNs
    case .uniform:
      // The high half of a product, as in `SplitMix64.below`, for more than 2³² lengths.
      return shortestNs + random.next().multipliedFullWidth(by: lengthCount).high
    case .exponential:
      return Self.whole(centre * random.exponential())
    case .logNormal:
      return Self.whole(
        centre * PortableMath.exp(spread * StandardNormal.quantile(random.openUnit())))
    case .measured:
      let index = random.next().multipliedFullWidth(by: UInt64(values.count)).high
      return values[Int(truncatingIfNeeded: index)]
    }
  }

  @inlinable static func whole(_ ns: Double) -> UInt64 { UInt64(min(ns, longestNs) + 0.5) }
}

/// Reads measured delays from a file with one number of nanoseconds per line.
///
/// It may also be CSV whose header has the column `ns`, with as many cells in each line as in the
/// header. Cells may be in double quotes, without commas or quotes inside. Empty lines are skipped; an
/// empty cell is an error, because an unknown delay is not 0.
enum MeasuredDelays {
  static func read(path: String) throws(DelayError) -> [UInt64] {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: path))
    } catch {
      let exists = FileManager.default.fileExists(atPath: path)
      throw .unreadable(path: path, reason: exists ? "it is no readable file" : "no such file")
    }
    // ASCII as UTF-16 is valid UTF-8, with a zero at every second byte.
    guard !bytes.contains(0), !bytes.starts(with: [0xEF, 0xBB, 0xBF]),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw .unreadable(path: path, reason: "it must be UTF-8 without a byte order mark")
    }
    return try values(text, path: path)
  }

  private static func values(_ text: String, path: String) throws(DelayError) -> [UInt64] {
    var values: [UInt64] = []
    /// The number of cells of each line, and the one that is read.
    var form: (cells: Int, column: Int)?
    var line = 0
    for row in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      line += 1
      if row.isEmpty { continue }
      let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(Self.bare)
      if form == nil, let named = cells.firstIndex(of: "ns") {
        form = (cells.count, named)
        continue
      }
      let (count, column) = form ?? (1, 0)
      form = (count, column)
      guard cells.count == count, let ns = Double(decimal: cells[column]), ns >= 0,
        ns <= Double(TimeText.longestNs)
      else { throw .badValue(path: path, line: line, text: String(row)) }
      values.append(UInt64(ns.rounded()))
    }
    guard !values.isEmpty else { throw .noValues(path: path) }
    return values
  }

  private static func bare(_ cell: Substring) -> Substring {
    var cell = cell
    while cell.first == " " { cell.removeFirst() }
    while cell.last == " " { cell.removeLast() }
    if cell.count >= 2, cell.first == "\"", cell.last == "\"" { cell = cell.dropFirst().dropLast() }
    return cell
  }
}
