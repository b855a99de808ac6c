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

  @usableFromInline
  init(_ isolation: (any Actor)?) {
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
    guard Self.isOnMainActor() else { return false }
    mainActor = MainActor.shared
    isIsolated = true
    return true
  }

  private static func isOnMainActor() -> Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      // If this is the main actor, it runs here and at once; if not, elsewhere and some time.
      let probe = Probe()
      Task.immediate { @MainActor in probe.thread.store(currentThread, ordering: .relaxed) }
      return probe.thread.load(ordering: .relaxed) == currentThread
    }
    #if canImport(Darwin)
      return pthread_main_np() != 0
    #else
      return false
    #endif
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
