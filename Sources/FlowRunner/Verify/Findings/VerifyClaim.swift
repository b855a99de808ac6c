/// What a store promises, and what `flowbench verify` holds it to.
enum VerifyClaim: String, Codable, CaseIterable, Sendable {
  /// After every action the state is the one that the plain fold reaches.
  case state
  /// Nothing changes any more once the store has said that it is done.
  case settled
  /// Readers of a slice are notified of each of its changes before the store says that it is done.
  case notifications
  /// Several workers may send at once: nothing is lost, doubled or reordered.
  case order
  /// Each effect's answer arrives, once.
  case effects
  /// A newer request cancels the older one under the same key.
  case cancellation
  /// The process neither crashes nor hangs, and nothing is printed.
  case process
}
