import Foundation
package import Platform

/// The start of processes whose instructions can be counted: as they are if the kernel counts, else under
/// valgrind.
package struct InstructionTool: Sendable, Equatable {
  /// The path of valgrind; `nil` if the kernel counts.
  let valgrind: String?

  package var source: InstructionCounter.Source { valgrind == nil ? .perf : .callgrind }

  /// Finds the counter of this machine.
  ///
  /// - Returns: The tool, or the reason why the pass is left out.
  package static func find() -> Result<InstructionTool, UnavailableCounter> {
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

  /// - Parameters:
  ///   - refusal: The reason why the kernel does not count; `nil` if it does.
  ///   - valgrind: The path of valgrind, if it is installed.
  static func choose(
    refusal: InstructionCounterUnavailable?, valgrind: String?
  ) -> Result<InstructionTool, UnavailableCounter> {
    guard let refusal else { return .success(InstructionTool(valgrind: nil)) }
    guard let valgrind else {
      let install = "make deps WITH_VALGRIND=1, or: apt-get install valgrind"
      return .failure(
        UnavailableCounter(
          reason: "\(refusal), and valgrind is not installed",
          remedy: refusal.remedy.map { "\($0), or: \(install)" } ?? install))
    }
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
  /// - Throws: `UnavailableCounter`, or what copying throws.
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
  func launch(_ prepared: String, directory: String) -> ChildProcess.Launcher {
    guard let valgrind else { return ChildProcess.Launcher(executable: prepared) }
    let file = "\(directory)/callgrind.out"
    return ChildProcess.Launcher(
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

  /// Removes the copy.
  func remove() { directory.remove() }
}

/// Copies an executable without the table of sections in its header.
///
/// A program is loaded by its segments; sections are for linkers and debuggers. Valgrind 3.19 reads them for
/// debug information and stops at that of Swift (DWARF 5: "Possibly corrupted debuginfo file"). Stripping the
/// copy works as well, but needs a tool and starts 0.2 s later. The code is the same, byte by byte.
enum SectionlessCopy {
  /// The number of bytes of the header of a 64-bit file.
  static let headerSize = 64

  /// - Throws: `UnavailableCounter` for what is no executable of ELF, or what copying throws.
  static func make(of path: String, at copy: String) throws {
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    let file = try FileHandle(forUpdating: URL(filePath: copy))
    defer { try? file.close() }
    let header = Array(try file.read(upToCount: headerSize) ?? Data())
    let changed = try withoutSections(header: header, path: path)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(changed))
  }

  /// The header with no sections: their table's place, the size of its entries, their number and
  /// which of them holds names are zero ("System V Application Binary Interface", ELF header).
  static func withoutSections(
    header: [UInt8], path: String
  ) throws(UnavailableCounter) -> [UInt8] {
    let isELF64 = header.count == headerSize && header.prefix(4) == [0x7f, 0x45, 0x4c, 0x46][...]
    guard isELF64, header[4] == 2 else {
      throw UnavailableCounter(reason: "\(path) is no 64-bit executable of ELF")
    }
    var header = header
    for index in [0x28..<0x30, 0x3a..<0x40].joined() { header[index] = 0 }
    return header
  }
}
