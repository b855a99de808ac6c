import Foundation
import Synchronization

/// An executor without a thread of its own: its jobs run when somebody drives it, one after the
/// other, in an order that a seed decides.
///
/// Tasks that prefer it run on it, and so do their child tasks, and the actors without an executor
/// of their own that they call. Actors that shall run on it whoever calls them have a
/// ``VirtualSerialExecutor``. All of that is one thread's work: whenever several jobs are ready, the
/// seed picks the next, and the same seed always picks the same.
///
/// A ``VirtualTime`` drives it. Work that runs elsewhere may hand it jobs at any moment; they are
/// taken in safely, but when they come is chance, and so ``foreignJobs`` counts them.
public final class VirtualExecutor: TaskExecutor {
  // Not a serial executor as well: a job does not say whether it belongs to an actor, so all would
  // run as if they did. Whatever is bound to no actor would then have to leave that actor before and
  // after each call, and a sleep would be five jobs instead of one.

  /// Which of the jobs that could run is next.
  public enum Order: Sendable {
    /// Any of them, each as likely as the others; the seed decides.
    case seeded
    /// The one that became ready first: what most executors do, and only one of the many orders
    /// that code must bear.
    case firstInFirstOut
  }

  /// What comes from other threads, or has to wait for the end of the current job.
  private enum Mail {
    case job(ReadyJob)
    case closure(@Sendable () -> Void)
  }

  // The thread says who may touch what, not a lock. It must be asked for in any case, to tell foreign
  // jobs from others, and costs 7 ns with the call; a lock would come on top of that, with 11 ns
  // (`NSLock`) or 7 (`Mutex`), five times for each sleep. What other threads bring waits in a mail
  // box of its own, behind a lock.
  /// The thread that drives; 0 while nobody does.
  private let driver = Atomic<UInt>(0)
  // Unsafe: only touched by the driver. Unchecked: no method of it calls anybody.
  @exclusivity(unchecked) nonisolated(unsafe) private var ready: ReadyJobs

  // `NSCondition`, not `Mutex`: on Linux the thread sanitizer takes a `Mutex` that was waited for for
  // a race; and the driver may have to wait.
  private let lock = NSCondition()
  // Unsafe: only touched while `lock` is held.
  nonisolated(unsafe) private var mail: [Mail] = []
  /// Whether there is any, to be asked without the lock.
  private let hasMail = Atomic<Bool>(false)
  private let foreign = Atomic<Int>(0)

  /// An executor with nothing to do.
  ///
  /// - Parameters:
  ///   - seed: Decides between jobs that are ready.
  ///   - order: Whether it is asked.
  public init(seed: UInt64, order: Order = .seeded) {
    ready = ReadyJobs(seed: seed, order: order)
  }

  /// How many jobs other threads have handed over while it was driven.
  ///
  /// Zero says that nothing came back that had left, and that the run can be repeated from its
  /// seed. Jobs that come while nobody drives it are not counted: they wait in order of arrival.
  public var foreignJobs: Int { foreign.load(ordering: .relaxed) }

  // MARK: - Taking jobs

  /// Takes a job that became ready and is bound to no actor here; for the runtime.
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

  /// Does something on the driving thread, between two jobs.
  func post(_ closure: @escaping @Sendable () -> Void) { post(.closure(closure)) }

  private func post(_ letter: Mail) {
    lock.withLock {
      mail.append(letter)
      hasMail.store(true, ordering: .releasing)
      lock.signal()
    }
  }

  // MARK: - Driving

  var isDriving: Bool { driver.load(ordering: .relaxed) == Self.currentThread }

  /// The caller's thread, which is never 0.
  private static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #else
      pthread_self()
    #endif
  }

  /// How many jobs have run, and the fingerprint of the order in which they did.
  ///
  /// - Precondition: Nobody drives it, or the caller's thread.
  var history: (jobs: Int, fingerprint: UInt64) { (ready.handedOut, ready.fingerprint) }

  /// Makes the caller's thread the one that drives, for as long as `body` takes.
  ///
  /// - Precondition: Nobody drives it.
  func drive<Value>(_ body: () throws -> Value) rethrows -> Value {
    let (isFree, _) = driver.compareExchange(
      expected: 0, desired: Self.currentThread, ordering: .acquiringAndReleasing)
    precondition(isFree, "virtual time is driven by one at a time, and not from within itself")
    defer { driver.store(0, ordering: .releasing) }
    return try body()
  }

  /// Runs one ready job; `false` if there is none.
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

  /// Waits in real time until other threads have brought something; `false` if they have not after
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
    let letters = lock.withLock {
      hasMail.store(false, ordering: .relaxed)
      defer { mail = [] }
      return mail
    }
    for letter in letters {
      switch letter {
      case .job(let job): ready.append(job)
      case .closure(let closure): closure()
      }
    }
  }
}
