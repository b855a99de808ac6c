import Foundation

/// Why a trace could not be read or written: where, what was found, and the rule it breaks.
public struct TraceError: Error, Equatable, CustomStringConvertible {
  /// What kind of fault it is.
  public enum Kind: Equatable, Sendable {
    /// The file cannot be opened or read.
    case unreadableFile
    /// The file cannot be made or written.
    case unwritableFile
    /// The first line is no header, or there is none.
    case missingHeader
    /// The header is that of another format.
    case foreignHeader
    /// The header is of a version that this program does not know.
    case newerVersion
    /// The last line ends before it is complete, as a killed writer's may.
    case truncatedLine
    /// A line is no entry.
    case corruptLine
    /// The binary form ends before its end.
    case truncatedBlock
    /// A block is not as it was written.
    case corruptBlock
    /// There are fewer actions than the header says.
    case missingActions
    /// An action comes before the one that it follows.
    case wrongTime
    /// A state says that it comes after more or fewer actions than it does.
    case wrongStatePosition
    /// An action is none of its type.
    case unknownAction
    /// A state is none of its type.
    case unknownState
    /// A snapshot's file holds something other than one state.
    case notASnapshot
    /// An action or a state cannot be written as JSON.
    case unencodable
  }

  /// What kind of fault it is.
  public let kind: Kind
  /// The file, as it was named.
  public let file: String
  /// Where in the file; `nil` when the fault is with the file as a whole.
  public let place: Place?
  /// What must hold and does not, as a clause that `description` quotes.
  public let rule: String
  /// What was found instead, shortened to 80 characters.
  public let found: String
  /// The reason why what was found is none of its type, such as the key that is missing; `nil` for
  /// other faults.
  public let reason: String?

  /// A place in a trace.
  public enum Place: Equatable, Sendable {
    /// A line, from 1.
    case line(Int)
    /// A block of the binary form, from 1.
    case block(Int)
  }

  init(
    _ kind: Kind, file: String, place: Place? = nil, rule: String, found: String,
    because error: (any Error)? = nil
  ) {
    self.kind = kind
    self.file = file
    self.place = place
    self.rule = rule
    self.found = found.shortened()
    reason = (error as? DecodingError)?.reason?.shortened()
  }

  /// The file, and where in it.
  public var location: String {
    switch place {
    case nil: file
    case .line(let line): "\(file):\(line)"
    case .block(let block): "\(file), block \(block)"
    }
  }

  /// One line: file, place, rule, what was found, and the reason where one is known.
  public var description: String {
    "\(location): \(rule), got \(found)" + (reason.map { "; \($0)" } ?? "")
  }

  /// Writes the error to standard error, one line; what tracing does unless it is given another
  /// handler.
  @Sendable
  public static func writeToStandardError(_ error: TraceError) {
    // An app must not end because what it writes to standard error is no longer read.
    try? FileHandle.standardError.write(contentsOf: Data("FlowTrace: \(error.description)\n".utf8))
  }
}

extension String {
  /// The first 80 characters in one line.
  func shortened(to length: Int = 80) -> String {
    let line = String(unicodeScalars.map { $0.value < 32 ? " " : Character($0) })
    return line.count <= length ? line : line.prefix(length - 1) + "…"
  }
}

/// What the system says about an error of a file.
func reason(_ error: any Error) -> String {
  let error = error as NSError
  if let posix = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(posix) }
  return error.domain == NSPOSIXErrorDomain
    ? String(cString: strerror(Int32(error.code))) : error.localizedDescription
}
