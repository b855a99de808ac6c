import Foundation

/// Talk, as opposed to data: everything that is not a result.
package enum StandardError {
  /// Whether a person is looking.
  package static var isTerminal: Bool { isatty(FileHandle.standardError.fileDescriptor) == 1 }

  /// Writes as it is, without a line end.
  package static func write(_ text: String) {
    // Talk that nobody listens to any more must not end what is being measured.
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}

/// Data, as opposed to talk.
package enum StandardOutput {
  /// Whether a person is looking who has not asked for plain text.
  package static var wantsColours: Bool {
    isatty(FileHandle.standardOutput.fileDescriptor) == 1
      && ProcessInfo.processInfo.environment["NO_COLOR", default: ""].isEmpty
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
