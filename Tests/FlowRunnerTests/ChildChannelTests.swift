import Foundation
import Testing

@testable import FlowRunner

/// What the process of a trial emits from several threads.
struct ChildChannelTests {
  @Test func `long lines of several threads come one after the other`() async throws {
    let pipe = Pipe()
    let channel = ChildChannel(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let reading = pipe.fileHandleForReading
    let ended = DispatchSemaphore(value: 0)
    for index in 0..<8 {
      Thread.detachNewThread {
        // Longer than a pipe takes at once, and short ones.
        for round in 0..<20 {
          channel.emit(String(repeating: "\(index)", count: round % 4 == 0 ? 3 : 300_000))
        }
        ended.signal()
      }
    }
    let writing = pipe.fileHandleForWriting
    Thread.detachNewThread {
      for _ in 0..<8 { ended.wait() }
      try? writing.close()
    }
    // Nor does the reader wait for a thread of the tasks: who writes holds a lock of the whole process.
    let bytes: Data? = await withCheckedContinuation { done in
      Thread.detachNewThread { done.resume(returning: try? reading.readToEnd()) }
    }
    let lines = try #require(bytes).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 160)
    #expect(lines.allSatisfy { line in line.allSatisfy { $0 == line.first } })
  }
}
