/// What a comparison of two costs comes to.
public enum Verdict: Equatable, Sendable {
  /// No difference was found. It may still be smaller than the smallest effect that these pairs
  /// could have shown: read ``PairedComparison/smallestVisible`` beside it.
  case same
  /// The candidate costs more than the base.
  case slower
  /// The candidate costs less than the base.
  case faster
  /// Nothing can be said, for this reason.
  case inconclusive(Reason)

  /// Why nothing can be said.
  public enum Reason: Equatable, Sendable {
    /// So few pairs have no bound at the confidence that the rule asks for.
    case tooFewPairs(needed: Int, got: Int)
    /// A single process does not show how far processes scatter.
    case tooFewProcesses(needed: Int, got: Int)
    /// The costs scatter so much that an effect of this share would have been overlooked.
    case tooNoisy(overlooked: Double)
  }

  /// One word for a cell: `same`, `slower`, `faster` or `inconclusive`.
  public var name: String {
    switch self {
    case .same: "same"
    case .slower: "slower"
    case .faster: "faster"
    case .inconclusive: "inconclusive"
    }
  }
}

extension Verdict: CustomStringConvertible {
  /// The verdict for a reader, with the reason where it has one: `inconclusive: needs 7 pairs,
  /// got 5`.
  public var description: String {
    switch self {
    case .same: "no difference found"
    case .slower: "slower than the base"
    case .faster: "faster than the base"
    case .inconclusive(let reason): "inconclusive: \(reason)"
    }
  }
}

extension Verdict.Reason: CustomStringConvertible {
  /// What is missing, with the numbers: `needs 7 pairs, got 5`.
  public var description: String {
    switch self {
    case .tooFewPairs(let needed, let got):
      "needs \(needed) pairs, got \(got)"
    case .tooFewProcesses(let needed, let got):
      "needs \(needed) processes of each side, got \(got)"
    case .tooNoisy(let overlooked):
      "noisy: \(Decimals.percent(overlooked)) would have been overlooked"
    }
  }
}
