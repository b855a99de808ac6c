import Foundation
import Platform

/// The library that is preloaded into counting trials, as the parent process sees it.
package struct CounterLibrary: Equatable, Sendable {
  /// Where it is.
  let path: String

  /// The variable that has it loaded first.
  static let variable = "LD_PRELOAD"
  /// The command that builds it, in the package of any program that depends on this one: a build
  /// puts it beside the program.
  static let build = "\(ToolVersion.buildCommand) --product FlowCount"
  /// What it is called.
  static let fileName = "libFlowCount.so"

  /// The library beside the executable, where the build puts it.
  ///
  /// - Throws: `UnavailableCounter` if there is none, or the system cannot preload it.
  init(besideExecutable executable: String) throws(UnavailableCounter) {
    guard PreloadedLibraries.canCountAllocations else {
      throw UnavailableCounter(reason: "this system lets no library count what a process allocates")
    }
    let path = URL(filePath: executable).deletingLastPathComponent()
      .appending(path: Self.fileName).path
    guard FileManager.default.isReadableFile(atPath: path) else {
      throw UnavailableCounter(
        reason: "\(Self.fileName) is missing, looked for beside the program as \(path); "
          + "build it with '\(Self.build)'")
    }
    guard !path.contains(where: { $0 == " " || $0 == ":" }) else {
      throw UnavailableCounter(
        reason: "a path with a space or a colon cannot be preloaded, got '\(path)'; "
          + "move the checkout")
    }
    self.path = path
  }
}

/// The reason why a pass cannot be counted, and the next step.
package struct UnavailableCounter: Error, Equatable, CustomStringConvertible {
  let reason: String
  var remedy = ""

  /// Both in one line.
  package var description: String { remedy.isEmpty ? reason : "\(reason); \(remedy)" }
}
