import Dispatch
import Foundation

/// Whether a thread sanitizer is linked in that takes a contended `Mutex` for a race.
///
/// On Linux whoever has to wait for a `Mutex` gets it outside of the instrumented code: the
/// sanitizer sees the release, not the acquisition. A bare `Mutex` around a counter, incremented by
/// four threads, is enough for a report (seen with Swift 6.3.1).
let isThreadSanitizerBlindToMutex: Bool = {
  #if os(Linux)
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
  #else
    return false
  #endif
}()

private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether this code runs on the main queue, whichever thread drains it.
///
/// On Linux a program with an asynchronous `main` leaves the main thread for good: its main actor
/// and main queue run elsewhere, and `Thread.isMainThread` is false even there.
func isOnMainQueue() -> Bool {
  DispatchQueue.getSpecific(key: mainQueueMark) ?? false
}

/// Whether this is the main thread; asked through a function, since asynchronous code may not ask.
func isOnMainThread() -> Bool { Thread.isMainThread }
