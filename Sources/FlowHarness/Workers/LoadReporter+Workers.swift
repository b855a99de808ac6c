package import Workloads

extension LoadReporter {
  /// Reads the pages of several workers until all feeds are closed; see the other initialiser.
  ///
  /// - Parameter arrivals: What each of them sends.
  package convenience init(
    _ feeds: WorkerFeeds, arrivals: [ArrivalShare],
    report: @escaping @Sendable (LoadSecond) -> Void
  ) {
    self.init(
      { feeds.reader() },
      arrivals: {
        var all = SharedArrivals(arrivals)
        return { all.next() }
      }, limit: nil, cores: nil, report: report)
  }
}
