/// One run and the machine it ran on.
struct RunRow: ResultRow, Equatable {
  var schemaVersion: Int? = 1
  var runID = ""
  var startedUTC = ""
  var commit = ""
  var isDirty: Bool?
  var toolVersion = ""
  var swiftVersion = ""
  var buildMode = ""
  var system = ""
  var cpuModel = ""
  var cpuCount: Int?
  var governor = ""
  var memoryBytes: Int?
  var allocator = ""
  var loadBefore: Double?
  var loadAfter: Double?
  var suite = ""
  var seed = ""
  var arguments = ""

  static let fileName = "runs.csv"

  static let columns: [ResultColumn<RunRow>] = [
    .integer("schema_version", \.schemaVersion, "Version of this list of columns."),
    .text("run_id", \.runID, "UTC time of the start and short commit."),
    .text("started_utc", \.startedUTC, "Start, as 20261121T064800Z."),
    .text("commit", \.commit, "Commit of the checkout it was started in; empty outside of one."),
    .flag("dirty", \.isDirty, "Whether that checkout had uncommitted changes."),
    .text("tool_version", \.toolVersion, "Version of flowbench."),
    .text("swift_version", \.swiftVersion, "Swift version it was compiled with."),
    .text("build_mode", \.buildMode, "`release` or `debug`."),
    .text("system", \.system, "Operating system, kernel and architecture."),
    .text("cpu_model", \.cpuModel, "Name of the processor."),
    .integer("cpu_count", \.cpuCount, "Cores the process may use."),
    .text("governor", \.governor, "Frequency governor of the first core; empty: none or hidden."),
    .integer("memory_bytes", \.memoryBytes, "Memory of the machine."),
    .text("allocator", \.allocator, "Who serves `malloc`, with its version."),
    .number("load_before", \.loadBefore, "Load average over one minute before the run."),
    .number("load_after", \.loadAfter, "The same after it; empty while it runs."),
    .text("suite", \.suite, "The suite the plan was made from."),
    .text("seed", \.seed, "Seed of all randomness."),
    .text("arguments", \.arguments, "The command line."),
  ]
}
