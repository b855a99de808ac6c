/// Numbers of cores as the kernel writes them: `0-2,5`.
enum CoreList {
  /// Writes numbers, which may come in any order; none are nothing.
  static func text(_ cores: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for core in Set(cores).sorted() {
      if let last = ranges.last, last.upperBound + 1 == core {
        ranges[ranges.count - 1] = last.lowerBound...core
      } else {
        ranges.append(core...core)
      }
    }
    return ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ",")
  }
}
