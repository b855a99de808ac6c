import FlowFiles
public import Foundation

/// Writes a trace while it happens, as lines. Each entry is in the file before `append` returns, so
/// that all entries survive a crash of the program.
///
/// ```swift
/// let writer = try TraceWriter<AppAction>(creating: url, app: "shop")
/// let store = Store(initialState: AppState(), reducer: AppReducer().tracing(to: writer))
/// ```
///
/// An entry costs its encoding as JSON and a system call, a few microseconds. The writer does not
/// wait for the disk: after a failure of the machine, the latest lines may be missing unless
/// `synchronize()` was called. A writer is confined to the actor of its store.
public final class TraceWriter<Action: Encodable> {
  /// The number of actions written so far.
  public private(set) var actionCount = 0
  /// The error after which nothing is written, so that the trace has no gaps.
  public private(set) var fault: TraceError?
  private let file: String
  private let path: String
  private let output: OutputFile
  private let nowNs: () -> UInt64
  private var lastNs: UInt64 = 0
  private let report: (TraceError) -> Void

  /// Creates a trace file, which must not exist.
  ///
  /// - Parameters:
  ///   - url: The file, in an existing directory.
  ///   - app: The name of the program that is traced.
  ///   - seed: The seed of its random numbers, if there is one.
  ///   - clock: The clock for the times of actions, which begin with this call.
  ///   - faults: A closure that is called once, when an action or state of a reducer cannot be
  ///     written. The default writes the error to standard error.
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
    path = url.path
    do throws(FileError) { output = try OutputFile(creating: path) } catch {
      throw .unwritable(file, isNew: true, error.reason)
    }
    try write(try LineEncoder.header(TraceHeader(app: app, seed: seed, marksAnswers: true)))
  }

  private static func ns(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    let (ns, isTooLong) = UInt64(max(0, seconds)).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooLong ? .max : ns + UInt64(max(0, attoseconds)) / 1_000_000_000
  }

  /// Writes an action with its time.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - isAnswer: A Boolean value that indicates whether an effect sent the action.
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`. All further calls throw the
  ///   same error.
  public func append(_ action: Action, isAnswer: Bool = false) throws(TraceError) {
    // A clock of the system can be set back.
    lastNs = max(lastNs, nowNs())
    let traced = TracedAction(action, atNs: lastNs, isAnswer: isAnswer)
    try write { file throws(TraceError) in try LineEncoder.action(traced, file: file) }
    actionCount += 1
  }

  /// Writes the state after the actions so far.
  ///
  /// - Throws: The errors of `append(_:isAnswer:)`.
  public func append(state: some Encodable) throws(TraceError) { try append(state, as: .state) }

  /// Writes a state that replaced the one after the actions so far, or `nil` to omit its value.
  ///
  /// - Throws: The errors of `append(_:isAnswer:)`.
  public func append(restored state: (some Encodable)?) throws(TraceError) {
    try append(state, as: .restored)
  }

  /// Waits until all entries are on disk.
  ///
  /// - Throws: `TraceError` of kind `unwritableFile`.
  public func synchronize() throws(TraceError) {
    do throws(FileError) {
      try output.sync()
      // The name of the file, too.
      try Directory.sync(Directory.parent(of: path))
    } catch { throw .unwritable(file, error.reason) }
  }

  func append(_ state: some Encodable, as key: LineKey) throws(TraceError) {
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

  /// Writes a line with one call. A line that does not fit on the disk is removed.
  private func write(_ line: Data) throws(TraceError) {
    do throws(FileError) { try output.write(line + Data("\n".utf8)) } catch {
      throw .unwritable(file, error.reason)
    }
  }

  // MARK: - Reducers

  private var isAnswerNext = false

  func expectAnswer() { isAnswerNext = true }

  /// Writes an action that is about to be reduced.
  func record(_ action: Action) {
    let isAnswer = isAnswerNext
    isAnswerNext = false
    reporting { () throws(TraceError) in try append(action, isAnswer: isAnswer) }
  }

  /// Reports the first error only, because further calls throw the same one.
  func reporting(_ write: () throws(TraceError) -> Void) {
    guard fault == nil else { return }
    do throws(TraceError) { try write() } catch { report(error) }
  }
}
