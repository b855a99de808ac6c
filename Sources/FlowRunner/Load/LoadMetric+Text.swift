import FlowResults
import Workloads

extension LoadMetric {
  /// The value with its unit.
  func text(_ value: Double) -> String {
    isTime ? TimeText.text(ns: UInt64(value)) : TextTable.number(value)
  }
}
