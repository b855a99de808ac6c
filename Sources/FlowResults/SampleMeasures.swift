/// The measurements of one sample; `nil` if a number was not measured.
///
/// A new number is a field and a column here, and is set by the driver of its pass; summary, table, gate,
/// comparison and export find it if the column is a metric.
package struct SampleMeasures: Codable, Equatable, Sendable {
  package var actions: Int?
  package var batches: Int?
  package var wallNs: Double?
  package var cpuNs: Double?
  package var sendNs: Double?
  package var notifications: Double?
  package var wasted: Double?
  package var allocations: Double?
  package var bytes: Double?
  package var threadCPUNs: Double?
  package var preemptions: Int?
  package var frees: Double?
  package var reallocations: Double?
  package var requestedBytes: Double?
  package var objects: Double?
  package var retains: Double?
  package var releases: Double?
  package var liveBytesBefore: Int?
  package var liveBytesAfter: Int?
  package var keptBytes: Int?
  package var residentBytes: Int?
  package var fragmentation: Double?
  package var instructions: Double?

  package init(actions: Int? = nil, batches: Int? = nil) {
    self.actions = actions
    self.batches = batches
  }

  /// The number of columns before that of the digest.
  static let countBeforeDigest = 9
  /// The number of columns before those of the later dimensions.
  static let countBeforeDimensions = 23

  static let columns: [ResultColumn<SampleMeasures>] = [
    .integer("actions", \.actions, "Actions sent in this sample."),
    .integer("batches", \.batches, "Intervals that were timed and added up."),
    .number(
      "wall_ns_per_action", \.wallNs, "Elapsed time until all was quiet.", in: .positive
    ).metric(MetricTraits(unit: "ns/op")),
    .number(
      "cpu_ns_per_action", \.cpuNs, "Time on all cores, of all threads, until quiet.", in: .positive
    ).metric(.timed),
    .number(
      "send_ns_per_action", \.sendNs,
      "Time inside `send`; where that is not everything, timed apart, less the clock's cost.",
      in: .positive
    ).metric(.timed),
    .number("notifications_per_action", \.notifications, "Views notified of a change.")
      .metric(MetricTraits(title: "notified")),
    .number("wasted_per_action", \.wasted, "Views notified although what they draw is the same.")
      .metric(MetricTraits(title: "wasted")),
    .number("allocations_per_action", \.allocations, "Blocks handed out by the allocator.")
      .metric(.counted(title: "allocs", isGated: true, unit: "allocs/op")),
    .number(
      "bytes_per_action", \.bytes,
      "Bytes of those blocks and of reallocated ones, in the allocator's size classes."
    ).metric(.counted(title: "bytes", isGated: true, dependence: .allocator, unit: "B/op")),
    .number(
      "thread_cpu_ns_per_action", \.threadCPUNs,
      "Time on a core of the sending thread; empty where it changed.", in: .positive
    ).metric(.timed),
    .integer(
      "preemptions_total", \.preemptions, "How often the system took a core away meanwhile."),
    .number("frees_per_action", \.frees, "Blocks given back to the allocator.")
      .metric(.counted()),
    .number("reallocations_per_action", \.reallocations, "Blocks that got another size.")
      .metric(.counted()),
    .number(
      "requested_bytes_per_action", \.requestedBytes,
      "Bytes of all blocks as the code requested them."
    ).metric(.counted(isGated: true, unit: "requested-B/op")),
    .number("objects_per_action", \.objects, "Swift objects made on the heap.")
      .metric(.counted(isGated: true)),
    .number(
      "retains_per_action", \.retains,
      "Strong retains requested of the Swift runtime; not weak references made strong."
    ).metric(.counted(title: "retains", isGated: true)),
    .number("releases_per_action", \.releases, "Strong releases requested of it.")
      .metric(.counted(isGated: true)),
    .integer(
      "live_before_bytes", \.liveBytesBefore, "Heap in use before the store was made."),
    .integer(
      "live_after_bytes", \.liveBytesAfter, "Heap in use at the end, the store still there."),
    .integer(
      "kept_bytes", \.keptBytes, "The difference: what store, state and views keep.", in: .any
    ).metric(.counted(unit: "kept-B")),
    .integer(
      "resident_bytes", \.residentBytes, "Memory that the allocator holds for the process."),
    .number(
      "fragmentation_ratio", \.fragmentation,
      "Pages the allocator has in use over the blocks in them; 1 is no waste."),
    .number(
      "instructions_per_action", \.instructions,
      "Instructions executed in user space, on all threads."
    ).metric(
      .counted(
        within: 0.0001, title: "instr", isGated: true, dependence: .instructionCounter)),
  ]
}
