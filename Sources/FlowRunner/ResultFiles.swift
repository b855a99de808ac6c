package import FlowResults

extension ResultFileDescription {
  /// The files that what measures writes, those of a run first.
  package static let measured = [
    ResultFileDescription(RunRow.self), ResultFileDescription(SampleRow.self),
    ResultFileDescription(SummaryRow.self), ResultFileDescription(LoadRow.self),
    ResultFileDescription(LatencyRow.self), ResultFileDescription(TimelineRow.self),
    ResultFileDescription(EffectRow.self), ResultFileDescription(SaturationRow.self),
    ResultFileDescription(ContendRow.self),
  ]
}
