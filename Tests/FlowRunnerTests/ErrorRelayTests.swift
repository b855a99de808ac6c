import Foundation
import Synchronization
import Testing

@testable import FlowHarness
@testable import FlowRunner

/// What is passed on of a child's standard error, and what is kept.
struct ErrorRelayTests {
  /// What was passed on of `chunks`, and why the process would be said to have ended.
  private func relayed(
    _ chunks: [String], isTerminal: Bool = false
  ) -> (text: String, reason: String) {
    let text = Mutex("")
    var relay = ErrorRelay(isTerminal: isTerminal) { more in text.withLock { $0 += more } }
    for chunk in chunks { relay.take(Array(chunk.utf8)) }
    relay.finish()
    return (text.withLock { $0 }, relay.reason)
  }

  @Test func `few words are passed on whole, and the last line is the reason`() {
    #expect(relayed([]) == ("", ""))
    #expect(relayed(["one\ntw", "o\n"]) == ("one\ntwo\n", ": two"))
    #expect(relayed(["no end"]) == ("no end\n", ": no end"))
  }

  @Test func `of many words the beginning is passed on, and the reason is at the end`() {
    let line = String(repeating: "x", count: 99) + "\n"
    let (text, reason) = relayed(Array(repeating: line, count: 10_000) + ["the end\n"])
    #expect(text.hasPrefix(line + line))
    #expect(text.hasSuffix("\n(what else this process writes is left out)\n"))
    #expect(text.utf8.count < ErrorRelay.passedBytes + 100)
    #expect(reason == ": the end")
  }

  @Test func `exactly as much as is passed on is not called cut`() {
    let whole = String(repeating: "x", count: ErrorRelay.passedBytes - 1) + "\n"
    #expect(relayed([whole]).text == whole)
    #expect(relayed([whole, "y"]).text == whole + "(what else this process writes is left out)\n")
  }

  @Test func `what the runtime calls fatal is the reason, not the trace of the stack after it`() {
    let (_, reason) = relayed([
      "hello\n", "Mine.swift:3: Fatal error: a mistake\nCurrent stack trace:\n0 swift\n1 libc\n",
    ])
    #expect(reason == ": Mine.swift:3: Fatal error: a mistake")
  }

  @Test func `on a terminal a status line is taken away first`() {
    let erasure = StatusLine.erasure
    #expect(
      relayed(["one\n", "tw", "o\n"], isTerminal: true).text == "\(erasure)one\n\(erasure)two\n")
  }
}
