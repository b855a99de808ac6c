/// How far a loop came that stops where the store must be waited for.
struct Leg {
  /// The first action that is not sent yet.
  var next: Int
  /// Whether work that the last action began is still going on.
  var isBusy = false
  /// The time inside `send`, when each send was timed by itself.
  var sendNs: UInt64 = 0
}
