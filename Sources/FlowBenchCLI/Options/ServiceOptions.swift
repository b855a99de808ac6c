import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// The service behind the effects, as it is written.
struct ServiceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How long the service takes that effects call, such as log-normal:20ms:0.5.",
      valueName: "delay"))
  var latency: String?

  @Option(help: ArgumentHelp("The share of requests that it fails; default 0.", valueName: "share"))
  var failures: String?

  @Option(
    help: ArgumentHelp("After how long whoever asked gives up; default never.", valueName: "time"))
  var timeout: String?

  @Option(
    help: ArgumentHelp("How many requests it works on at once; default all.", valueName: "n"))
  var capacity: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    options.latency = latency
    options.failures = try Number.read(failures, "--failures", "must be a number")
    options.timeout = timeout
    options.capacity = try Number.read(capacity, "--capacity", "must be a whole number")
  }
}
