#if os(macOS) || !canImport(Darwin)
  import Synchronization
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
#if canImport(ObjectiveC)
  import ObjectiveC
#endif

/// The actor of a store, its observers and its effects, and the executor preference of their tasks.
///
/// References to actors other than the main actor are weak, because an actor usually owns its
/// store.
@usableFromInline
final class StoreIsolation {
  /// The executor preference of the task that created the store. Tasks that are not children
  /// inherit no preference, and code that they call would run elsewhere.
  #if canImport(Darwin) && !os(macOS)
    // `TaskExecutor` needs iOS 18.
    @usableFromInline let preference: (any Executor)?
  #else
    @usableFromInline let preference: (any TaskExecutor)?
  #endif
  // Unchecked, here and below: no other code runs during an access.
  @safe @exclusivity(unchecked) @usableFromInline var mainActor: MainActor?
  @usableFromInline weak let owner: (any Actor)?
  /// A Boolean value that indicates whether an actor is known.
  @safe @exclusivity(unchecked) @usableFromInline var isIsolated: Bool
  @safe @exclusivity(unchecked) private var isDecided: Bool

  /// Always `false`; see `EffectRunner.startAtOnce`.
  @safe @exclusivity(unchecked) @usableFromInline var startsAgain = false

  private let hasTasks = Atomic(false)
  /// The isolation of effects' tasks instead of the owner.
  @safe @exclusivity(unchecked) @usableFromInline var proxy: OwnerProxy?

  @usableFromInline
  init(_ caller: (any Actor)?) {
    // A store that an effect creates belongs to the owner of the effect's store.
    let isolation = (caller as? OwnerProxy)?.owner ?? caller
    isIsolated = isolation != nil
    isDecided = isIsolated
    mainActor = isolation as? MainActor
    owner = mainActor == nil ? isolation : nil
    #if !OldestSystems
      if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
        preference = unsafe withUnsafeCurrentTask {
          unsafe $0?.unownedTaskExecutor?.asTaskExecutor()
        }
        return
      }
    #endif
    preference = nil
  }

  /// The executor preference as a task takes it.
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @inlinable
  var taskExecutor: (any TaskExecutor)? {
    #if canImport(Darwin) && !os(macOS)
      preference as? any TaskExecutor
    #else
      preference
    #endif
  }

  /// Starts a task that prefers the executor.
  func startTask(_ operation: sending @escaping @isolated(any) () async -> Void) {
    #if !OldestSystems
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        Task(executorPreference: taskExecutor, operation: operation)
        return
      }
    #endif
    Task(operation: operation)
  }

  /// Performs and releases a closure on the actor: immediately if the caller is on it or there is no
  /// actor, and otherwise in a task.
  func perform(_ body: inout (() -> Void)?) {
    guard let actor, !Self.isOn(actor) else {
      body?()
      return
    }
    let body = MovedClosure(body.take())
    startTask { await body.perform(on: actor) }
  }

  /// The actor; `nil` if there is none or it was deallocated.
  @inlinable
  var actor: (any Actor)? {
    if let mainActor { return mainActor }
    return owner
  }

  /// Returns the isolation of effects' tasks.
  ///
  /// - Precondition: The caller is on the store's actor.
  @inlinable
  func taskIsolation() -> any Actor {
    if let mainActor { return mainActor }
    if let proxy, proxy.isHolding { return proxy }
    return holdingProxy()
  }

  @usableFromInline
  @inline(never)
  func holdingProxy() -> any Actor {
    guard let owner else {
      fatalError(
        "an effect cannot start after the store's actor was deallocated; keep the store in its "
          + "actor")
    }
    #if canImport(ObjectiveC)
      // Its references are not counted as those of native objects, so its tasks retain it, and an
      // endless effect keeps it alive.
      if proxy == nil, owner is NSObject { return owner }
    #endif
    let proxy = proxy ?? OwnerProxy(for: owner)
    self.proxy = proxy
    proxy.retainOwner(owner)
    return proxy
  }

  /// A Boolean value that indicates whether only the tasks of effects retain the owner.
  @inlinable var isAbandoned: Bool { proxy?.isOnlyReference ?? false }

  /// A Boolean value that indicates whether no effect has a task. Safe on any thread.
  var isIdle: Bool { !hasTasks.load(ordering: .acquiring) }

  @usableFromInline
  func tasksBegin() { hasTasks.store(true, ordering: .relaxed) }

  /// Releases the owner, which may be deallocated in this call. The last task uses nothing
  /// afterwards.
  @usableFromInline
  func tasksEnd() {
    proxy?.releaseOwner()
    hasTasks.store(false, ordering: .releasing)
  }

  /// Returns a Boolean value that indicates whether there is an actor. Determined at the first use.
  ///
  /// In Swift 6.3.1, `#isolation` is `nil` in the default value of a property, as in
  /// `@MainActor class Model { let store = Store(…) }`. A store that is used on the main actor was
  /// created there.
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

  /// Returns a Boolean value that indicates whether the caller is on an actor.
  // Tested with its executor: on Linux, the main actor runs on several threads after the main
  // thread has ended.
  static func isOn(_ actor: any Actor) -> Bool {
    #if canImport(Darwin)
      // The fastest test, and the only one before macOS 26.
      if pthread_main_np() != 0, actor is MainActor { return true }
    #endif
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // The task runs immediately if the caller is on the actor, and later otherwise. The cast, as
      // that of `EffectRunner.callable`, calls a function of the actor from anywhere.
      let probe = Probe()
      unsafe unsafeBitCast(Self.start(probe:on:), to: ((Probe, any Actor) -> Void).self)(
        probe, actor)
      return probe.thread.load(ordering: .relaxed) == currentThread
    }
    return false
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  private static func start(probe: Probe, on actor: isolated any Actor) {
    Task.immediate {
      _ = actor
      probe.thread.store(currentThread, ordering: .relaxed)
    }
  }

  /// The ID of the current thread, which is never 0.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      unsafe UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  private final class Probe: Sendable {
    let thread = Atomic<UInt>(0)
  }
}

/// A closure that is performed and released on the actor that it is confined to.
// Unchecked: no other thread uses the closure until it is on the actor.
private final class MovedClosure: @unchecked Sendable {
  private var body: (() -> Void)?

  init(_ body: (() -> Void)?) { self.body = body }

  func perform(on actor: isolated any Actor) {
    let body = body.take()
    body?()
  }
}
