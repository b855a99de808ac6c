/// Which elements of two arrays belong together.
struct ArrayAlignment {
  /// One or both of an old and a new index.
  enum Step: Equatable {
    case both(old: Int, new: Int)
    case removed(old: Int)
    case inserted(new: Int)
  }

  /// In ascending order of both arrays; every index is in exactly one step.
  private(set) var steps: [Step] = []
  /// How many elements were changed, removed or inserted.
  private var edits = 0
  /// Comparisons that may still be spent on looking ahead; enough to see past a block of 100.
  private var lookAhead = 5_000

  private let old: [Any]
  private let new: [Any]
  /// Elements with an identity are never turned into one another.
  private let replaces: Bool
  private let correspond: (Any, Any) -> Bool

  /// Cuts off what corresponds at both ends; in what is left, goes on at the nearest pair that does.
  ///
  /// Of two arrays of one length whatever has fewer edits is taken, and element by element if both
  /// have as many.
  ///
  /// - Parameters:
  ///   - replaces: Whether an element may become another one in its place; otherwise one is removed
  ///     and one inserted.
  ///   - correspond: Whether two elements are the same one, changed or not.
  init(
    _ old: [Any], _ new: [Any], replaces: Bool, correspond: @escaping (Any, Any) -> Bool
  ) {
    self.old = old
    self.new = new
    self.replaces = replaces
    self.correspond = correspond

    let shorter = min(old.count, new.count)
    var prefix = 0
    while prefix < shorter, correspond(old[prefix], new[prefix]) { prefix += 1 }
    var suffix = 0
    while suffix < shorter - prefix,
      correspond(old[old.count - 1 - suffix], new[new.count - 1 - suffix])
    {
      suffix += 1
    }
    let (oldEnd, newEnd) = (old.count - suffix, new.count - suffix)
    for index in 0..<prefix { steps.append(.both(old: index, new: index)) }
    align(prefix..<oldEnd, prefix..<newEnd)
    if replaces, old.count == new.count {
      let inPlace = (prefix..<oldEnd).count { !correspond(old[$0], new[$0]) }
      if inPlace <= edits {
        steps.removeSubrange(prefix...)
        for index in prefix..<oldEnd { steps.append(.both(old: index, new: index)) }
      }
    }
    for offset in 0..<suffix {
      steps.append(.both(old: oldEnd + offset, new: newEnd + offset))
    }
  }

  private mutating func align(_ oldRange: Range<Int>, _ newRange: Range<Int>) {
    var oldRest = oldRange
    var newRest = newRange
    while let i = oldRest.first, let j = newRest.first {
      if correspond(old[i], new[j]) {
        steps.append(.both(old: i, new: j))
        oldRest = oldRest.dropFirst()
        newRest = newRest.dropFirst()
      } else {
        let (oldNext, newNext) =
          nextPair(oldRest, newRest) ?? (oldRest.upperBound, newRest.upperBound)
        bridge(i..<oldNext, j..<newNext)
        oldRest = oldNext..<oldRest.upperBound
        newRest = newNext..<newRest.upperBound
      }
    }
    bridge(oldRest, newRest)
  }

  /// The corresponding pair that leaves out the fewest elements, if it is found in time.
  private mutating func nextPair(_ oldRest: Range<Int>, _ newRest: Range<Int>) -> (Int, Int)? {
    let furthest = oldRest.count + newRest.count - 2
    guard furthest > 0 else { return nil }
    for distance in 1...furthest {
      let fewest = max(0, distance - newRest.count + 1)
      let most = min(distance, oldRest.count - 1)
      for skipped in fewest...most {
        guard lookAhead > 0 else { return nil }
        lookAhead -= 1
        let pair = (oldRest.lowerBound + skipped, newRest.lowerBound + distance - skipped)
        if correspond(old[pair.0], new[pair.1]) { return pair }
      }
    }
    return nil
  }

  /// Pairs what is between two corresponding pairs one by one; the longer side's rest is left alone.
  private mutating func bridge(_ oldGap: Range<Int>, _ newGap: Range<Int>) {
    for (i, j) in zip(oldGap, newGap) {
      if replaces || correspond(old[i], new[j]) {
        steps.append(.both(old: i, new: j))
        edits += 1
      } else {
        steps.append(.removed(old: i))
        steps.append(.inserted(new: j))
      }
    }
    let paired = min(oldGap.count, newGap.count)
    for i in oldGap.dropFirst(paired) { steps.append(.removed(old: i)) }
    for j in newGap.dropFirst(paired) { steps.append(.inserted(new: j)) }
    edits += max(oldGap.count, newGap.count) - paired
  }
}
