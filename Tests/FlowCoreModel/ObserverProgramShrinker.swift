/// Shrinks a failing program of observers.
enum ObserverProgramShrinker {
  static func shrink(
    _ program: ObserverProgram, _ fails: (ObserverProgram) -> Bool
  ) -> ObserverProgram {
    var smallest = program
    while let next = smallest.steps.smaller
      .map({ ObserverProgram(isDeclaring: smallest.isDeclaring, steps: $0) }).first(where: fails)
    {
      smallest = next
    }
    return smallest
  }
}

extension [ObserverStep] {
  /// The steps with one less or one smaller.
  fileprivate var smaller: [[ObserverStep]] {
    lessOne
      + indices.flatMap { index in
        self[index].smaller.map { step in
          var less = self
          less[index] = step
          return less
        }
      }
  }
}

extension ObserverStep {
  fileprivate var smaller: [ObserverStep] {
    switch self {
    case .send(let actions, let isBatch):
      actions.lessOne.map { .send($0, isBatch: isBatch) }
        + (isBatch ? [.send(actions, isBatch: false)] : [])
    case .watch(let watcher): watcher.smaller.map { .watch($0) }
    // The removal of an observer changes the numbers of later ones.
    case .end(let number): number > 0 ? [.end(number - 1)] : []
    case .read, .endAll: []
    case .lend(let steps): steps.smaller.map { .lend($0) } + steps
    case .restore(let actions): actions.lessOne.map { .restore($0) }
    }
  }
}

extension Watcher {
  fileprivate var smaller: [Watcher] {
    func with<Part>(_ path: WritableKeyPath<Watcher, Part>, _ parts: [Part]) -> [Watcher] {
      parts.map { part in
        var less = self
        less[keyPath: path] = part
        return less
      }
    }
    var all = with(\.parts, parts.lessOne) + with(\.reactions, reactions.lessOne)
    all += with(\.within, within.smaller)
    for index in reactions.indices {
      for steps in reactions[index].smaller {
        var less = self
        less.reactions[index] = steps
        all.append(less)
      }
    }
    return all
  }
}
