/// What a person asked of `flowbench replay` beside what is driven; not yet checked.
public struct ReplayOptions: Sendable {
  /// The file of the trace.
  public var path: String
  /// How many times as fast as it was recorded, or `as-fast-as-possible`; `nil`: as recorded.
  public var speed: String?
  /// Whether the good part of a damaged trace is replayed.
  public var isPartial = false

  /// A whole trace at its own speed.
  public init(path: String) { self.path = path }

  /// The word for no pauses at all.
  public static let asFastAsPossible = "as-fast-as-possible"
}

extension Bounds {
  static let speed = 0.001...1_000_000
}
