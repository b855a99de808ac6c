/// How far the jobs of a session are: what is said of it, and what they cost.
@MainActor
final class JobProgress {
  private var reporter = ProgressReporter(total: nil)
  private var done = 0
  /// What is known of jobs from other sessions.
  private let known: JobCosts
  /// What those of this one have taken.
  private(set) var costs = JobCosts()
  private var left = TimeLeft(costs: [])
  private let atOnce: Double

  /// - Parameters:
  ///   - known: What jobs have cost in other sessions.
  ///   - atOnce: How many run at once.
  init(known: JobCosts, atOnce: Int) {
    self.known = known
    self.atOnce = Double(atOnce)
  }

  /// Jobs begin.
  ///
  /// - Parameters:
  ///   - keys: Those that are to be done.
  ///   - total: How many there are with those whose rows are on disk.
  func begin(_ keys: [JobKey], total: Int) {
    done = total - keys.count
    reporter = ProgressReporter(total: total, done: done)
    left = TimeLeft(costs: keys.map { known.seconds(of: $0) })
  }

  /// Says what is being done.
  func report(_ text: String) {
    reporter.report(text, done: done, left: left.seconds.map { $0 / atOnce })
  }

  /// Takes down a job whose rows are on disk.
  func finished(_ key: JobKey, seconds: Double) {
    done += 1
    left.finished(in: seconds, cost: known.seconds(of: key))
    costs.note(key, seconds: seconds)
  }

  /// Takes the line away.
  func finish() { reporter.finish() }
}
