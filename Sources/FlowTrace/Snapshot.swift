public import Foundation

/// One state in a file: a trace without actions.
///
/// ```swift
/// try Snapshot(store.current, app: "shop").write(to: url)
/// store.restore(try Snapshot<AppState>(reading: url).state)
/// ```
public struct Snapshot<State> {
  /// The state that is written to the file, or was read from it.
  public var state: State
  /// Which program it is of, as it calls itself.
  public var app: String?

  /// A snapshot of this state.
  public init(_ state: State, app: String? = nil) {
    self.state = state
    self.app = app
  }
}

extension Snapshot: Sendable where State: Sendable {}
extension Snapshot: Equatable where State: Equatable {}

extension Snapshot where State: Encodable {
  /// Writes the state to a file, whole or not at all.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`; the file is then as it was.
  public func write(to url: URL) throws(TraceError) {
    var trace = Trace<Never>(app: app)
    try trace.append(state: state)
    try trace.write(to: url)
  }
}

extension Snapshot where State: Decodable {
  /// Reads a state from a file.
  ///
  /// - Throws: `TraceError`; for the state of another version of the app its `reason` says which key is
  ///   missing, or which value is of another type.
  public init(reading url: URL) throws(TraceError) {
    let (trace, fault) = Trace<AnyAction>.readableEntries(of: url)
    if let fault { throw fault }
    guard trace.entries.count == 1, case .state(let recorded) = trace.entries[0] else {
      throw TraceError(
        .notASnapshot, file: url.relativePath,
        rule: "a snapshot must hold one state and no actions",
        found: "\(trace.entries.count) entries")
    }
    self.init(try recorded.value(), app: trace.app)
  }
}

private struct AnyAction: Decodable {
  init(from decoder: any Decoder) {}
}
