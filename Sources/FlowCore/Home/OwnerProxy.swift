/// Stands for the actor that owns a store, as the isolation of the tasks of its effects.
///
/// It has the owner's executor: tasks run where they would otherwise, and an effect that asks whether
/// it is on the owner, or calls it, is there already. What it is for: a task that is isolated to an
/// actor holds it, also while it waits, and an owner with an effect that never ends would never end.
/// These tasks hold the proxy, and the proxy holds the owner, with one counted reference for all of
/// them. Whether that is the only one is asked whenever an effect answers or ends.
///
/// The owner must be held by somebody as long as there are tasks: the runtime comes back to its
/// executor through a bare pointer.
@usableFromInline
actor OwnerProxy {
  @usableFromInline nonisolated let unownedExecutor: UnownedSerialExecutor

  // Touched on the owner's executor only. Of a class, whatever it is: without optimisation
  // `isKnownUniquelyReferenced` denies it of an `AnyObject`.
  nonisolated(unsafe) private var held: Owner?

  private final class Owner {
    private init() {}
  }

  @usableFromInline
  init(for owner: any Actor) { unownedExecutor = owner.unownedExecutor }

  /// The owner, as long as it is held.
  nonisolated var owner: (any Actor)? {
    held.map { unsafeBitCast($0, to: AnyObject.self) } as? any Actor
  }

  @usableFromInline nonisolated var isHolding: Bool { held != nil }

  /// Holds the owner, because there are tasks.
  @usableFromInline
  nonisolated func hold(_ owner: any Actor) {
    held = unsafeBitCast(owner as AnyObject, to: Owner.self)
  }

  /// Lets go of the owner, which may end in this call.
  @usableFromInline
  nonisolated func letGo() {
    let last = held
    held = nil
    withExtendedLifetime(last) {}
  }

  /// Whether nobody but the proxy holds the owner.
  @usableFromInline nonisolated var isAlone: Bool { isKnownUniquelyReferenced(&held) }
}
