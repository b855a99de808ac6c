import FlowResults
import Measurement

/// One of the four times of a world, with all its classes: what histograms of several worlds are added
/// from.
struct HistogramRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var time = ""
  var count: Int?
  var sumNs: Double?
  var classes = ""

  static let fileName = "histograms.csv"

  static let columns: [ResultColumn<HistogramRow>] =
    LoadProcess.columns(\.process) + [
      .text("time", \.time, "Which of the four times, as in `latency.csv`."),
      .integer("times_total", \.count, "How many actions were timed."),
      .number("sum_ns", \.sumNs, "The sum of their times."),
      .text(
        "classes", \.classes,
        "The longest time of each class of the histogram and how many it has, as `1023:5 2047:1`."),
    ]

  /// What it says; `nil` where the file was changed.
  var histogram: LatencyHistogram? {
    let histogram = LatencyHistogram(text: classes, sumNs: sumNs ?? 0)
    return histogram?.count == count ? histogram : nil
  }

  /// Takes a histogram down.
  mutating func fill(_ histogram: LatencyHistogram) {
    count = histogram.count
    sumNs = histogram.sumNs
    classes = histogram.text
  }
}
