import Dispatch
import Foundation

/// A Boolean value that indicates whether the thread sanitizer reports a contended `Mutex` as a race.
///
/// On Linux a waiting thread acquires a `Mutex` outside of the instrumented code, so that the sanitizer
/// sees only the release (Swift 6.3.1).
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

/// Returns whether this code runs on the main queue.
///
/// On Linux the main actor and the main queue of a program with an asynchronous `main` run on another
/// thread than the main thread.
func isOnMainQueue() -> Bool {
  DispatchQueue.getSpecific(key: mainQueueMark) ?? false
}

/// Returns whether this is the main thread; asynchronous code cannot read the property.
func isOnMainThread() -> Bool { Thread.isMainThread }
