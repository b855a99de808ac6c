import Measurement

/// What counts depend on besides the code and the platform.
struct CountingTools: Equatable {
  /// Who counts instructions: `perf` or `callgrind`; empty when nobody does.
  let instructions: String
  /// Whose size classes bytes are in, without its version: they have been the same for years.
  let allocator: String

  /// Those of this process and the trials it starts.
  static var current: CountingTools {
    let instructions =
      if case .success(let tool) = InstructionTool.find() { "\(tool.source)" } else { "" }
    let allocator = ToolVersion.allocator.prefix { $0 != " " }
    return CountingTools(instructions: instructions, allocator: String(allocator))
  }

  /// What a metric depends on; empty where nothing.
  func tool(of metric: SummaryMetric) -> String {
    switch metric.name {
    case SummaryMetric.instructions.name: instructions
    case SummaryMetric.bytes.name: allocator
    default: ""
    }
  }
}
