import Workloads

extension LoadOptions {
  /// What was given.
  var given: [GivenOption<LoadOptions>] {
    var given = selection.given.map { option in
      GivenOption<LoadOptions>(name: name(of: option), value: option.value, demand: option.demand) {
        option.omit(&$0.selection)
      }
    }
    if let latency, !needsService {
      given.append(
        GivenOption(name: "--latency", value: latency, demand: .completion) { $0.latency = nil })
    }
    return given
  }

  /// A trace says itself what it is of.
  private func name(of option: GivenOption<RunOptions>) -> String {
    replay != nil && ["--workload", "--features"].contains(option.name)
      ? "the trace's \(option.name.dropFirst(2))" : option.name
  }
}
