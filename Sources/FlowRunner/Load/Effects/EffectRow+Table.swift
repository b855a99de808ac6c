import FlowResults

extension EffectRow {
  /// Whether hardly any request was given up or taken back: that hides how long it would have taken.
  var isSustained: Bool? {
    guard let requested, let timedOut else { return nil }
    return Double(timedOut + (reneged ?? 0)) <= (1 - LoadRow.sustained) * Double(requested)
  }

  /// A line for each load.
  @MainActor
  static func table(_ rows: [EffectRow], _ block: (EffectRow) -> String) -> TextTable {
    // A column of its own where somebody may lose patience.
    let hasPatience = rows.contains { $0.reneged != nil }
    var table = TextTable(
      ["effects", "requested", "answered", "failed", "timed out"]
        + (hasPatience ? ["reneged"] : [])
        + ["cancelled", "in flight", "max", "cancel p99", "bytes each"])
    var last: String?
    for row in rows {
      if block(row) != last {
        last = block(row)
        table.add([block(row)])
      }
      let counts =
        [row.requested, row.answered, row.failed, row.timedOut]
        + (hasPatience ? [row.reneged] : []) + [row.cancelled]
      table.add(
        ["  " + row.dimensions.design] + counts.map { TextTable.count($0) } + [
          TextTable.number(row.meanInFlight), TextTable.count(row.maxInFlight),
          TextTable.time(row.cancellationP99Ns), TextTable.number(row.bytesInFlight),
        ], row.isValid == true ? .plain : .invalid)
    }
    return table
  }
}
