/// How a child is started.
package enum ChildCommandLine {
  /// The subcommand that does a task, and is not in the help.
  package static let command = "child"
  /// Asks a child to keep its main thread in a run loop.
  package static let runLoopFlag = "--run-loop"
}
