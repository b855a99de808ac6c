/// All that could keep a send from returning right after its reduction, in one word, so that
/// asking for all of it is one comparison.
@usableFromInline
struct StoreStatus: OptionSet {
  @usableFromInline let rawValue: UInt

  @inlinable init(rawValue: UInt) { self.rawValue = rawValue }

  /// A reducer is changing the state: nobody else may touch it.
  @inlinable static var reducing: StoreStatus { StoreStatus(rawValue: 1) }
  /// What an action caused is being handled: others wait in the queue.
  @inlinable static var settling: StoreStatus { StoreStatus(rawValue: 2) }
  /// Somebody wants to know of changes.
  @inlinable static var watched: StoreStatus { StoreStatus(rawValue: 4) }
  /// Actions wait in the queue.
  @inlinable static var queued: StoreStatus { StoreStatus(rawValue: 8) }
}
