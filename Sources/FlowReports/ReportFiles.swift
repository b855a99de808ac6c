package import FlowResults

extension ResultFileDescription {
  /// The files that what compares writes.
  package static let reported = [
    ResultFileDescription(CompareRow.self), ResultFileDescription(GeomeanRow.self),
    ResultFileDescription(CrossingRow.self), ResultFileDescription(BaselineRow.self),
  ]
}
