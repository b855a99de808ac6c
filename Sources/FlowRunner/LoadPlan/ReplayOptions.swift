import FlowHarness

/// What a person asked of `flowbench replay` beside what is driven; not yet checked.
package struct ReplayOptions: Sendable {
  /// The file of the trace.
  package var path: String
  /// How many times as fast as it was recorded, or `as-fast-as-possible`; `nil`: as recorded.
  package var speed: String?
  /// Whether the good part of a damaged trace is replayed.
  package var isPartial = false

  /// A whole trace at its own speed.
  package init(path: String) { self.path = path }

  /// The word for no pauses at all.
  package static let asFastAsPossible = LoadTrace.asFastAsPossible
}

extension Bounds {
  static let speed = 0.001...1_000_000
}
