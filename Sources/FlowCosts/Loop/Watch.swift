internal import Foundation

/// Messages about measurements that never end, and about programs that end within one.
enum Watch {
  /// Calls a function that measures.
  static func during<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let id = Measurements.shared.begin(name)
    defer { Measurements.shared.end(id) }
    return try body()
  }

  /// Writes a line to standard error.
  static func write(_ message: String) {
    FileHandle.standardError.write(Data("FlowCosts: \(message)\n".utf8))
  }
}

/// The measurements that are running now.
private final class Measurements: @unchecked Sendable {
  static let shared = Measurements()
  /// The seconds after which a message is printed.
  private static let limitSeconds = 60

  private let lock = NSLock()
  private var running: [Int: (name: String, startNs: UInt64)] = [:]
  private var last = 0

  private init() {
    atexit {
      for name in Measurements.shared.names {
        Watch.write("the program ended within \(name); does an action call exit?")
      }
    }
    Thread {
      while true {
        sleep(1)
        self.writeDue()
      }
    }.start()
  }

  private var names: [String] { lock.withLock { running.values.map(\.name).sorted() } }

  func begin(_ name: String) -> Int {
    lock.withLock {
      last += 1
      running[last] = (name, Clock.nowNs())
      return last
    }
  }

  func end(_ id: Int) {
    lock.withLock { running[id] = nil }
  }

  /// Writes the message of each measurement that has taken the time since the last second.
  ///
  /// It allocates only if there is one, so that it disturbs no count.
  private func writeDue() {
    lock.withLock {
      let now = Clock.nowNs()
      for (name, startNs) in running.values
      where Int((now - startNs) / 1_000_000_000) == Self.limitSeconds {
        Watch.write(
          "\(name) has taken \(Self.limitSeconds) s; does `send` wait for something that never comes?"
        )
      }
    }
  }
}
