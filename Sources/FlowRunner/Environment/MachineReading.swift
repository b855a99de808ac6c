/// What changes on a machine while a run lasts, at one instant.
struct MachineReading: Equatable, Sendable {
  /// Load average over one minute; nil where the system does not say.
  var load: Double?
  /// Where the cores' time went; nil where the system does not say.
  var time: ProcessorTime?

  /// Reads it.
  static var current: MachineReading {
    MachineReading(load: Host.load, time: ProcessorTime.current)
  }

  /// The share of the cores' time that was stolen since an earlier reading; nil when unknown.
  func stolenShare(since earlier: MachineReading) -> Double? {
    guard let time, let start = earlier.time else { return nil }
    return time.stolenShare(since: start)
  }
}
