import Measurement

/// What a simulated service writes down beside its counts: times, for a load; or every event, for
/// whoever looks for an order in which something goes wrong.
package struct ServiceRecord {
  /// The times of a load.
  struct Times {
    var meter: LoadMeter
    var cancellation = LatencyRecorder()
  }

  var times: Times?
  /// Whether events are kept.
  let keepsEvents: Bool
  private(set) var events: [EffectEvent] = []
  /// Ends of effects are deferred to multiples of this, so that much happens at one instant.
  var tickNs: UInt64 = 1

  /// Times, and no events.
  package init(_ meter: LoadMeter) {
    times = Times(meter: meter)
    keepsEvents = false
  }

  /// Events, and no times.
  package init(eventsByTicksOf tickNs: UInt64) {
    keepsEvents = true
    self.tickNs = tickNs
  }

  @inline(__always)
  mutating func note(_ event: @autoclosure () -> EffectEvent) {
    if keepsEvents { events.append(event()) }
  }

  /// The first tick that is not before an instant.
  func tick(_ ns: UInt64) -> UInt64 { tickNs == 1 ? ns : (ns + tickNs - 1) / tickNs * tickNs }
}

/// Something that happened to an action, which has a number from 1 in the order of sending.
package enum EffectEvent: Equatable, Sendable {
  /// It was reduced.
  case reduced(UInt64)
  /// The answer to what it had asked for was reduced.
  case answered(UInt64)
  /// The service has answered what it had asked for.
  case served(UInt64)
  /// What it had asked for has ended without an answer.
  case ended(UInt64)
}
