import FlowResults
import PlainText

/// What one process of a load says of itself, beside its numbers.
struct MeasuredLoad: Equatable {
  /// Which fresh process: equal rounds of equal loads send equal actions.
  let round: Int
  /// The state that its warm-up ended in; empty: nobody said.
  let digest: String
  /// Whether it did all that was asked of it as it came; `nil` where senders wait.
  let isSustained: Bool?
  /// How many actions might wait; `nil`: as many as came.
  let maxQueue: Int?
  /// Warnings about its times; empty: for nothing.
  let warning: String

  init(_ row: LoadRow, round: Int) {
    self.round = round
    digest = row.digest
    isSustained = row.isSustained
    maxQueue = row.maxQueue
    let dropped = row.dropped.flatMap { count -> String? in
      guard count > 0, let offered = row.offered, offered > 0 else { return nil }
      let share = TextTable.percent(Double(count) / Double(offered), sign: false)
      return "dropped \(share) of the actions: the times are of the others"
    }
    warning = [row.warning, dropped ?? ""].filter { !$0.isEmpty }.joined(separator: "; ")
  }
}

extension MeasuredScenario {
  /// Whether all processes did what was asked of them as it came; `nil` where nobody asked.
  var isSustained: Bool? {
    let known = loads.compactMap(\.isSustained)
    return known.isEmpty ? nil : known.allSatisfy { $0 }
  }

  /// The warning about its numbers, in one line; `nil`: it says none itself.
  var warning: String? {
    if kind == .samples { return disturbance }
    let doubtful = loads.filter { !$0.warning.isEmpty }
    // A warning may hold the output of a program: several lines.
    guard let first = doubtful.first?.warning.split(whereSeparator: \.isNewline).first else {
      return nil
    }
    return loads.count == 1
      ? "\(first)"
      : "\(doubtful.count) of \(CountText.text(loads.count, "process", "processes")): \(first)"
  }

  /// The states that say whether two scenarios did the same work, by what decides them: of loads the
  /// round. Effects that take real time end as they happen to meet, and say nothing.
  var ends: [(Int, String)] {
    switch kind {
    case .samples: digest.isEmpty ? [] : [(0, digest)]
    case .loads:
      dimensions.completion == Dimensions.service
        ? [] : loads.filter { !$0.digest.isEmpty }.map { ($0.round, $0.digest) }
    }
  }
}

extension ScenarioPair {
  /// Warnings about the loads of either side, or about its trials that were disturbed.
  var sideWarnings: [String] {
    [base.warning.map { "base: \($0)" }, candidate.warning].compactMap { $0 }
  }
}
