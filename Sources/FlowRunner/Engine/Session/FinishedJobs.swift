import FlowResults

/// The jobs of a directory of which every row is there once.
///
/// `jobs.csv` alone does not show it: after a power loss, on a full disk or in an incomplete copy, other files
/// may lack rows. `--resume`, `merge` and `status` use this type, so that they agree.
struct FinishedJobs {
  /// The rows of `jobs.csv` of the jobs whose rows are all there, one for each job.
  private(set) var rows: [FinishedJobRow] = []
  /// The other jobs of `jobs.csv`: rows of them are missing or repeated.
  private(set) var damaged: Set<JobKey> = []
  /// The files that have too few or too many rows of damaged jobs.
  private(set) var damagedFiles: [String] = []
  /// Jobs that have rows and are not in `jobs.csv`.
  private(set) var unfinished: Set<JobKey> = []
  /// A Boolean value that indicates whether `jobs.csv` lists a job twice.
  private(set) var hasRepeatedJobs = false

  /// The jobs whose rows are all there.
  var jobs: [JobKey] { rows.map(\.job) }

  /// Counts the rows of each job.
  ///
  /// A last row that is not whole does not count: the session may be running.
  ///
  /// - Throws: `CSVError` if a file is broken or of another version, or what opening it throws.
  /// - Complexity: O(bytes).
  init(in path: String, files: [any JobRow.Type]) throws {
    // The first: a running session adds to it last.
    let named = try CSVReader<FinishedJobRow>.rows(
      in: "\(path)/\(FinishedJobRow.fileName)", name: FinishedJobRow.fileName, isGrowing: true)
    func counts<Row: JobRow>(_ type: Row.Type) throws -> [JobKey: (rows: Int, repeated: Int)] {
      try JobRows<Row>([path], isCounting: true).counts
    }
    let counts = try files.map { type in (file: type.fileName, counts: try counts(type)) }
    var faulty: Set<String> = []
    var seen: Set<JobKey> = []
    for row in named {
      guard seen.insert(row.job).inserted else {
        hasRepeatedJobs = true
        continue
      }
      let written = row.written
      let wrong = counts.filter { file, counts in
        counts[row.job] ?? (0, 0) != (written?[file] ?? 0, 0)
      }
      if written == nil || !wrong.isEmpty {
        damaged.insert(row.job)
        faulty.formUnion(written == nil ? [FinishedJobRow.fileName] : wrong.map(\.file))
      } else {
        rows.append(row)
      }
    }
    damagedFiles = faulty.sorted()
    unfinished = Set(counts.flatMap(\.counts.keys)).subtracting(seen)
  }

  /// Reads the jobs of a folder for a command that does not change it.
  ///
  /// - Parameter option: The name of the path in errors.
  /// - Throws: `PlanError`.
  static func read(
    in path: String, of command: String, files: [any JobRow.Type], option: String
  ) throws(PlanError) -> FinishedJobs {
    do { return try FinishedJobs(in: path, files: files) } catch let error as CSVError {
      throw .broken(
        error.inDirectory(path),
        remedy: "continue with: " + Executable.command(command, "--resume", path))
    } catch {
      throw .failed(option: option, path: path, reason: ResultsFolder.rule, error)
    }
  }
}
