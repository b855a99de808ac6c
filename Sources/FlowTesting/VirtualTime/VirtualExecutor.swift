import Foundation
import Synchronization

/// An executor without threads: its jobs run one after the other when it is driven, in an order
/// that a seed determines.
///
/// Tasks that prefer this executor run on it, with their child tasks and the actors without a
/// custom executor that they call. Other actors can run on it with a ``VirtualSerialExecutor``. A
/// single thread does all of this work. Whenever several jobs are ready, the seed determines the
/// next one, so equal seeds produce equal runs.
///
/// A ``VirtualTime`` drives the executor. Code on other threads may enqueue jobs at any time. This
/// is safe but not deterministic, so ``foreignJobs`` counts them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public final class VirtualExecutor: TaskExecutor {
  // Not a serial executor as well, because a job does not state whether it belongs to an actor. All
  // jobs would run as if they did. Code without an actor would then have to leave that actor before
  // and after each call, and a sleep would take five jobs instead of one.

  /// The order of jobs that are ready.
  public enum Order: Sendable {
    /// Any job, with equal probability; the seed determines the choice.
    case seeded
    /// The oldest job first, as on most executors. This is only one of many valid orders.
    case firstInFirstOut
  }

  /// Work from other threads, and work to do after the current job.
  private enum Mail {
    case job(ReadyJob)
    case closure(@Sendable () -> Void)
  }

  // The thread and not a lock protects the jobs. The thread must be identified in any case, in
  // order to count foreign jobs, which takes 7 ns. A lock would add 7 ns (`Mutex`) or 11 ns
  // (`NSLock`), five times for each sleep. Work from other threads is in a separate mailbox with a
  // lock.
  /// The thread that drives the executor; 0 if none does.
  private let driver = Atomic<UInt>(0)
  // Unsafe: accessed only by the driving thread. Unchecked: no method calls other code.
  @exclusivity(unchecked) nonisolated(unsafe) private var ready: ReadyJobs

  // `NSCondition` and not `Mutex`, because the driver may wait, and because on Linux the thread
  // sanitizer reports a race for a contended `Mutex`.
  private let lock = NSCondition()
  // Unsafe: accessed only while `lock` is locked.
  nonisolated(unsafe) private var mail: [Mail] = []
  /// A Boolean value that indicates whether the mailbox is not empty, readable without the lock.
  private let hasMail = Atomic<Bool>(false)
  private let foreign = Atomic<Int>(0)

  /// Creates an executor.
  ///
  /// - Parameters:
  ///   - seed: The seed for the choice between jobs that are ready.
  ///   - order: The order of jobs. `firstInFirstOut` ignores the seed.
  public init(seed: UInt64, order: Order = .seeded) {
    ready = ReadyJobs(seed: seed, order: order)
  }

  /// The number of jobs that other threads have enqueued while the executor was driven.
  ///
  /// If it is 0, the run can be repeated from its seed. Jobs that are enqueued while the executor
  /// is not driven do not count; they wait in order of arrival.
  public var foreignJobs: Int { foreign.load(ordering: .relaxed) }

  // MARK: - Taking jobs

  /// Enqueues a job without an actor; called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    accept(ReadyJob(job: UnownedJob(job), actor: nil))
  }

  func accept(_ job: ReadyJob) {
    if isDriving {
      ready.append(job)
    } else {
      if driver.load(ordering: .relaxed) != 0 { foreign.add(1, ordering: .relaxed) }
      post(.job(job))
    }
  }

  /// Runs a closure on the driving thread between two jobs.
  func post(_ closure: @escaping @Sendable () -> Void) { post(.closure(closure)) }

  private func post(_ item: Mail) {
    lock.withLock {
      mail.append(item)
      hasMail.store(true, ordering: .releasing)
      lock.signal()
    }
  }

  // MARK: - Driving

  var isDriving: Bool { driver.load(ordering: .relaxed) == Self.currentThread }

  /// The ID of the current thread, which is never 0.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  /// The number of jobs that have run and the fingerprint of their order.
  ///
  /// - Precondition: No other thread drives the executor.
  var history: (jobs: Int, fingerprint: UInt64) { (ready.chosenCount, ready.fingerprint) }

  /// Drives the executor on the current thread during a closure.
  ///
  /// - Precondition: The executor is not driven.
  func drive<Value>(_ body: () throws -> Value) rethrows -> Value {
    let (isFree, _) = driver.compareExchange(
      expected: 0, desired: Self.currentThread, ordering: .acquiringAndReleasing)
    precondition(isFree, "only one `run` of a virtual time can be in progress")
    defer { driver.store(0, ordering: .releasing) }
    return try body()
  }

  /// Runs the next job; returns `false` if none is ready.
  ///
  /// - Precondition: Called while driving.
  func runNext() -> Bool {
    if hasMail.load(ordering: .acquiring) { collectMail() }
    guard let next = ready.popNext() else { return false }
    if let actor = next.actor {
      next.job.runSynchronously(
        isolatedTo: actor.takeUnretainedValue().asUnownedSerialExecutor(),
        taskExecutor: asUnownedTaskExecutor())
    } else {
      next.job.runSynchronously(on: asUnownedTaskExecutor())
    }
    return true
  }

  /// Waits in real time for work from other threads; returns `false` if there is none after
  /// `duration`.
  func waitForMail(_ duration: Duration) -> Bool {
    guard duration > .zero else { return hasMail.load(ordering: .acquiring) }
    let end = Date(timeIntervalSinceNow: duration / .seconds(1))
    return lock.withLock {
      while mail.isEmpty {
        guard lock.wait(until: end) else { return !mail.isEmpty }
      }
      return true
    }
  }

  private func collectMail() {
    let items = lock.withLock {
      hasMail.store(false, ordering: .relaxed)
      defer { mail = [] }
      return mail
    }
    for item in items {
      switch item {
      case .job(let job): ready.append(job)
      case .closure(let closure): closure()
      }
    }
  }
}
