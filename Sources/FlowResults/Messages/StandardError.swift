import FlowFiles
import Foundation

/// Standard error, for all output except results.
package enum StandardError {
  /// A Boolean value that indicates whether it is a terminal that can redraw a line.
  package static var isTerminal: Bool {
    isatty(STDERR_FILENO) == 1 && !Terminal.isDumb(by: ProcessInfo.processInfo.environment)
  }

  /// Writes messages with escaped control characters.
  package static func write(_ text: String) { pass(text.escapingControls(keepingLines: true)) }

  /// Writes a text without escapes, such as cursor movements.
  package static func pass(_ text: String) {
    // A measurement continues if its messages are no longer read.
    _ = Descriptor.write(text, to: STDERR_FILENO)
  }
}

/// Standard output, for results.
package enum StandardOutput {
  /// A Boolean value that indicates whether it is a terminal that shows colours.
  package static var wantsColours: Bool {
    isatty(STDOUT_FILENO) == 1
      && Terminal.isColoured(by: ProcessInfo.processInfo.environment)
  }

  /// Writes a text, which is dropped if the reader, such as `head`, has ended.
  ///
  /// - Throws: `SystemError`.
  package static func write(_ text: String) throws(SystemError) {
    try write(text, to: STDOUT_FILENO)
  }

  static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    try check(Descriptor.write(text, to: descriptor))
  }

  /// Flushes the output of stores and closes standard output, because some file systems report a
  /// full disk only then.
  ///
  /// - Throws: `SystemError`.
  package static func finish() throws(SystemError) {
    if fflush(nil) != 0 { try check(errno) }
    // A descriptor that was closed from the start is not an error.
    if close(STDOUT_FILENO) != 0, errno != EBADF { try check(errno) }
  }

  private static func check(_ code: Int32?) throws(SystemError) {
    guard let code, code != EPIPE else { return }
    throw SystemError("standard output", code: code)
  }
}

/// The properties of a terminal.
package enum Terminal {
  /// Returns a Boolean value that indicates whether it cannot show colours or redraw a line.
  static func isDumb(by environment: [String: String]) -> Bool { environment["TERM"] == "dumb" }

  /// Returns a Boolean value that indicates whether it shows colours.
  static func isColoured(by environment: [String: String]) -> Bool {
    !isDumb(by: environment) && environment["NO_COLOR", default: ""].isEmpty
  }

  /// The width of standard error's terminal in characters; 80 if it is unknown.
  package static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}

extension String {
  /// Returns the text without its middle if it is long: a damaged file can have a cell of megabytes.
  package func shortened(to length: Int = 200) -> String {
    guard utf8.count > length, unicodeScalars.count > length else { return self }
    let (start, end) = (unicodeScalars.prefix(length * 2 / 3), unicodeScalars.suffix(length / 3))
    return String(start) + "…" + String(end)
  }

  /// Returns the text with escapes for characters that move a cursor, ring or hide text.
  ///
  /// - Parameter keepingLines: A Boolean value that indicates whether line feeds stay.
  package func escapingControls(keepingLines: Bool = false) -> String {
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control: keepingLines && scalar == "\n"
      case .lineSeparator, .paragraphSeparator: false
      // Invisible marks, and overrides of the text direction; not those that join letters.
      case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
      default: true
      }
    }
    guard !unicodeScalars.allSatisfy(isKept) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if isKept(scalar) {
        text.unicodeScalars.append(scalar)
      } else {
        text +=
          scalar.value < 128
          ? scalar.escaped(asASCII: true)
          : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return text
  }
}

/// The name and the path of the running program.
package enum Executable {
  /// The last component of its path.
  package static let name: String =
    CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? "flowbench"

  /// The program as it was called, which a shell finds again in the same directory.
  private static let called = CommandLine.arguments.first ?? "flowbench"

  /// Returns a command line of this program that can be copied into the same shell.
  package static func command(_ words: [String]) -> String { ShellText.line([called] + words) }

  /// Returns a command line of this program that can be copied into the same shell.
  package static func command(_ words: String...) -> String { command(words) }

  /// The path, for child processes, without symbolic links.
  package static var path: String {
    // Only Linux has this link.
    if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      return path
    }
    return URL(filePath: Bundle.main.executablePath ?? CommandLine.arguments[0])
      .resolvingSymlinksInPath().path
  }
}
