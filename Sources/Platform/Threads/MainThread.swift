/// The main thread of the process, and the queue of the main actor.
package enum MainThread {
  /// A Boolean value that indicates whether only a run loop keeps the main actor on the main thread.
  ///
  /// On Apple's systems, `dispatchMain()` ends the main thread. Other threads then serve the queue, with
  /// smaller stacks and without the main thread's class of quality of service.
  package static var needsRunLoop: Bool {
    #if canImport(Darwin)
      true
    #else
      false
    #endif
  }
}
