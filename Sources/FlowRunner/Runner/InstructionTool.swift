import Foundation
package import Measurement

/// How the processes of the instructions pass are started so that ``InstructionCounter`` finds
/// somebody to count in them: as they are where the kernel counts, else under valgrind.
package struct InstructionTool: Sendable, Equatable {
  /// Where valgrind is; nil when the kernel counts and nothing is needed.
  let valgrind: String?

  /// What the instructions are counted by.
  package var source: InstructionCounter.Source { valgrind == nil ? .perf : .callgrind }

  /// What a process of the pass is started as.
  struct Launch: Sendable, Equatable {
    /// The program to execute, by its path.
    let executable: String
    /// What comes before the arguments of ours.
    let prefix: [String]
    /// What its environment needs beside what every trial's needs.
    let environment: [String: String]
  }

  /// Looks for somebody who can count on this machine.
  ///
  /// - Returns: The tool, or the line that says why the pass is left out.
  package static func find() -> Result<InstructionTool, InstructionToolMissing> {
    let refusal: InstructionCounterUnavailable?
    do {
      _ = try PerfEventCounter(.instructions)
      refusal = nil
    } catch {
      refusal = error
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return choose(refusal: refusal, valgrind: program("valgrind", path: path))
  }

  /// The choice, of values.
  ///
  /// - Parameters:
  ///   - refusal: Why the kernel does not count; nil when it does.
  ///   - valgrind: Where valgrind is, if it is installed.
  static func choose(
    refusal: InstructionCounterUnavailable?, valgrind: String?
  ) -> Result<InstructionTool, InstructionToolMissing> {
    guard let refusal else { return .success(InstructionTool(valgrind: nil)) }
    guard let valgrind else { return .failure(InstructionToolMissing(refusal: refusal)) }
    return .success(InstructionTool(valgrind: valgrind))
  }

  /// Finds a program as a shell does.
  static func program(_ name: String, path: String) -> String? {
    path.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Makes what processes of the pass execute, once for a run.
  ///
  /// Valgrind gets a copy without the table of sections (``SectionlessCopy``).
  ///
  /// - Parameters:
  ///   - executable: The program, by its path.
  ///   - directory: Where a copy may be put; the caller removes it.
  /// - Returns: The path of what to execute.
  /// - Throws: `SectionlessCopyError`, or what copying throws.
  func prepare(_ executable: String, in directory: String) throws -> String {
    guard valgrind != nil else { return executable }
    let copy = "\(directory)/\(URL(filePath: executable).lastPathComponent)"
    try SectionlessCopy.make(of: executable, at: copy)
    return copy
  }

  /// How one process is started.
  ///
  /// - Parameters:
  ///   - prepared: What ``prepare(_:in:)`` returned.
  ///   - directory: A directory of this one process, by its absolute path: callgrind writes there.
  func launch(_ prepared: String, directory: String) -> Launch {
    guard let valgrind else { return Launch(executable: prepared, prefix: [], environment: [:]) }
    let file = "\(directory)/callgrind.out"
    return Launch(
      executable: valgrind,
      prefix: [
        "--tool=callgrind", "--quiet", "--vgdb=no", "--instr-atstart=no",
        "--callgrind-out-file=\(Self.escaped(file))", prepared,
      ],
      environment: [CallgrindCounter.fileVariable: file])
  }

  /// Valgrind expands `%p` and the like in names of files.
  private static func escaped(_ path: String) -> String { path.replacing("%", with: "%%") }
}

/// Why the instructions pass is left out, in one line with a remedy.
package struct InstructionToolMissing: Error, Equatable, Sendable {
  /// Why the kernel does not count.
  let refusal: InstructionCounterUnavailable

  /// What keeps instructions from being counted.
  var reason: String { "\(refusal), and valgrind is not installed" }

  /// What a person can do about it.
  var remedy: String {
    let valgrind = "make deps WITH_VALGRIND=1, or: apt-get install valgrind"
    return refusal.remedy.map { "\($0), or: \(valgrind)" } ?? valgrind
  }
}

extension InstructionToolMissing: CustomStringConvertible {
  /// The line for stderr.
  package var description: String {
    "--passes instructions: skipped: \(reason); \(remedy)"
  }
}

/// A tool that counts instructions, with what its processes execute.
package struct PreparedInstructionTool: Sendable {
  let tool: InstructionTool
  /// What trials execute: a copy of the program where the tool needs one.
  let program: String
  /// Where the copy is; removed at the end.
  private let directory: ScratchDirectory

  /// Makes the copy, if one is needed.
  ///
  /// - Throws: What copying throws.
  init(_ tool: InstructionTool, executable: String) throws {
    self.tool = tool
    directory = try ScratchDirectory()
    do { program = try tool.prepare(executable, in: directory.path) } catch {
      directory.remove()
      throw error
    }
  }

  /// How one process is started; `directory` is its own.
  func launch(directory: String) -> InstructionTool.Launch {
    tool.launch(program, directory: directory)
  }

  /// Removes the copy.
  func remove() { directory.remove() }
}
