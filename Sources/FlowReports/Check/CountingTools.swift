import FlowResults
import Measurement

/// What counts depend on besides the code and the platform.
package struct CountingTools: Equatable {
  /// Who counts instructions: `perf` or `callgrind`; empty when nobody does.
  let instructions: String
  /// Whose size classes bytes are in, without its version: they have been the same for years.
  let allocator: String

  package init(instructions: String, allocator: String) {
    self.instructions = instructions
    self.allocator = allocator
  }

  /// What a metric depends on; empty where nothing.
  func tool(of metric: SummaryMetric) -> String {
    switch metric.traits.dependence {
    case .instructionCounter: instructions
    case .allocator: allocator
    case nil: ""
    }
  }
}
