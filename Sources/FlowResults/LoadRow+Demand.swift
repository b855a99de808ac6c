extension LoadRow {
  /// The share of the actions that must be done, and done in time, for a rate to count as sustained.
  package static let sustained = 0.99

  /// Whether a load did all that was asked of it as it came; `nil` where senders wait for the end,
  /// and for a load that nothing is known of.
  ///
  /// Of effects that take time the last ones end after the last arrival also where nothing falls
  /// behind: there all that can be said is that all were done.
  package var isSustained: Bool? {
    guard !self.load.hasPrefix("closed:"), let offered, let completed, let throughput else {
      return nil
    }
    let isDone = Double(completed) >= Self.sustained * Double(offered)
    guard self.dimensions.completion != Dimensions.service else { return isDone }
    let came = Double(offered) / (Double(durationNs ?? 1) / 1e9)
    // A store that falls behind is done with all of it in the end, but too late.
    return isDone
      && throughput >= Self.sustained * min(rate ?? came, came)
  }
}
