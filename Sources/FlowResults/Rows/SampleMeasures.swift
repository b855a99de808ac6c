/// The measurements of one sample; `nil` if a number was not measured.
///
/// A new number is a property and a column here, and is set by the driver of its pass. Summary,
/// table, gate, comparison and export find it if the column is a metric.
package struct SampleMeasures: Codable, Equatable, Sendable {
  package var actions: Int?
  package var batches: Int?
  package var wallNs: Double?
  package var referenceNs: Double?
  package var cpuNs: Double?
  package var sendNs: Double?
  package var notifications: Double?
  package var wasted: Double?
  package var comparisons: Double?
  package var allocations: Double?
  package var bytes: Double?
  package var threadCPUNs: Double?
  package var preemptions: Int?
  package var frees: Double?
  package var reallocations: Double?
  package var requestedBytes: Double?
  package var leftBytes: Double?
  package var objects: Double?
  package var retains: Double?
  package var releases: Double?
  package var liveBytesBefore: Int?
  package var liveBytesAfter: Int?
  package var keptBytes: Int?
  package var residentBytes: Int?
  package var fragmentation: Double?
  package var instructions: Double?
  package var coldNs: Double?
  package var coldP99Ns: Double?
  package var coldEmptyNs: Double?

  package init(actions: Int? = nil, batches: Int? = nil) {
    self.actions = actions
    self.batches = batches
  }

  static let columns: [ResultColumn<SampleMeasures>] = [
    .integer("actions", \.actions, "Actions sent in this sample."),
    .integer("batches", \.batches, "Timed intervals whose sum the sample is."),
    .number(
      "wall_ns_per_action", \.wallNs, "Elapsed time until all effects have ended.", in: .positive
    ).metric(MetricTraits(unit: "ns/op")),
    .number(
      "reference_ns_per_step", \.referenceNs,
      "Time of a step of fixed work before and after the sample: the speed of the machine.",
      in: .positive
    ).metric(.timed),
    .number(
      "cpu_ns_per_action", \.cpuNs, "Processor time of all threads until then.", in: .positive
    ).metric(.timed),
    .number(
      "send_ns_per_action", \.sendNs,
      "Time inside `send`, without the cost of the clock if it is timed separately.",
      in: .positive
    ).metric(.timed),
    .number("notifications_per_action", \.notifications, "Views notified of a change.")
      .metric(MetricTraits(title: "notified")),
    .number("wasted_per_action", \.wasted, "Notified views that draw the same as before.")
      .metric(MetricTraits(title: "wasted")),
    .number(
      "comparisons_per_action", \.comparisons,
      "Comparisons of rows; empty for workloads without rows."
    ).metric(.counted(title: "compared")),
    .number("allocations_per_action", \.allocations, "Allocated blocks.")
      .metric(.counted(title: "allocs", isGated: true, unit: "allocs/op")),
    .number(
      "bytes_per_action", \.bytes,
      "Bytes of allocated and reallocated blocks, in the allocator's size classes."
    ).metric(.counted(title: "bytes", isGated: true, dependence: .allocator, unit: "B/op")),
    .number(
      "thread_cpu_ns_per_action", \.threadCPUNs,
      "Processor time of the sending thread; empty if it changed.", in: .positive
    ).metric(.timed),
    .integer("preemptions_total", \.preemptions, "Preemptions during the sample."),
    .number("frees_per_action", \.frees, "Freed blocks.")
      .metric(.counted()),
    .number("reallocations_per_action", \.reallocations, "Reallocated blocks.")
      .metric(.counted()),
    .number("requested_bytes_per_action", \.requestedBytes, "Requested bytes of all blocks.")
      .metric(.counted(isGated: true, unit: "requested-B/op")),
    .number(
      "left_bytes_per_action", \.leftBytes,
      "Growth of the heap in use, in size classes; empty: fewer than 500 counted actions.", in: .any
    ).metric(.counted(title: "left")),
    .number("objects_per_action", \.objects, "Swift objects allocated on the heap.")
      .metric(.counted(isGated: true)),
    .number(
      "retains_per_action", \.retains, "Strong retains, without loads of weak references."
    ).metric(.counted(title: "retains", isGated: true)),
    .number("releases_per_action", \.releases, "Strong releases.")
      .metric(.counted(isGated: true)),
    .integer(
      "live_before_bytes", \.liveBytesBefore, "Heap in use before the store was created."),
    .integer("live_after_bytes", \.liveBytesAfter, "Heap in use at the end, with the store."),
    .integer(
      "kept_bytes", \.keptBytes, "Their difference: heap of store, state and views.", in: .any
    ).metric(.counted(title: "memory", unit: "kept-B")),
    .integer(
      "resident_bytes", \.residentBytes,
      "Resident memory of jemalloc; on macOS without it, of the process."),
    .number(
      "fragmentation_ratio", \.fragmentation,
      "Memory of the allocator's pages divided by that of the blocks in them."),
    .number(
      "instructions_per_action", \.instructions,
      "Instructions of all threads in user space; on macOS in the kernel, too."
    ).metric(
      .counted(
        within: 0.0001, title: "instr", isGated: true, dependence: .instructionCounter)),
    .number(
      "cold_ns", \.coldNs,
      "Median time of a single action at a pace, until all its effects have ended.", in: .positive
    ).metric(MetricTraits(unit: "cold-ns/op")),
    .number(
      "cold_p99_ns", \.coldP99Ns,
      "Its 99th percentile in the process; empty: fewer than 100 actions.", in: .positive
    ).metric(MetricTraits(unit: "cold-p99-ns/op")),
    .number(
      "cold_empty_ns", \.coldEmptyNs,
      "Median of an empty action, measured in the same way; not subtracted.", in: .positive
    ).metric(MetricTraits(unit: "cold-empty-ns/op")),
  ]
}
