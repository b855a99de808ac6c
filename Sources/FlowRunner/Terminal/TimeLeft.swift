/// How long a session will go on: the costs that were known of what is left, at the pace of what is
/// done.
///
/// The pace is what the jobs that are done took, over what was known of them. Jobs of which nothing was
/// known are taken to cost what such ones have cost so far.
struct TimeLeft {
  /// Seconds that were known of jobs, which of them took what, and how many nobody knew.
  private struct Sum {
    var expected = 0.0
    var taken = 0.0
    var unknown = 0
    var takenUnknown = 0.0
  }

  private var left = Sum()
  private var done = Sum()

  /// As much as this was done at the known pace before the session began, in seconds: or its first jobs
  /// would say too much.
  private static let prior = 1.0

  /// Before anything is done.
  ///
  /// - Parameter costs: What is known of each job, in seconds; `nil`: nothing.
  init(costs: some Sequence<Double?>) {
    for cost in costs { Self.add(cost, to: &left, sign: 1) }
  }

  /// Takes down a job that is done.
  ///
  /// - Parameters:
  ///   - seconds: How long it took.
  ///   - cost: What was known of it.
  mutating func finished(in seconds: Double, cost: Double?) {
    Self.add(cost, to: &left, sign: -1)
    Self.add(cost, to: &done, sign: 1)
    if cost == nil { done.takenUnknown += seconds } else { done.taken += seconds }
  }

  private static func add(_ cost: Double?, to sum: inout Sum, sign: Int) {
    sum.expected += Double(sign) * (cost ?? 0)
    if cost == nil { sum.unknown += sign }
  }

  /// The estimate, in seconds; `nil` while nobody can say.
  var seconds: Double? {
    let pace = (done.taken + Self.prior) / (done.expected + Self.prior)
    let known = max(0, left.expected) * pace
    guard left.unknown > 0 else { return known }
    guard done.unknown > 0 else { return nil }
    return known + done.takenUnknown / Double(done.unknown) * Double(left.unknown)
  }
}
