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
  @inlinable static var observed: StoreStatus { StoreStatus(rawValue: 4) }
  /// Actions wait in the queue.
  @inlinable static var queued: StoreStatus { StoreStatus(rawValue: 8) }
  /// Somebody reads the state where it lies: it may not be replaced.
  @inlinable static var lent: StoreStatus { StoreStatus(rawValue: 16) }
  /// A scope sends a batch: its actions wait in the queue until they are complete.
  @inlinable static var gathering: StoreStatus { StoreStatus(rawValue: 64) }
  /// Effects run that end when a part of the state vanishes.
  @inlinable static var placed: StoreStatus { StoreStatus(rawValue: 32) }
}
