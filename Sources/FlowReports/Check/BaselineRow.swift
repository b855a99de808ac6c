import FlowResults

/// What one metric of one scenario was counted as when the baseline was made.
struct BaselineRow: ResultRow, Equatable {
  var dimensions = Dimensions()
  var isConcurrent: Bool?
  var digest = ""
  var metric = ""
  var low: Double?
  var high: Double?
  var windows: Int?
  var tool = ""

  /// The end of a baseline's name; before it stands the platform.
  static let fileName = "baseline.csv"

  static let columns: [ResultColumn<BaselineRow>] =
    ResultSchema.columns() + Dimensions.columns(\.dimensions)
    + Dimensions.laterColumns(\.dimensions) + [
      .flag(
        "concurrent", \.isConcurrent,
        "Whether it hops between threads: it may then leave the range by its width."),
      .text("digest", \.digest, "State after the verification actions."),
      .text("metric", \.metric, "A column of `samples.csv`; the counts are in its unit."),
      .number("low", \.low, "The least that any window counted."),
      .number("high", \.high, "The most that any window counted."),
      .integer("windows_total", \.windows, "How many windows counted."),
      .text(
        "tool", \.tool,
        "What the count depends on: who counted instructions, whose size classes bytes are in."),
    ]
}
