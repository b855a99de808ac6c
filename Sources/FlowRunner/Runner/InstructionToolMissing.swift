import Measurement

/// Why the instructions pass is left out, in one line with a remedy.
package struct InstructionToolMissing: Error, Equatable, Sendable {
  /// Why the kernel does not count.
  let refusal: PerfEventRefusal

  /// What keeps instructions from being counted.
  var reason: String { "\(refusal), and valgrind is not installed" }

  /// What a person can do about it.
  var remedy: String {
    let valgrind = "make deps WITH_VALGRIND=1, or: apt-get install valgrind"
    return refusal.remedy.map { "\($0), or: \(valgrind)" } ?? valgrind
  }
}

extension InstructionToolMissing: CustomStringConvertible {
  /// The line for stderr.
  package var description: String {
    "--passes instructions: skipped: \(reason); \(remedy)"
  }
}
