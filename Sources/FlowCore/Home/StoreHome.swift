import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The actor that a store, its observers and its effects belong to, and what its tasks prefer.
///
/// Weak to all actors but the main one, which lives for ever: an actor owns its store, and would never
/// die if the store owned it.
@usableFromInline
final class StoreHome {
  /// What the tasks of effects prefer: what the task preferred that made the store. A task that is
  /// not a child inherits no preference by itself, and what it calls would hop elsewhere.
  @usableFromInline let preference: (any TaskExecutor)?
  // Unchecked, here and below: nobody is called meanwhile.
  @exclusivity(unchecked) @usableFromInline var mainActor: MainActor?
  @usableFromInline weak let owner: (any Actor)?
  /// Whether there is an actor, as far as is known.
  @exclusivity(unchecked) @usableFromInline var isIsolated: Bool
  @exclusivity(unchecked) private var isDecided: Bool

  /// Never; see `EffectRunner.startAtOnce`.
  @exclusivity(unchecked) @usableFromInline var startsAgain = false

  private let hasTasks = Atomic(false)
  /// What the tasks of effects are isolated to in place of the owner; made for the first of them.
  @exclusivity(unchecked) @usableFromInline var proxy: OwnerProxy?

  @usableFromInline
  init(_ caller: (any Actor)?) {
    // A store that an effect makes belongs to the owner of the effect's store.
    let isolation = (caller as? OwnerProxy)?.owner ?? caller
    isIsolated = isolation != nil
    isDecided = isIsolated
    mainActor = isolation as? MainActor
    owner = mainActor == nil ? isolation : nil
    if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
      preference = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    } else {
      preference = nil
    }
  }

  /// The actor; `nil` outside any, and when it has ended.
  @inlinable
  var actor: (any Actor)? {
    if let mainActor { return mainActor }
    return owner
  }

  /// What the tasks of effects are isolated to.
  ///
  /// - Precondition: There is an actor, and the caller is on it.
  @inlinable
  func isolation() -> any Actor {
    if let mainActor { return mainActor }
    if let proxy, proxy.isHolding { return proxy }
    return holdOwner()
  }

  @usableFromInline
  @inline(never)
  func holdOwner() -> OwnerProxy {
    guard let owner else {
      fatalError(
        "a store is used as long as the actor lives that it was made on, got an effect to start after "
          + "that; keep the store in the actor")
    }
    let proxy = proxy ?? OwnerProxy(for: owner)
    self.proxy = proxy
    proxy.hold(owner)
    return proxy
  }

  /// Whether nobody holds the owner but the tasks of effects.
  @inlinable var isAbandoned: Bool { proxy?.isAlone ?? false }

  /// Whether there is no task of an effect; to be asked anywhere.
  var isIdle: Bool { !hasTasks.load(ordering: .acquiring) }

  @usableFromInline
  func tasksBegin() { hasTasks.store(true, ordering: .relaxed) }

  /// Lets go of the owner, which may end in this call. The last task touches nothing after it.
  @usableFromInline
  func tasksEnd() {
    proxy?.letGo()
    hasTasks.store(false, ordering: .releasing)
  }

  /// Whether there is an actor; asked where it matters for the first time.
  ///
  /// The compiler does not say where the default value of a property is made: in Swift 6.3.1
  /// `#isolation` is `nil` in `@MainActor class Model { let store = Store(…) }`. Who uses such a store
  /// on the main actor has made it there.
  @inlinable
  func hasActor() -> Bool { isIsolated || findMainActor() }

  @usableFromInline
  @inline(never)
  func findMainActor() -> Bool {
    guard !isDecided else { return false }
    isDecided = true
    guard Self.isOn(MainActor.shared) else { return false }
    mainActor = MainActor.shared
    isIsolated = true
    return true
  }

  /// Whether the caller is on an actor.
  // Asked of its executor: the main actor's has more than one thread on Linux, where the main thread
  // may have ended.
  static func isOn(_ actor: any Actor) -> Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // On the actor it runs here and at once; if not, elsewhere and some time.
      let probe = Probe()
      unsafeBitCast(Self.start(probe:on:), to: ((Probe, any Actor) -> Void).self)(probe, actor)
      return probe.thread.load(ordering: .relaxed) == currentThread
    }
    #if canImport(Darwin)
      return actor is MainActor && pthread_main_np() != 0
    #else
      return false
    #endif
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func start(probe: Probe, on actor: isolated any Actor) {
    Task.immediate {
      _ = actor
      probe.thread.store(currentThread, ordering: .relaxed)
    }
  }

  /// The caller's thread, which is never 0.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  private final class Probe: Sendable {
    let thread = Atomic<UInt>(0)
  }
}
