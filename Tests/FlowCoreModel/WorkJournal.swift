/// What became of each work that was asked for, and of its answer.
struct WorkJournal {
  /// One work.
  struct Work {
    var hasBegun = false
    var hasEnded = false
    /// Whether it was cancelled when it ended.
    var isCancelled = false
    /// Whether it waits before it answers, so that its answer finds the store at rest.
    let isWaiting: Bool
  }

  /// Whether answers are marked, to tell them apart.
  var isMarking = false
  private(set) var works: [Work] = []
  /// The works whose answers and those that a timeout gives instead of them.
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

  /// The answer of a work.
  func marked(_ answer: ProgramAction?, by work: Int) -> ProgramAction? {
    guard isMarking, var answer else { return answer }
    answer.token = work
    return answer
  }

  /// The answer of a timeout over one work, if it is one.
  mutating func marked(_ answer: ProgramAction?, insteadOf work: Int?) -> ProgramAction? {
    guard isMarking, let work, var answer else { return answer }
    // Below all works.
    let token = -1 - late.count
    late.append((work, token))
    answer.token = token
    return answer
  }

  /// What must not be, given how often the answer of each mark was reduced; `nil` if all is well.
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
