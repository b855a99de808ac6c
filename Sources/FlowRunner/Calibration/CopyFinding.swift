import FlowResults
import Measurement

/// What a copy of a store costs more than its original, and whether that is the copy's.
///
/// A linker lays the same code out elsewhere in another program, and its time changes with that: one
/// executable linked in three orders had the same store 17 % faster or slower, and in each of them other
/// copies differed from their originals. So where times differ instructions are counted: if both execute
/// as many for an action, they do the same.
struct CopyFinding {
  /// What the original takes for an action, in nanoseconds.
  let asked: Double
  /// What the copy takes more.
  let added: Double
  let verdict: Verdict

  /// Where an action takes less a share of it says little.
  private var isShort: Bool { asked < 10 }

  /// Whether both take as long.
  var isAlike: Bool {
    isShort ? abs(added) <= Calibration.copyAllowanceNs : verdict == .same
  }

  /// How far they may differ, in words.
  var allowed: String {
    isShort ? "± \(TextTable.number(Calibration.copyAllowanceNs)) ns" : "same"
  }

  /// Whether both execute as many instructions for an action; unknown is no.
  static func doesTheSame(_ instructions: (base: Double, copy: Double)?) -> Bool {
    instructions.map { abs($0.copy / $0.base - 1) <= Calibration.tolerance } ?? false
  }

  /// How far they differ, in words.
  func text(_ instructions: (base: Double, copy: Double)?) -> String {
    let time = (added < 0 ? "" : "+") + TextTable.number(added) + " ns"
    guard !isAlike else { return "\(time), \(verdict)" }
    guard let instructions else { return "\(time), \(verdict); instructions not counted" }
    return Self.doesTheSame(instructions)
      ? "\(time), the same \(TextTable.number(instructions.base)) instructions"
      : "\(time), \(TextTable.number(instructions.copy)) instructions, not "
        + TextTable.number(instructions.base)
  }
}
