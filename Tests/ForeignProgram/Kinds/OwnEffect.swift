/// What a reducer asks for, as a value: the store does it.
enum OwnEffect<Action> {
  /// Nothing.
  case none
  /// Work whose answer is sent when it is there.
  case work(@Sendable () async -> Action?)
}
