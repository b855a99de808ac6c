import FlowResults

extension Doctor {
  /// The share of all cores' time, 0 to 1, that others may use before a run is doubtful.
  private static let highestBusyShare = 0.05

  private static func percent(_ share: Double) -> String { "\(TextTable.number(share * 100)) %" }

  /// Whether others had work for this machine during the last minute.
  static func load(_ found: Examination) -> Finding {
    guard let load = found.machine.load else {
      return Finding(.missing, "load", "this system does not say")
    }
    let cores = found.machine.coreCount
    let what =
      "\(TextTable.number(load)) over the last minute, \(cores) core\(cores == 1 ? "" : "s")"
    guard load > Double(cores) * EnvironmentWarning.highestLoad else {
      return Finding(.fine, "load", what)
    }
    return Finding(
      .spoils, "load", "\(what): others are using this machine", remedy: "wait, or end them")
  }

  /// Who uses the processors right now.
  static func others(_ found: Examination) -> Finding {
    guard let share = found.machine.busyShare else {
      return Finding(.missing, "others", "this system does not say")
    }
    let what = "used \(percent(share)) of all cores during one second"
    guard share > highestBusyShare else { return Finding(.fine, "others", what) }
    let names = found.machine.busiest.joined(separator: ", ")
    return Finding(
      .spoils, "others", names.isEmpty ? what : "\(what), most of it \(names)",
      remedy: "wait, or end them")
  }

  /// Whether the hypervisor keeps its promise right now.
  static func stolen(_ found: Examination) -> Finding {
    guard let share = found.machine.stolenShare else {
      return Finding(.missing, "stolen time", "this system does not say")
    }
    let what = "\(percent(share)) of all cores during one second"
    guard share > EnvironmentWarning.highestStolenShare else {
      return Finding(.fine, "stolen time", what)
    }
    return Finding(
      .spoils, "stolen time", "\(what): the hypervisor gave it to others",
      remedy: "wait, or take a machine of your own")
  }

  /// Whether there can be neighbours at all.
  static func hypervisor(_ found: Examination) -> Finding {
    switch found.machine.isVirtual {
    case true?:
      Finding(
        .spoils, "hypervisor", "a virtual machine: neighbours share its processor and caches",
        remedy: "compare within a run only; repeat what matters")
    case false?: Finding(.fine, "hypervisor", "none")
    case nil: Finding(.missing, "hypervisor", "the processor does not say whether there is one")
    }
  }

  /// Whether the cores keep their frequency.
  static func frequency(_ found: Examination) -> Finding {
    let governors = found.machine.governors
    guard !governors.byCore.isEmpty else {
      return Finding(.fine, "frequency", "no governor to be seen here: nothing to set")
    }
    guard governors.followLoad else {
      return Finding(.fine, "frequency", "governor \(governors.text)")
    }
    return Finding(
      .spoils, "frequency", "governor \(governors.text): it follows the load",
      remedy: "cpupower frequency-set --governor performance")
  }
}
