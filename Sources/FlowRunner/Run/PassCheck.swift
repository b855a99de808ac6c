import FlowResults

/// The passes of a plan that this machine and this build can measure.
package struct PassCheck: SessionTools {
  /// The library of counting trials; `nil` if they are skipped.
  private(set) var counterLibrary: CounterLibrary?
  /// The counter of instructions; `nil` if they are skipped.
  private(set) var instructions: PreparedInstructionTool?
  /// The passes that are skipped, with the reason and the remedy.
  private(set) var skipped: [Pass: String] = [:]

  /// Checks the passes before the first trial.
  ///
  /// - Throws: `PlanError` if no pass is left.
  init(_ passes: [Pass], executable: String) async throws(PlanError) {
    if passes.contains(.counting) {
      do {
        let library = try CounterLibrary(besideExecutable: executable)
        let report = await library.report(of: executable, isThorough: false)
        if let invalidReason = report.invalidReason {
          skipped[.counting] =
            "\(invalidReason); try '\(CounterLibrary.build)', then '\(Executable.name) doctor'"
        } else {
          counterLibrary = library
        }
      } catch {
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
            throw .system(SystemError("the copy of the program for valgrind", error))
          }
          skipped[.instructions] = "the program cannot be copied for valgrind: \(error)"
        }
      }
    }
    if passes.allSatisfy({ skipped[$0] != nil }), let pass = passes.first {
      throw .refused(
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
