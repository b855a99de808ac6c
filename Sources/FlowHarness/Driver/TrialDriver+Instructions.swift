import Measurement

// The instructions pass: one window over a fresh store, in one batch. A second process repeats it,
// for a second window in the same process would meet a heap that the first one has filled.

extension TrialDriver {
  mutating func countInstructions(into outcome: inout TrialOutcome) async {
    let counter: InstructionCounter
    switch InstructionCounter.current() {
    case .success(let found): counter = found
    case .failure(let reason): return outcome.void("instructions not counted: \(reason)")
    }
    // Entering and leaving the loop, which a batch of few actions would not hide.
    subject.refill(0)
    let empty = await subject.drive(false, .instructions(counter)).instructions
    // Every instruction is executed by a simulation: few actions, and the same ones in every run.
    let wanted = min(max(100, settings.countedActions / 10), subject.capacity)
    subject.views?.resetCounts()
    let (counted, batches) = await send(wanted, batch: wanted, .instructions(counter))
    var sample = SampleOutcome(actions: wanted, batches: batches)
    sample.take(subject.views)
    if let empty, let all = counted.instructions, all >= empty {
      sample.instructionsPerAction = Double(all - empty) / Double(wanted)
    } else {
      outcome.doubt("instructions not counted: the window could not be read")
    }
    outcome.samples = [sample]
  }
}
