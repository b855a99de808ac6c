import FlowResults
import Foundation

/// How long jobs took on some machine before: what the time left is estimated from.
///
/// Which job takes long is nearly the same everywhere; how long, the pace of the session says.
struct JobCosts {
  /// A job, whichever of its processes.
  private struct Key: Hashable {
    let scenario: String
    let part: String
  }

  /// The mean of the processes of each, in seconds, and of how many.
  private var known: [Key: (seconds: Double, count: Int)] = [:]

  /// The costs that come with the project, and over them those that were measured here.
  private static let files = ["results/reference/\(JobCostRow.fileName)", own]
  /// Where sessions of this machine leave theirs.
  private static let own = "results/\(JobCostRow.fileName)"

  /// Nothing is known.
  init() {}

  /// What files say of a suite, the later ones over the earlier; one that is not there, or broken, says
  /// nothing.
  ///
  /// - Parameter suite: The same job takes longer in a longer suite; `nil`: nothing is known.
  init(of suite: String?, in files: [String] = Self.files) {
    guard let suite else { return }
    for file in files {
      for row in Self.rows(file) where row.suite == suite {
        guard let seconds = row.seconds else { continue }
        known[Key(scenario: row.scenario, part: row.part)] = (seconds, 1)
      }
    }
  }

  private static func rows(_ file: String) -> [JobCostRow] {
    (try? CSVReader<JobCostRow>.rows(in: file)) ?? []
  }

  /// How long a process of a job takes, in seconds; `nil`: nobody knows.
  func seconds(of job: JobKey) -> Double? {
    known[Key(scenario: job.scenario, part: job.part)]?.seconds
  }

  /// Takes down how long a process took.
  mutating func note(_ job: JobKey, seconds: Double) {
    let key = Key(scenario: job.scenario, part: job.part)
    let (mean, count) = known[key] ?? (0, 0)
    known[key] = (mean + (seconds - mean) / Double(count + 1), count + 1)
  }

  /// Leaves these costs to the next session, beside those of other jobs that are there.
  ///
  /// - Parameter runID: The run in which they were measured.
  /// - Throws: `Errno`.
  func save(of suite: String, runID: String, to path: String = Self.own) throws {
    let others = Self.rows(path).filter {
      $0.suite != suite || known[Key(scenario: $0.scenario, part: $0.part)] == nil
    }
    let rows =
      others
      + known.map { key, cost in
        JobCostRow(
          runID: runID, suite: suite, scenario: key.scenario, part: key.part,
          seconds: (cost.seconds * 1000).rounded() / 1000)
      }
    try WholeFile.write(
      CSVFormat.text(
        rows.sorted { ($0.suite, $0.scenario, $0.part) < ($1.suite, $1.scenario, $1.part) }),
      to: path)
  }
}

/// How long a process of one job takes.
struct JobCostRow: ResultRow, Equatable {
  var runID = ""
  var suite = ""
  var scenario = ""
  var part = ""
  var seconds: Double?

  static let fileName = "costs.csv"

  static let columns: [ResultColumn<JobCostRow>] =
    ResultSchema.columns(\.runID) + [
      .text("suite", \.suite, "The suite that it was measured in, as in `runs.csv`."),
      .text("scenario", \.scenario, "The scenario, as in all files."),
      .text("job", \.part, "Which of its processes, as in `jobs.csv`."),
      .number("seconds", \.seconds, "How long such a process took, from its start to its end."),
    ]
}
