package import FlowResults

extension ResultFileDescription {
  /// The files that comparisons write.
  package static let reported = [
    ResultFileDescription(CompareRow.self), ResultFileDescription(GeomeanRow.self),
    ResultFileDescription(CrossingRow.self), ResultFileDescription(BaselineRow.self),
  ]
}
