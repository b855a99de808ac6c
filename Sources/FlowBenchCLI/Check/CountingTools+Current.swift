import FlowReports
import FlowRunner

extension CountingTools {
  /// Those of this process and the trials it starts.
  static var current: CountingTools {
    let instructions =
      if case .success(let tool) = InstructionTool.find() { "\(tool.source)" } else { "" }
    let allocator = ToolVersion.allocator.prefix { $0 != " " }
    return CountingTools(instructions: instructions, allocator: String(allocator))
  }
}
