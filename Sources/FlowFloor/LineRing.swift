import Workloads

/// Cache lines, each of which holds the number of the next in a random ring.
final class LineRing: Sendable {
  private let lines: [Line]

  private struct Line {
    var next: Int
    // A line of a cache has 64 bytes.
    var padding = (0, 0, 0, 0, 0, 0, 0)
  }

  /// Creates a ring by the algorithm of S. Sattolo, 1986.
  init(_ count: Int) {
    var random = SplitMix64(seed: 1)
    var order = Array(0..<max(1, count))
    for last in order.indices.dropFirst().reversed() {
      order.swapAt(last, Int(random.next() % UInt64(last)))
    }
    lines = order.map { Line(next: $0) }
  }

  /// The numbers of the lines in the order of a walk.
  var path: [Int] {
    lines.indices.dropFirst().reduce(into: [0]) { path, _ in
      path.append(lines[path[path.count - 1]].next)
    }
  }

  /// Visits each line once, which depends on the line before, and returns the number of the first.
  @inline(never)
  func walk() -> Int {
    var line = 0
    for _ in lines.indices { line = lines[line].next }
    return line
  }
}
