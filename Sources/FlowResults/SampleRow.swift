/// One sample of one trial.
package struct SampleRow: ResultRow, Equatable {
  var schemaVersion: Int? = 1
  package var runID = ""
  package var dimensions = Dimensions()
  package var pass = ""
  package var seed = ""
  package var round: Int?
  package var iteration: Int?
  package var actions: Int?
  package var batches: Int?
  package var wallNs: Double?
  package var cpuNs: Double?
  package var sendNs: Double?
  package var invalidations: Double?
  package var wasted: Double?
  package var allocations: Double?
  package var bytes: Double?
  package var digest = ""
  package var isValid: Bool?
  package var reason = ""
  package var threadCPUNs: Double?
  package var preemptions: Int?
  package var frees: Double?
  package var reallocations: Double?
  package var bytesAsked: Double?
  package var objects: Double?
  package var retains: Double?
  package var releases: Double?
  package var liveBytesBefore: Int?
  package var liveBytesAfter: Int?
  package var keptBytes: Int?
  package var residentBytes: Int?
  package var fragmentation: Double?
  package var instructions: Double?

  package init() {}

  package static let fileName = "samples.csv"

  package static let columns: [ResultColumn<SampleRow>] =
    [
      .integer("schema_version", \.schemaVersion, "Version of this list of columns."),
      .text("run_id", \.runID, "The run, as in `runs.csv`."),
    ] + Dimensions.columns(\.dimensions) + [
      .text("pass", \.pass, "`timing`, `counting` or `instructions`; never two at once."),
      .text("seed", \.seed, "Seed of the run; actions depend on it and on what is sent alone."),
      .integer("round", \.round, "Which fresh process of this scenario, from 0."),
      .integer("iteration", \.iteration, "Which sample of that process, from 0."),
      .integer("actions", \.actions, "Actions sent in this sample."),
      .integer("batches", \.batches, "Intervals that were timed and added up."),
      .number("wall_ns_per_action", \.wallNs, "Elapsed time until all was quiet."),
      .number("cpu_ns_per_action", \.cpuNs, "Time on all cores, of all threads, until quiet."),
      .number(
        "send_ns_per_action", \.sendNs,
        "Time inside `send`; where that is not everything, timed apart, less the clock's cost."),
      .number("invalidations_per_action", \.invalidations, "Views told of a change."),
      .number("wasted_per_action", \.wasted, "Views told although what they draw is the same."),
      .number("allocations_per_action", \.allocations, "Blocks handed out by the allocator."),
      .number(
        "bytes_per_action", \.bytes,
        "Bytes of those blocks and of reallocated ones, in the allocator's size classes."),
      .text("digest", \.digest, "State after the proof actions; equal for all designs."),
      .flag("valid", \.isValid, "Whether the trial ended, in the right state."),
      .text("reason", \.reason, "Why it is not valid, or what could not be measured."),
      .number(
        "thread_cpu_ns_per_action", \.threadCPUNs,
        "Time on a core of the sending thread; empty where it changed."),
      .integer(
        "preemptions_total", \.preemptions, "How often the system took a core away meanwhile."),
      .number("frees_per_action", \.frees, "Blocks given back to the allocator."),
      .number("reallocations_per_action", \.reallocations, "Blocks that got another size."),
      .number(
        "asked_bytes_per_action", \.bytesAsked, "Bytes of all blocks as they were asked for."),
      .number("objects_per_action", \.objects, "Swift objects made on the heap."),
      .number(
        "retains_per_action", \.retains,
        "Strong retains asked of the Swift runtime; not weak references made strong."),
      .number("releases_per_action", \.releases, "Strong releases asked of it."),
      .integer(
        "live_before_bytes", \.liveBytesBefore, "Heap in use before the store was made."),
      .integer(
        "live_after_bytes", \.liveBytesAfter, "Heap in use at the end, the store still there."),
      .integer("kept_bytes", \.keptBytes, "The difference: what store, state and views keep."),
      .integer(
        "resident_bytes", \.residentBytes, "Memory that the allocator holds for the process."),
      .number(
        "fragmentation_ratio", \.fragmentation,
        "Pages the allocator has in use over the blocks in them; 1 is no waste."),
      .number(
        "instructions_per_action", \.instructions,
        "Instructions executed in user space, on all threads."),
    ] + Dimensions.laterColumns(\.dimensions)
}
