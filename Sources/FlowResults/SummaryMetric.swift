/// A number of every sample that is summarised: a column of `samples.csv`.
package struct SummaryMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  /// What part of it counts of the same work may differ by without a doubt; `nil` for what is timed
  /// and scatters anyway.
  package let tolerance: Double?
  package let value: @Sendable (SampleRow) -> Double?

  /// Every metric in the order of `summary.csv`; the first one stands for a scenario.
  package static let all = [
    timed("wall_ns_per_action") { $0.wallNs },
    timed("cpu_ns_per_action") { $0.cpuNs },
    timed("thread_cpu_ns_per_action") { $0.threadCPUNs },
    timed("send_ns_per_action") { $0.sendNs },
    timed("invalidations_per_action") { $0.invalidations },
    timed("wasted_per_action") { $0.wasted },
    counted("allocations_per_action") { $0.allocations },
    counted("frees_per_action") { $0.frees },
    counted("reallocations_per_action") { $0.reallocations },
    counted("bytes_per_action") { $0.bytes },
    counted("asked_bytes_per_action") { $0.bytesAsked },
    counted("objects_per_action") { $0.objects },
    counted("retains_per_action") { $0.retains },
    counted("releases_per_action") { $0.releases },
    counted("kept_bytes") { $0.keptBytes.map(Double.init) },
    counted("instructions_per_action", within: 0.0001) { $0.instructions },
  ]

  /// Elapsed time until all is quiet: what a scenario costs.
  package static let wall = all[0]
  /// Time on all cores.
  package static let cpu = all[1]
  /// Time inside `send`.
  package static let send = all[3]

  /// Blocks handed out by the allocator.
  package static let allocations = all[6]

  /// Bytes of those blocks, in the allocator's size classes.
  package static let bytes = all[9]
  /// Instructions executed in user space.
  package static let instructions = all[15]

  /// The metric with a name; `nil` when there is none.
  package static func named(_ name: String) -> SummaryMetric? { all.first { $0.name == name } }

  /// Reads `--metric`.
  package static func named(option name: String) throws(PlanError) -> SummaryMetric {
    guard let metric = named(name) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: all.map(\.name))
    }
    return metric
  }

  /// Whether it is a time: all others are numbers of something.
  package var isTime: Bool { name.hasSuffix("_ns_per_action") }

  /// Its position in `all`.
  package var index: Int? { Self.all.firstIndex { $0.name == name } }

  private static func timed(_ name: String, _ value: @escaping @Sendable (SampleRow) -> Double?)
    -> Self
  { Self(name: name, tolerance: nil, value: value) }

  private static func counted(
    _ name: String, within tolerance: Double = 0,
    _ value: @escaping @Sendable (SampleRow) -> Double?
  ) -> Self { Self(name: name, tolerance: tolerance, value: value) }
}
