/// Replaces the actor that owns a store as the isolation of its effects' tasks.
///
/// The proxy has the owner's executor, so tasks run where they would otherwise. A task retains the
/// actor that it is isolated to, even while it is suspended, so an owner with an endless effect
/// would never be released. These tasks retain the proxy instead, and the proxy retains the owner
/// once for all tasks. Whenever an effect sends an action or ends, it checks whether that is the
/// only reference.
///
/// Another reference to the owner must exist while there are tasks, because the runtime returns to
/// its executor by an unowned pointer.
@usableFromInline
@safe
// Safe: the owner exists while there are tasks; see above.
actor OwnerProxy {
  @safe @usableFromInline nonisolated let unownedExecutor: UnownedSerialExecutor

  // Confined to the owner's executor. The type is a class and not `AnyObject`, for which
  // `isKnownUniquelyReferenced` returns `false` in builds without optimization. An actor is a native
  // object of Swift; those that inherit from NSObject do not get a proxy.
  nonisolated(unsafe) private var held: Owner?

  private final class Owner {
    private init() {}
  }

  @usableFromInline
  init(for owner: any Actor) { unownedExecutor = unsafe owner.unownedExecutor }

  nonisolated var owner: (any Actor)? {
    unsafe held.map { unsafe unsafeBitCast($0, to: AnyObject.self) } as? any Actor
  }

  @usableFromInline nonisolated var isHolding: Bool { unsafe held != nil }

  @usableFromInline
  nonisolated func retainOwner(_ owner: any Actor) {
    unsafe held = unsafe unsafeBitCast(owner as AnyObject, to: Owner.self)
  }

  /// Releases the owner, which may be deallocated in this call.
  @usableFromInline
  nonisolated func releaseOwner() {
    let last = unsafe held
    unsafe held = nil
    withExtendedLifetime(last) {}
  }

  /// A Boolean value that indicates whether the proxy holds the only reference to the owner.
  @usableFromInline nonisolated var isOnlyReference: Bool {
    unsafe isKnownUniquelyReferenced(&held)
  }
}
