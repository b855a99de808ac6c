/// The result of a comparison of two costs.
package enum Verdict: Equatable, Sendable {
  /// No difference was found; a difference below the minimum detectable effect may exist.
  case same
  /// The candidate costs more than the base.
  case slower
  /// The candidate costs less than the base.
  case faster
  /// The data do not decide, for this reason.
  case inconclusive(Reason)

  /// The reason why the data do not decide.
  package enum Reason: Equatable, Sendable {
    /// There are too few pairs for a bound at the rule's confidence.
    case tooFewPairs(needed: Int, got: Int)
    /// A single process does not show the scatter of processes.
    case tooFewProcesses(needed: Int, got: Int)
    /// The scatter hides effects below this share.
    case tooNoisy(overlooked: Double)
  }

  /// A Boolean value that indicates whether the data do not decide.
  package var isInconclusive: Bool { if case .inconclusive = self { true } else { false } }

  /// One word for a cell: `same`, `slower`, `faster` or `inconclusive`.
  package var name: String {
    switch self {
    case .same: "same"
    case .slower: "slower"
    case .faster: "faster"
    case .inconclusive: "inconclusive"
    }
  }
}

extension Verdict: CustomStringConvertible {
  package var description: String {
    switch self {
    case .same: "no difference found"
    case .slower: "slower than the base"
    case .faster: "faster than the base"
    case .inconclusive(let reason): "inconclusive: \(reason)"
    }
  }
}

extension Verdict.Reason: CustomStringConvertible {
  /// The reason with its numbers: `needs 7 pairs, got 5`.
  package var description: String {
    switch self {
    case .tooFewPairs(let needed, let got):
      "needs \(needed) pairs, got \(got)"
    case .tooFewProcesses(let needed, let got):
      "needs \(needed) processes of each side, got \(got)"
    case .tooNoisy(let overlooked):
      "noise hides differences below \(Decimals.percent(overlooked))"
    }
  }
}
