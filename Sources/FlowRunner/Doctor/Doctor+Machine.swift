import FlowResults

extension Doctor {
  private static func percent(_ share: Double) -> String { "\(TextTable.number(share * 100)) %" }

  static func others(_ found: Examination) -> Finding {
    guard let share = found.machine.use.disturbance.otherShare else {
      return Finding(.missing, "others", "this system does not say")
    }
    let what = "used \(percent(share)) of the cores during one second"
    guard found.machine.use.isDisturbed else { return Finding(.fine, "others", what) }
    return Finding(
      .spoils, "others", what + MachineUse.naming(found.machine.use.busiest),
      remedy: "wait, or end them")
  }

  static func quota(_ found: Examination) -> Finding {
    guard let quota = found.machine.quota else { return Finding(.fine, "CPU quota", "none") }
    let what = quota.text(cores: found.machine.coreCount)
    guard quota.cores < Double(found.machine.coreCount) else {
      return Finding(.fine, "CPU quota", what)
    }
    return Finding(
      .spoils, "CPU quota", "\(what): processes are stopped when it is used up",
      remedy: "run outside of the container, or without its CPU limit (docker run --cpus)")
  }

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
