import Foundation

/// A tool that counts instructions, with what its processes execute.
package struct PreparedInstructionTool: Sendable {
  let tool: InstructionTool
  /// What trials execute: a copy of the program where the tool needs one.
  let program: String
  /// Where the copy is; removed at the end.
  private let directory: String

  /// Makes the copy, if one is needed.
  ///
  /// - Throws: What copying throws.
  init(_ tool: InstructionTool, executable: String) throws {
    self.tool = tool
    let url = FileManager.default.temporaryDirectory
      .appending(path: "flowbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    directory = url.path
    do { program = try tool.prepare(executable, in: directory) } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
  }

  /// How one process is started; `directory` is its own.
  func launch(directory: String) -> InstructionTool.Launch {
    tool.launch(program, directory: directory)
  }

  /// Removes the copy.
  func remove() { try? FileManager.default.removeItem(atPath: directory) }
}
