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

/// What one load is summed up in.
struct FoundLoad: Equatable {
  /// The whole.
  var load: LoadRow
  /// What became of its effects, if they took time.
  var effects: EffectRow?

  /// All that are on disk.
  ///
  /// - Throws: What reading them throws.
  @MainActor
  static func all(in folder: ResultsFolder) throws -> [JobKey: FoundLoad] {
    let effects = Dictionary(try folder.rows(EffectRow.self).map { ($0.job, $0) }) { $1 }
    let whole = try folder.rows(LoadRow.self).filter { $0.stage == nil }
    return Dictionary(
      whole.map { ($0.job, FoundLoad(load: $0, effects: effects[$0.job])) }
    ) { $1 }
  }
}
