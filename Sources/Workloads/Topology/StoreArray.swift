/// A fixed row of stores in memory of its own.
///
/// An `Array` would check bounds and uniqueness at every send; stores that are structs (`floor`)
/// would pay for that although no design asked for it.
public final class StoreArray<S> {
  /// Where the first of `count` stores lies; valid for as long as this object lives.
  public let base: UnsafeMutablePointer<S>
  /// How many there are.
  public let count: Int
  /// Whatever the stores need to stay alive: a parent that they refer to weakly.
  let owner: Any?

  /// Moves `stores` into place.
  public init(_ stores: [S], owner: Any? = nil) {
    self.owner = owner
    count = stores.count
    base = .allocate(capacity: stores.count)
    for (index, store) in stores.enumerated() { (base + index).initialize(to: store) }
  }

  /// Moves one store into place.
  public init(of store: consuming S) {
    owner = nil
    count = 1
    base = .allocate(capacity: 1)
    base.initialize(to: store)
  }

  deinit {
    base.deinitialize(count: count)
    base.deallocate()
  }
}
