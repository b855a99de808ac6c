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
    DispatchQueue.concurrentPerform(iterations: 40) { index in
      // Longer than a pipe takes at once, and now and then a short one.
      channel.emit(String(repeating: "\(index % 10)", count: index % 4 == 0 ? 3 : 300_000))
    }
    try pipe.fileHandleForWriting.close()
    let bytes = try #require(try await reader.value)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 40)
    #expect(lines.allSatisfy { line in line.allSatisfy { $0 == line.first } })
  }
}
