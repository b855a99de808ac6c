import FlowHarness
import FlowResults
import Platform

// The instructions pass: a window over one batch. Another process repeats it, for another window in
// the same process would meet a heap that the first one has filled.

extension TrialDriver {
  mutating func countInstructions(into outcome: inout TrialOutcome) async {
    let counter: InstructionCounter
    switch InstructionCounter.current() {
    case .success(let found): counter = found
    case .failure(let reason): return outcome.void("instructions not counted: \(reason)")
    }
    // Entering and leaving the loop, which a batch of few actions would not hide.
    subject.refill(0)
    guard let empty = await subject.drive(false, .instructions(counter)).instructions else {
      return outcome.void("instructions not counted: a window could not be read")
    }
    var sample = await instructions(of: Self.fewActions, less: empty, counter)
    let wanted = affordable(sample.instructions)
    if wanted > sample.actions ?? 0 {
      sample = await instructions(of: wanted, less: empty, counter)
    }
    if sample.instructions == nil {
      outcome.warn("instructions not counted: a window could not be read")
    }
    outcome.samples = [sample]
  }

  /// Actions of the window that finds out how many can be afforded.
  private static let fewActions = 100
  /// Instructions that a window may have: callgrind executes some ten millions a second.
  private static let maxInstructions = 100_000_000.0

  private mutating func instructions(
    of actions: Int, less empty: UInt64, _ counter: InstructionCounter
  ) async -> SampleMeasures {
    await finishPeriod()
    let actions = min(wholePeriods(actions), subject.capacity)
    subject.views?.resetCounts()
    let (counted, batches) = await send(actions, batch: actions, .instructions(counter))
    var sample = SampleMeasures(actions: actions, batches: batches)
    sample.take(subject.views)
    if let all = counted.instructions, all >= empty {
      sample.instructions = Double(all - empty) / Double(actions)
    }
    return sample
  }

  /// A tenth of the actions of a counting window, or less by steps of ten: steps, so that another
  /// run counts the same actions.
  private func affordable(_ each: Double?) -> Int {
    guard let each else { return 0 }
    var wanted = min(settings.countedActions / 10, subject.capacity)
    while Double(wanted) * each > Self.maxInstructions { wanted /= 10 }
    return wanted
  }
}
