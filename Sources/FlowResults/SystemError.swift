import Foundation
import SystemPackage

/// A failure of the operating system: the request was right, and a file or a call failed.
///
/// The program prints it in one line and exits with the code 5.
package struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The file or the call that failed.
  package let subject: String
  /// The reason in the system's words, such as "no space left on device".
  package let reason: String
  /// Further sentences: the state of the results and the next step; empty if there are none.
  package var remedy = ""

  /// Creates an error with a reason of its own.
  package init(_ subject: String, reason: String, remedy: String = "") {
    self.subject = subject
    self.reason = reason
    self.remedy = remedy
  }

  /// Creates an error from the one that a library has thrown.
  ///
  /// - Parameters:
  ///   - subject: The file or the call that failed.
  ///   - error: An `Errno`, a Foundation error or any other. A system error stays as it is.
  ///   - remedy: Further sentences.
  package init(_ subject: String, _ error: any Error, remedy: String = "") {
    if let known = error as? SystemError {
      self = known
      if self.remedy.isEmpty { self.remedy = remedy }
      return
    }
    self.init(subject, reason: Self.reason(of: error), remedy: remedy)
  }

  /// Creates an error from the number that a failed call has left.
  ///
  /// - Parameters:
  ///   - subject: The file or the call that failed.
  ///   - code: The value of `errno`.
  ///   - remedy: Further sentences.
  package init(_ subject: String, code: Int32, remedy: String = "") {
    self.init(subject, Errno(rawValue: code), remedy: remedy)
  }

  /// The line that a user sees.
  package var description: String {
    "\(subject): \(reason)" + (remedy.isEmpty ? "" : "; \(remedy)")
  }

  private static func reason(of error: any Error) -> String {
    if let code = error as? Errno { return lowercased(code.description) }
    let error = error as NSError
    if error.domain == NSPOSIXErrorDomain {
      return lowercased(Errno(rawValue: Int32(truncatingIfNeeded: error.code)).description)
    }
    if let inner = error.userInfo[NSUnderlyingErrorKey] as? any Error { return reason(of: inner) }
    // Foundation's own texts can span lines.
    let text = error.localizedDescription.split(whereSeparator: \.isNewline).joined(separator: " ")
    return lowercased(text)
  }

  private static func lowercased(_ text: String) -> String {
    text.prefix(1).lowercased() + text.dropFirst()
  }
}
