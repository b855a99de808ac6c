import FlowFiles
import FlowFloor
import FlowResults
import Foundation
package import Platform
import Subprocess

/// The passes of a plan that this machine and this build can measure.
package struct PassCheck: SessionTools {
  /// The library of counting trials; `nil` if they are skipped.
  private(set) var counterLibrary: CounterLibrary?
  /// The counter of instructions; `nil` if they are skipped.
  private(set) var instructions: PreparedInstructionTool?
  /// The passes that are skipped, with the reason and the remedy.
  private(set) var skipped: [Pass: String] = [:]

  /// Checks the passes before the first trial.
  init(_ passes: [Pass], executable: String) async throws {
    if passes.contains(.counting) {
      do {
        let library = try CounterLibrary(besideExecutable: executable)
        let report = try await library.report(of: executable, isThorough: false)
        if let invalidReason = report.invalidReason {
          // The library beside a base was not built here.
          skipped[.counting] =
            executable == Executable.path
            ? "\(invalidReason); try '\(CounterLibrary.build)', then '\(Executable.name) doctor'"
            : "\(invalidReason); try '\(executable) doctor'"
        } else {
          counterLibrary = library
        }
      } catch let error as UnavailableCounter {
        skipped[.counting] = error.description
      }
    }
    if passes.contains(.instructions) {
      switch InstructionTool.find() {
      case .failure(let missing):
        skipped[.instructions] = missing.description
      case .success(let tool):
        do { instructions = try PreparedInstructionTool(tool, executable: executable) } catch {
          if SystemError.isCause(of: error) {
            throw SystemError("the copy of the program for valgrind", error)
          }
          skipped[.instructions] = "the program cannot be copied for valgrind: \(error)"
        }
      }
    }
    if passes.allSatisfy({ skipped[$0] != nil }), let pass = passes.first {
      throw PlanError.refused(
        option: "--passes", reason: "\(pass.rawValue) cannot be measured: \(skipped[pass] ?? "")")
    }
  }

  /// Removes the copy of the program.
  package func end() { instructions?.remove() }

  /// A line for each skipped pass, for stderr.
  package var text: String {
    Pass.allCases.compactMap { pass in
      skipped[pass].map { "--passes: \(pass.rawValue) is skipped, its cells stay empty: \($0)\n" }
    }.joined()
  }
}

/// The start of processes whose instructions can be counted: as they are if the kernel counts, else
/// under valgrind.
package struct InstructionTool: Sendable, Equatable {
  /// The path of valgrind; `nil` if the kernel counts.
  let valgrind: String?
  /// The counter of a process that does not run under valgrind.
  var kernelSource = InstructionCounter.Source.perf

  package var source: InstructionCounter.Source { valgrind == nil ? kernelSource : .callgrind }

  /// Finds the counter of this machine.
  ///
  /// - Returns: The tool, or the reason why the pass is left out.
  package static func find() -> Result<InstructionTool, UnavailableCounter> {
    if ProcessInstructionCounter() != nil {
      return .success(InstructionTool(valgrind: nil, kernelSource: .rusage))
    }
    if ProcessInstructionCounter.isOnlyCounter {
      return .failure(
        UnavailableCounter(reason: "the processor shows no counter (usual in a virtual machine)"))
    }
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

  /// Returns the path of the program for processes of the pass: for valgrind a ``SectionlessCopy``.
  ///
  /// - Parameter directory: The directory for a copy.
  func prepare(_ executable: String, in directory: String) throws -> String {
    guard valgrind != nil else { return executable }
    let copy = "\(directory)/\(URL(filePath: executable).lastPathComponent)"
    try SectionlessCopy.make(of: executable, at: copy)
    return copy
  }

  /// Returns the launcher of one process.
  ///
  /// - Parameters:
  ///   - prepared: The result of ``prepare(_:in:)``.
  ///   - directory: The absolute path of a directory of this process, for the file of callgrind.
  func launch(_ prepared: String, directory: String) -> ChildProcess.Launcher {
    guard let valgrind else { return ChildProcess.Launcher(executable: prepared) }
    let file = "\(directory)/callgrind.out"
    return ChildProcess.Launcher(
      executable: valgrind,
      prefix: [
        "--tool=callgrind", "--quiet", "--vgdb=no", "--instr-atstart=no",
        // Valgrind expands names such as `%p`.
        "--callgrind-out-file=\(file.replacing("%", with: "%%"))", prepared,
      ],
      environment: [.init(stringLiteral: CallgrindCounter.fileVariable): file])
  }

}

/// A tool that counts instructions, with the program of its processes.
package struct PreparedInstructionTool: Sendable {
  let tool: InstructionTool
  let program: String
  private let directory: ScratchDirectory

  /// Makes the copy, if one is needed.
  init(_ tool: InstructionTool, executable: String) throws {
    self.tool = tool
    directory = try ScratchDirectory()
    do { program = try tool.prepare(executable, in: directory.path) } catch {
      directory.remove()
      throw error
    }
  }

  func remove() { directory.remove() }
}

/// Copies an executable without the table of sections in its header.
///
/// A program is loaded by its segments; sections are for linkers and debuggers. Valgrind 3.19 reads
/// them for debug information and stops at that of Swift (DWARF 5: "Possibly corrupted debuginfo
/// file"). Stripping the copy works as well, but needs a tool and starts 0.2 s later. The code is
/// the same, byte by byte.
enum SectionlessCopy {
  /// The number of bytes of the header of a 64-bit file.
  static let headerSize = 64

  static func make(of path: String, at copy: String) throws {
    let program = try InputFile.bytes(of: path)
    let header = Data(try withoutSections(header: Array(program.prefix(headerSize)), path: path))
    try WholeFile.write(header + program.dropFirst(headerSize), to: copy, isSynced: false)
    try FileError.check(copy) { chmod(copy, 0o755) }
  }

  /// Returns the header with zeros for the offset of the table of sections, the size and number of
  /// its entries, and the index of names ("System V Application Binary Interface", ELF header).
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
