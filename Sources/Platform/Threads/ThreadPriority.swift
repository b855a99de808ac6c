private import CProbes

/// The priority by which Apple's systems choose between performance and efficiency cores.
package enum ThreadPriority {
  /// Requests performance cores for the calling thread; detached tasks do not inherit it.
  ///
  /// It is a request: a thread cannot be pinned there. On other systems it does nothing.
  package static func requestPerformanceCores() { cprobes_request_performance_cores() }
}
