internal import FlowTesting

/// A program of observers for which a store and the model differ.
package struct ObserverFailure: Error, CustomStringConvertible {
  /// The program after shrinking.
  package let program: ObserverProgram
  /// The first difference.
  package let difference: String

  /// The difference, and the program as source code for a test.
  package var description: String {
    """
    \(difference)
    The program, to be pasted into a test:
    try ObserverCheck.check(
      \(program.source))
    """
  }
}

/// Compares the observers of stores with the model.
package enum ObserverCheck {
  /// Runs a program on a store and on the model.
  ///
  /// - Throws: `ObserverFailure` with the smallest failing program found.
  package static func check(_ program: ObserverProgram) throws {
    guard try difference(program) != nil else { return }
    let smallest = ObserverProgramShrinker.shrink(program) { (try? difference($0)) != nil }
    throw ObserverFailure(
      program: smallest,
      difference: try difference(smallest) ?? "the program fails only sometimes")
  }

  package static func check(seeds: Range<UInt64>) throws {
    for seed in seeds { try check(ObserverProgramGenerator.program(seed: seed)) }
  }

  /// Returns the first difference; `nil` if there is none.
  private static func difference(_ program: ObserverProgram) throws -> String? {
    let expected = ObserverModel.trace(program)
    let (found, isStoreAlive) = try VirtualTime(seed: 0).run { actor in
      await ObserverDriver.trace(program, on: actor)
    }
    if isStoreAlive { return "the store is alive after everything has ended" }
    for (index, step) in program.steps.enumerated() {
      let (found, expected) = (found.steps[index], expected.steps[index])
      guard found != expected else { continue }
      let same = zip(found.events, expected.events).prefix { $0 == $1 }.count
      return """
        step \(index), \(step):
        after \(same) equal events: the model \(Array(expected.events.dropFirst(same).prefix(3))), \
        the store \(Array(found.events.dropFirst(same).prefix(3)))
        observed, remembered: the model \((expected.open, expected.remembered)), \
        the store \((found.open, found.remembered)) \(found.faults.first ?? "")
        """.split(separator: "FlowCoreModel.").joined()
    }
    return found.streams == expected.streams
      ? nil : "streams: the model \(expected.streams), the store \(found.streams)"
  }
}
