public import Foundation

/// A file with a single state: a trace without actions.
///
/// ```swift
/// try Snapshot(store.current, app: "shop").write(to: url)
/// store.restore(try Snapshot<AppState>(reading: url).state)
/// ```
public struct Snapshot<State> {
  /// The state in the file.
  public var state: State
  /// The name of the program that the state belongs to.
  public var app: String?

  /// Creates a snapshot of a state.
  public init(_ state: State, app: String? = nil) {
    self.state = state
    self.app = app
  }
}

extension Snapshot: Sendable where State: Sendable {}
extension Snapshot: Equatable where State: Equatable {}

extension Snapshot where State: Encodable {
  /// Writes the state to a file, atomically.
  ///
  /// - Throws: `TraceError` of kind `unencodable` or `unwritableFile`. The file is then unchanged.
  public func write(to url: URL) throws(TraceError) {
    var trace = Trace<Never>(app: app)
    try trace.append(state: state)
    try trace.write(to: url)
  }
}

extension Snapshot where State: Decodable {
  /// Reads a state from a file.
  ///
  /// - Throws: `TraceError`. For a state of another version of the app, its `reason` names the
  ///   missing key, or the value that has another type.
  public init(reading url: URL) throws(TraceError) {
    let (trace, fault) = Trace<AnyValue>.readableEntries(of: url)
    if let fault { throw fault }
    guard trace.entries.count == 1, case .state(let recorded) = trace.entries[0] else {
      throw TraceError(
        .notASnapshot, file: url.relativePath,
        rule: "a snapshot must contain one state and no actions",
        found: "\(trace.entries.count) entries")
    }
    self.init(try recorded.value(), app: trace.header.app)
  }
}
