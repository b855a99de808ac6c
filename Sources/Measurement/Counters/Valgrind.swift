private import CProbes

/// The simulated processor that this process may run on.
public enum Valgrind {
  /// Whether it does, with whatever tool.
  public static var isRunning: Bool { cprobes_valgrind_depth() > 0 }

  /// To be called right before `dispatchMain`, which kills valgrind 3.19 when the main thread then
  /// waits as libdispatch lets it wait. Does nothing elsewhere.
  public static func prepareDispatchMain() { cprobes_valgrind_park_main_thread() }
}
