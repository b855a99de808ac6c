import Foundation

/// A failed call for a file or a directory.
package struct FileError: Error, Equatable {
  /// The path of the request, never that of a temporary file.
  package let path: String
  /// The value of `errno`.
  package let code: Int32

  package init(_ path: String, code: Int32 = errno) {
    self.path = path
    self.code = code
  }

  /// The system's words, such as "No space left on device".
  package var reason: String { String(cString: strerror(code)) }

  /// Throws the error of a call that returned a negative number. An interrupted call is repeated.
  @discardableResult
  package static func check(
    _ path: String, _ call: () -> Int32
  ) throws(FileError) -> Int32 {
    while true {
      let result = call()
      if result >= 0 { return result }
      guard errno == EINTR else { throw FileError(path) }
    }
  }
}
