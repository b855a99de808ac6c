public import Foundation

/// Writes a trace while it happens, as lines: every entry is in the file before `append` returns, so that a
/// program that crashes or is killed leaves all of its finished lines.
///
/// ```swift
/// let writer = try TraceWriter<AppAction>(creating: url, app: "shop")
/// let store = Store(initialState: AppState(), reducer: AppReducer().tracing(to: writer))
/// ```
///
/// What it costs: JSON and a system call for each entry, some microseconds. It does not wait for
/// the disk: when the machine itself fails, the newest lines may be lost, unless `synchronize()`
/// was called. It is not `Sendable`: it belongs to its store's actor.
public final class TraceWriter<Action: Encodable> {
  /// How many actions were written.
  public private(set) var actionCount = 0
  /// Why nothing is written any more: a trace that ends is better than one with a hole.
  public private(set) var fault: TraceError?
  private let file: String
  private let handle: FileHandle
  private var length: UInt64 = 0
  private let nowNs: () -> UInt64
  private let report: (TraceError) -> Void

  /// Makes the file, which must not be there yet: the trace of an earlier run may be the one that
  /// somebody needs.
  ///
  /// - Parameters:
  ///   - url: Where; its directory must exist.
  ///   - app: Which program is traced, as it calls itself.
  ///   - seed: The seed of what it draws at random, if it has one.
  ///   - clock: Read for each action, to say how long after this call it came.
  ///   - faults: Notified once, when a reducer's action or state could not be written; by default
  ///     it goes to standard error.
  /// - Throws: `TraceError` of kind `unwritableFile`.
  public init(
    creating url: URL, app: String? = nil, seed: UInt64? = nil,
    clock: some Clock<Duration> = ContinuousClock(),
    faults: @escaping (TraceError) -> Void = TraceError.writeToStandardError
  ) throws(TraceError) {
    file = url.relativePath
    let start = clock.now
    nowNs = { Self.ns(start.duration(to: clock.now)) }
    report = faults
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw TraceError(
        .unwritableFile, file: file, rule: "the file must be a new one that can be written",
        found: String(cString: strerror(errno)))
    }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try write(try LineEncoder.header(TraceHeader(app: app, seed: seed, marksAnswers: true)))
  }

  private static func ns(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000
  }

  /// Writes an action, and when it came.
  ///
  /// - Parameters:
  ///   - action: What happened.
  ///   - isAnswer: Whether an effect answered it; whoever replays the trace and runs effects leaves
  ///     it out.
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`; from then on every call
  ///   does.
  public func append(_ action: Action, isAnswer: Bool = false) throws(TraceError) {
    let traced = TracedAction(action, atNs: nowNs(), isAnswer: isAnswer)
    try write { file throws(TraceError) in try LineEncoder.action(traced, file: file) }
    actionCount += 1
  }

  /// Writes the state as it is after the actions so far.
  ///
  /// - Throws: As `append(_:)`.
  public func append(state: some Encodable) throws(TraceError) { try append(state, as: .state) }

  /// Writes that the state was replaced from outside after the actions so far; `nil` when it is not
  /// to be notified by which.
  ///
  /// - Throws: As `append(_:)`.
  public func append(restored state: (some Encodable)?) throws(TraceError) {
    try append(state, as: .restored)
  }

  /// Waits until everything written is on disk.
  ///
  /// - Throws: `TraceError` of kind `unwritableFile`.
  public func synchronize() throws(TraceError) {
    do { try handle.synchronize() } catch { throw unwritable(error) }
  }

  private func append(_ state: some Encodable, as key: LineKey) throws(TraceError) {
    let after = actionCount
    try write { file throws(TraceError) in
      try LineEncoder.state(state, as: key, after: after, file: file)
    }
  }

  private func write(_ line: (String) throws(TraceError) -> Data) throws(TraceError) {
    if let fault { throw fault }
    do throws(TraceError) {
      try write(try line(file))
    } catch {
      fault = error
      throw error
    }
  }

  /// One call for the whole line; a line that does not fit on the disk is taken back.
  private func write(_ line: Data) throws(TraceError) {
    let ended = line + Data("\n".utf8)
    do {
      try handle.write(contentsOf: ended)
      length += UInt64(ended.count)
    } catch {
      try? handle.truncate(atOffset: length)
      throw unwritable(error)
    }
  }

  private func unwritable(_ error: any Error) -> TraceError {
    TraceError(
      .unwritableFile, file: file, rule: "the file must be one that can be written",
      found: reason(error))
  }

  // MARK: - Reducers

  private var isAnswerNext = false

  func expectAnswer() { isAnswerNext = true }

  /// Writes an action that is about to be reduced.
  func note(_ action: Action) {
    let isAnswer = isAnswerNext
    isAnswerNext = false
    reporting { () throws(TraceError) in try append(action, isAnswer: isAnswer) }
  }

  /// Notifies of the first fault only: those after it are the same one.
  func reporting(_ write: () throws(TraceError) -> Void) {
    guard fault == nil else { return }
    do throws(TraceError) { try write() } catch { report(error) }
  }
}
