/// What a load shows that is meant to change, beside its times.
package struct LoadChange: Equatable {
  package var spikeStartNs: Int?
  package var spikeEndNs: Int?
  package var recoveryNs: Int?
  package var recoveryWindowNs: Int?
  package var recoveryNote = ""
  package var upStage: Int?
  package var ratio: Double?
  package var ratioLow: Double?
  package var ratioHigh: Double?

  package init() {}

  /// What `recovery_note` says where responses stay longer than before.
  package static let notBack = "not back by the end"
  /// What it says where there is nothing to compare with.
  package static let tooFew = "too few actions before the spike"

  static let columns: [ResultColumn<LoadChange>] = [
    .integer(
      "spike_start_ns", \.spikeStartNs,
      "When the spike began, since the load's start; empty: there was none, or a stage."),
    .integer("spike_end_ns", \.spikeEndNs, "When it ended."),
    .integer(
      "recovery_ns", \.recoveryNs,
      "From its end until the p99 of the response was back, for three windows; empty: never seen."
    ).metric(.load(isCompared: true)),
    .integer(
      "recovery_window_ns", \.recoveryWindowNs,
      "How long the longest window is: `recovery_ns` is known to one window."),
    .text(
      "recovery_note", \.recoveryNote, "Why `recovery_ns` is empty although there was a spike."),
    .integer(
      "up_stage", \.upStage, "The stage that held this stage's rate before a higher one; or empty."),
    .number(
      "p99_down_over_up_ratio", \.ratio,
      "The p99 of the response in this stage, coming down, over that in `up_stage`, going up."),
    .number(
      "p99_down_over_up_low_ratio", \.ratioLow,
      "The lower end of its 95 % interval; empty: one of both has none."),
    .number("p99_down_over_up_high_ratio", \.ratioHigh, "The upper end of the same."),
  ]
}
