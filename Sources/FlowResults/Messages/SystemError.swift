import FlowFiles
import Foundation
import SystemPackage

/// A failed file or call of the operating system, for which the program exits with code 5.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The file or the call that failed.
  package let subject: String
  /// The reason in the system's words, such as "no space left on device".
  package let reason: String
  /// The state of the results and the next step; empty if there is none.
  package var remedy = ""
  /// The value of `errno`; `nil` if it is unknown.
  package private(set) var code: Int32?

  /// Creates an error with a reason.
  package init(_ subject: String, reason: String, remedy: String = "") {
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
  }

  /// Creates an error from an error of a library.
  ///
  /// - Parameters:
  ///   - subject: The file or the call that failed.
  ///   - error: A `FileError`, whose file is named, an `Errno`, a Foundation error or another one; a
  ///     system error is returned unchanged.
  ///   - remedy: The state of the results and the next step.
  package init(_ subject: String, _ error: any Error, remedy: String = "") {
    if let known = error as? SystemError {
      self = known
      if self.remedy.isEmpty { self.remedy = remedy }
      return
    }
    let code = Self.code(of: error)
    self.init(
      (error as? FileError)?.path ?? subject, reason: Self.reason(of: error),
      remedy: remedy.isEmpty ? code.map(Self.remedy) ?? "" : remedy)
    self.code = code
  }

  /// Creates an error from the `errno` of a failed call.
  ///
  /// - Parameters:
  ///   - subject: The file or the call that failed.
  ///   - code: The value of `errno`.
  ///   - remedy: The state of the results and the next step.
  package init(_ subject: String, code: Int32, remedy: String = "") {
    self.init(subject, Errno(rawValue: code), remedy: remedy)
  }

  /// Creates an error from an unhandled error of a file or a call; `nil` for other errors.
  package init?(unnamed error: any Error) {
    let known = error as NSError
    guard
      error is Errno || error is FileError
        || [NSPOSIXErrorDomain, NSCocoaErrorDomain].contains(known.domain),
      !(error is DecodingError), !(error is EncodingError)
    else { return nil }
    self.init(known.userInfo[NSFilePathErrorKey] as? String ?? Executable.name, error)
  }

  /// The message in one line.
  package var description: String {
    "\(subject): \(reason)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  /// Returns a Boolean value that indicates whether the system failed, and not a path of the
  /// request is wrong.
  package static func isCause(of error: any Error) -> Bool {
    if let known = error as? SystemError, known.code == nil { return true }
    switch code(of: error) {
    case nil, ENOENT, ENOTDIR, EISDIR, EEXIST, ENOTEMPTY, ENAMETOOLONG, ELOOP, EINVAL, ENXIO,
      ENOEXEC:
      return false
    default: return true
    }
  }

  private static func code(of error: any Error) -> Int32? {
    if let known = error as? SystemError { return known.code }
    if let code = error as? Errno { return code.rawValue }
    if let file = error as? FileError { return file.code }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain { return Int32(truncatingIfNeeded: error.code) }
    return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap { code(of: $0) }
  }

  /// The next step after an error of a call.
  private static func remedy(_ code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "free some space"
    case EISDIR: "rename it"
    case EFBIG: "raise the limit on the size of files with 'ulimit -f'"
    case EMFILE: "raise the limit on open files with 'ulimit -n'"
    case ENFILE, EAGAIN, ENOMEM: "end other processes, or raise the limits that 'ulimit -a' shows"
    case EACCES, EPERM, EROFS: "allow it, or choose another place"
    case ENOLCK, ENOTSUP: "choose a place whose file system has locks"
    default: ""
    }
  }

  private static func reason(of error: any Error) -> String {
    if let code = code(of: error) { return lowercased(Errno(rawValue: code).description) }
    let error = error as NSError
    // Messages of Foundation may have several lines.
    let text = error.localizedDescription.split(whereSeparator: \.isNewline).joined(separator: " ")
    return lowercased(text)
  }

  private static func lowercased(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}
