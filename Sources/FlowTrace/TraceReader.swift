public import Foundation

/// Reads a trace entry by entry, in either form; no more of the file is in memory than a line or a
/// block, and the actions that the binary form refers to.
///
/// ```swift
/// var reader = try TraceReader<AppAction>(reading: url)
/// while let entry = try reader.next() {
///   if case .action(let traced) = entry { print(traced.atNs ?? 0, traced.action) }
/// }
/// ```
public struct TraceReader<Action: Decodable> {
  /// What the trace says of itself.
  public let header: TraceHeader
  /// How it is written.
  public let form: TraceForm
  /// How many actions were read.
  public private(set) var actionCount = 0
  // One of them; not the cases of an enum, out of which each entry would have to be taken and put.
  private var lines: LineReader<Action>?
  private var blocks: BlockReader<Action>?
  /// Whether there is nothing more, or a fault.
  private var isEnded = false
  private let file: String
  private var lastNs: UInt64 = 0

  /// Reads the header of a trace in a file.
  ///
  /// - Throws: `TraceError`.
  public init(reading url: URL) throws(TraceError) { try self.init(ByteSource(url)) }

  /// Reads the header of a trace in memory; errors call it `file`.
  ///
  /// - Throws: `TraceError`.
  public init(data: Data, file: String = "trace") throws(TraceError) {
    try self.init(ByteSource(data, file: file))
  }

  private init(_ source: ByteSource) throws(TraceError) {
    var source = source
    file = source.file
    if try source.peek(1) == BlockForm.magic.prefix(1) {
      form = .binary
      var reader = BlockReader<Action>(source)
      header = try reader.readHeader()
      blocks = reader
    } else {
      form = .lines
      var reader = LineReader<Action>(source)
      header = try reader.readHeader()
      lines = reader
    }
  }

  /// The next entry; `nil` at the end, and after a fault.
  ///
  /// - Throws: `TraceError`. What was read before stands; `actionCount` tells how much it was.
  public mutating func next() throws(TraceError) -> Trace<Action>.Entry? {
    guard !isEnded else { return nil }
    do throws(TraceError) {
      guard let entry = try takeEntry() else {
        isEnded = true
        try checkCount()
        return nil
      }
      if case .action(let traced) = entry {
        try checkTime(of: traced)
        actionCount += 1
      }
      return entry
    } catch {
      isEnded = true
      throw error
    }
  }

  private mutating func takeEntry() throws(TraceError) -> Trace<Action>.Entry? {
    if let entry = try lines?.next(after: actionCount) { return entry }
    return try blocks?.next(after: actionCount)
  }

  private func checkCount() throws(TraceError) {
    guard let count = header.actionCount, count != actionCount else { return }
    throw TraceError(
      .missingActions, file: file,
      rule: "there must be as many actions as the header says, \(count)",
      found: "\(actionCount)")
  }

  private mutating func checkTime(of traced: TracedAction<Action>) throws(TraceError) {
    guard let ns = traced.atNs else { return }
    guard ns >= lastNs else {
      throw TraceError(
        .wrongTime, file: file, place: lines?.place ?? blocks?.place,
        rule: "an action must not come before the last one, at \(lastNs) ns", found: "\(ns) ns")
    }
    lastNs = ns
  }
}
