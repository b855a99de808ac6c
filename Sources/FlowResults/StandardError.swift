import Foundation

/// Talk, as opposed to data: everything that is not a result.
package enum StandardError {
  /// Whether a terminal that can redraw a line shows it.
  package static var isTerminal: Bool {
    isatty(STDERR_FILENO) == 1 && !Terminal.isDumb(by: ProcessInfo.processInfo.environment)
  }

  /// Writes messages, without a line end of their own; control characters in them are escaped.
  package static func write(_ text: String) { pass(text.escapingControls(keepingLines: true)) }

  /// Writes as it is: what moves the cursor, and what other processes have written.
  package static func pass(_ text: String) {
    // What is being measured must not end because its messages are no longer read.
    _ = Descriptor.write(text, to: STDERR_FILENO)
  }
}

/// Data, as opposed to talk.
package enum StandardOutput {
  /// Whether it is a terminal that shows colours, and plain text was not asked for.
  package static var wantsColours: Bool {
    isatty(STDOUT_FILENO) == 1
      && Terminal.isColoured(by: ProcessInfo.processInfo.environment)
  }

  /// Writes all of a text, at once; without a line end of its own.
  ///
  /// A reader that has gone, such as `head`, has all it wanted: what follows is dropped.
  ///
  /// - Throws: `SystemError` when the text cannot be written.
  package static func write(_ text: String) throws(SystemError) {
    try write(text, to: STDOUT_FILENO)
  }

  static func write(_ text: String, to descriptor: Int32) throws(SystemError) {
    try check(Descriptor.write(text, to: descriptor))
  }

  /// Writes what stores have printed, and closes standard output: some file systems say only then
  /// that a disk is full. Called once, at the end of the process.
  ///
  /// - Throws: `SystemError` when not everything could be written.
  package static func finish() throws(SystemError) {
    if fflush(nil) != 0 { try check(errno) }
    // Where it was closed from the start, writing has failed already or there was nothing to write.
    if close(STDOUT_FILENO) != 0, errno != EBADF { try check(errno) }
  }

  private static func check(_ code: Int32?) throws(SystemError) {
    guard let code, code != EPIPE else { return }
    throw SystemError("standard output", code: code)
  }
}

/// What is known of a terminal.
package enum Terminal {
  /// Whether it can neither show colours nor redraw a line, as the shells of some editors.
  static func isDumb(by environment: [String: String]) -> Bool { environment["TERM"] == "dumb" }

  /// Whether it shows colours, and plain text was not asked for.
  static func isColoured(by environment: [String: String]) -> Bool {
    !isDumb(by: environment) && environment["NO_COLOR", default: ""].isEmpty
  }

  /// How many characters a line of standard error's terminal has; 80 when it does not say.
  package static var width: Int {
    var size = winsize()
    let isKnown = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }
}

/// Writing to a descriptor, whatever is behind it.
private enum Descriptor {
  /// Writes all of a text.
  ///
  /// - Returns: The error that ended it; `nil` when all is written.
  static func write(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        } else if errno == EAGAIN {
          // Another process has made the descriptor that is shared with it one that does not wait.
          var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&waiting, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return nil
    }
  }
}

extension String {
  /// The text with escapes in the place of characters that move a cursor, ring or hide text.
  ///
  /// - Parameter keepingLines: Whether line feeds stay; what is one line is given without them.
  package func escapingControls(keepingLines: Bool = false) -> String {
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.properties.generalCategory {
      case .control: keepingLines && scalar == "\n"
      case .lineSeparator, .paragraphSeparator: false
      // Marks that cannot be seen, and overrides that show text in another order than it has; not those
      // that join letters.
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

/// The program that is running.
package enum Executable {
  /// Its name: the last part of what it was started as.
  package static let name: String =
    CommandLine.arguments.first.map { URL(filePath: $0).lastPathComponent } ?? "flowbench"

  /// Its path, to be started again.
  package static var path: String {
    #if os(Linux)
      if let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        return path
      }
    #endif
    return Bundle.main.executablePath ?? CommandLine.arguments[0]
  }
}
