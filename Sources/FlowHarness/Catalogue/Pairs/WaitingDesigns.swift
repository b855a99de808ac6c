/// A design as it holds work that suspends.
@usableFromInline
struct SuspendingDesign<D: StoreDesign>: StoreDesign {
  @usableFromInline let base: D

  @inlinable
  init(base: D) {
    self.base = base
  }

  @inlinable
  var description: DesignDescription { base.description }

  @inlinable
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { base.plugSuspending(into: socket) }

  @inlinable
  func plugChildren<S: ChildSocket>(into socket: S) -> S.Plugged? {
    base.plugSuspendingChildren(into: socket)
  }
}

/// A design as it holds work that several are in flight of.
@usableFromInline
struct OverlappingDesign<D: StoreDesign>: StoreDesign {
  @usableFromInline let base: D

  @inlinable
  init(base: D) {
    self.base = base
  }

  @inlinable
  var description: DesignDescription { base.description }

  @inlinable
  func plug<S: StoreSocket>(into socket: S) -> S.Plugged? { base.plugOverlapping(into: socket) }
}
