import FlowFiles
import Foundation

/// An error of a trace file: the line, the rule and the content that breaks it.
public struct TraceError: Error, Equatable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Equatable, Sendable {
    /// The file cannot be opened or read.
    case unreadableFile
    /// The file cannot be created or written.
    case unwritableFile
    /// The first line is missing or not a header.
    case missingHeader
    /// The header is that of another format.
    case foreignHeader
    /// The version is not supported by this program.
    case newerVersion
    /// The last line is incomplete, for example because the writer was killed.
    case truncatedLine
    /// A line is not an entry.
    case corruptLine
    /// The number of actions differs from that in the header.
    case missingActions
    /// The time of an action is before that of the previous one.
    case wrongTime
    /// The number of actions before a state is wrong.
    case wrongStatePosition
    /// An action is not a value of its type.
    case unknownAction
    /// A state is not a value of its type.
    case unknownState
    /// The file of a snapshot does not contain exactly one state.
    case notASnapshot
    /// An action or a state cannot be encoded as JSON.
    case unencodable
  }

  /// The kind of the error.
  public let kind: Kind
  /// The name of the file.
  public let file: String
  /// The number of the line, from 1; 0 for an error of the whole file.
  public let line: Int
  /// The rule that is broken.
  public let rule: String
  /// The content that breaks the rule, or the system's reason, shortened to 80 characters.
  public let found: String
  /// The reason of a decoding error, such as a missing key; `nil` for other errors.
  public let reason: String?

  init(
    _ kind: Kind, file: String, line: Int = 0, rule: String, found: String,
    because error: (any Error)? = nil
  ) {
    self.kind = kind
    self.file = file
    self.line = line
    self.rule = rule
    self.found = found.shortened()
    reason = (error as? DecodingError)?.reason?.shortened()
  }

  static func unwritable(_ file: String, isNew: Bool = false, _ found: String) -> TraceError {
    TraceError(
      .unwritableFile, file: file,
      rule: "cannot be \(isNew ? "created" : "written")", found: found)
  }

  /// The file and the line in it.
  public var location: String { line == 0 ? file : "\(file):\(line)" }

  /// A description in one line.
  public var description: String {
    let isRefused = kind == .unreadableFile || kind == .unwritableFile
    return "\(location): \(rule)\(isRefused ? ":" : ", got") \(found)"
      + (reason.map { "; \($0)" } ?? "")
  }

  /// Writes an error to standard error in one line. This is the default error handler of tracing.
  @Sendable
  public static func writeToStandardError(_ error: TraceError) {
    // A closed standard error must not end the app.
    _ = Descriptor.write("FlowTrace: \(error.description)\n", to: STDERR_FILENO)
  }
}

extension String {
  /// Returns the first characters in one line.
  func shortened(to length: Int = 80) -> String {
    let line = String(unicodeScalars.map { $0.value < 32 ? " " : Character($0) })
    return line.count <= length ? line : line.prefix(length - 1) + "…"
  }
}

/// Returns the system's description of a file error.
func reason(_ error: any Error) -> String {
  let error = error as NSError
  if let posix = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(posix) }
  return error.domain == NSPOSIXErrorDomain
    ? String(cString: strerror(Int32(error.code))) : error.localizedDescription
}

extension DecodingError {
  /// The missing key, or the value that has another type; `nil` if it is the whole value.
  fileprivate var reason: String? {
    switch self {
    case .keyNotFound(let key, let context):
      return "the key \"\(Self.path(context.codingPath + [key]))\" is missing"
    case .valueNotFound(let type, let context):
      return Self.value(context).map { "\($0) must be a \(type), got null" }
    case .typeMismatch(let type, let context):
      return Self.value(context).map { "\($0) must be a \(type)" }
    case .dataCorrupted(let context):
      return Self.value(context).map { "\($0): \(context.debugDescription)" }
        ?? context.debugDescription
    @unknown default: return "\(self)"
    }
  }

  private static func value(_ context: Context) -> String? {
    let path = path(context.codingPath)
    return path.isEmpty ? nil : "the value of \"\(path)\""
  }

  /// Returns the path from the action or state to a value, such as `rows[4].title`.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.drop { $0 is LineKey }.reduce(into: "") { path, key in
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
  }
}
