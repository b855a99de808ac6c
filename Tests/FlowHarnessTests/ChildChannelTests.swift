import Foundation
import Testing

@testable import FlowRunner

/// What the process of a trial emits from several threads.
struct ChildChannelTests {
  @Test func `long lines of several threads come one after the other`() async throws {
    let pipe = Pipe()
    let channel = ChildChannel(descriptor: pipe.fileHandleForWriting.fileDescriptor)
    let reading = pipe.fileHandleForReading
    let reader = Task.detached { try reading.readToEnd() }
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
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        for _ in 0..<8 { ended.wait() }
        done.resume()
      }
    }
    try pipe.fileHandleForWriting.close()
    let bytes = try #require(try await reader.value)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 160)
    #expect(lines.allSatisfy { line in line.allSatisfy { $0 == line.first } })
  }
}
