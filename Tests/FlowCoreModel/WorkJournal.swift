/// A record of each work and its action.
struct WorkJournal {
  struct Work {
    var hasBegun = false
    var hasEnded = false
    /// A Boolean value that indicates whether the work was cancelled when it ended.
    var isCancelled = false
    /// A Boolean value that indicates whether the work waits, so that its action finds the store
    /// idle.
    let isWaiting: Bool
  }

  /// A Boolean value that indicates whether actions are marked.
  var isMarking = false
  private(set) var works: [Work] = []
  /// The works with timeouts, and the marks of the timeouts' actions.
  private(set) var late: [(work: Int, token: Int)] = []

  var count: Int { works.count }

  mutating func ask(isWaiting: Bool) -> Int {
    works.append(Work(isWaiting: isWaiting))
    return works.count - 1
  }

  mutating func begin(_ work: Int) { works[work].hasBegun = true }

  mutating func end(_ work: Int, isCancelled: Bool) {
    works[work].hasEnded = true
    works[work].isCancelled = isCancelled
  }

  func marked(_ answer: ProgramAction?, by work: Int) -> ProgramAction? {
    guard isMarking, var answer else { return answer }
    answer.token = work
    return answer
  }

  /// Returns the action of a timeout over a work with a mark.
  mutating func marked(_ answer: ProgramAction?, insteadOf work: Int?) -> ProgramAction? {
    guard isMarking, let work, var answer else { return answer }
    // Lower than all works.
    let token = -1 - late.count
    late.append((work, token))
    answer.token = token
    return answer
  }

  /// Returns a violation, given the number of reductions for each mark; `nil` if there is none.
  func fault(reduced: [Int: Int]) -> String? {
    for (token, times) in reduced where times > 1 {
      return "an answer was reduced \(times) times, that of \(name(token))"
    }
    for (number, work) in works.enumerated() {
      let times = reduced[number] ?? 0
      if work.hasBegun, !work.hasEnded { return "\(name(number)) has never ended" }
      if work.isCancelled, times > 0 { return "\(name(number)) answered after its cancellation" }
      if work.hasEnded, !work.isCancelled, work.isWaiting, times == 0 {
        return "the answer of \(name(number)) was lost"
      }
    }
    for (work, token) in late where reduced[work] != nil && reduced[token] != nil {
      return "\(name(work)) and its timeout both answered"
    }
    return nil
  }

  private func name(_ token: Int) -> String {
    token >= 0 ? "work \(token)" : "timeout \(-1 - token)"
  }
}
