package import FlowResults

// Which load each row is of.

extension LoadProcessRow {
  /// The process of the load.
  package var job: JobKey {
    JobKey(scenario: self.dimensions.scenario, part: self.load, round: self.round ?? 0)
  }
}

extension LoadRow: JobRow {}
extension LatencyRow: JobRow {}
extension TimelineRow: JobRow {}
extension EffectRow: JobRow {}
extension HistogramRow: JobRow {}

/// What one load is summed up in.
struct FoundLoad: Equatable {
  /// The whole.
  var load: LoadRow
  /// What became of its effects, if they took time.
  var effects: EffectRow?
  /// Its stages, where it has several.
  var stages: [LoadRow] = []

  /// All that are on disk.
  ///
  /// - Throws: What reading them throws.
  @MainActor
  static func all(in folder: ResultsFolder) throws -> [JobKey: FoundLoad] {
    let effects = Dictionary(try folder.rows(EffectRow.self).map { ($0.job, $0) }) { $1 }
    let rows = try folder.rows(LoadRow.self)
    let stages = Dictionary(grouping: rows.filter { $0.stage != nil }) { $0.job }
    return Dictionary(
      rows.filter { $0.stage == nil }.map { row in
        let found = FoundLoad(
          load: row, effects: effects[row.job], stages: stages[row.job] ?? [])
        return (row.job, found)
      }
    ) { $1 }
  }
}
