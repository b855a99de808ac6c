/// A module whose work can take time, in designs whose effects can be waited for: it answers as its
/// services say (`Services.answers`).
public protocol LatentFeature: LeafFeature {
  /// A Boolean value that indicates whether `cancelsOlder(_:)` is ever true.
  static var hasCancellation: Bool { get }
  /// Whether an action makes superfluous what the module asked for before it.
  func cancelsOlder(_ action: Action) -> Bool
}

extension LatentFeature {
  /// No action cancels older work.
  public static var hasCancellation: Bool { false }

  /// Everything that was asked for is answered.
  public func cancelsOlder(_ action: Action) -> Bool { false }
}
