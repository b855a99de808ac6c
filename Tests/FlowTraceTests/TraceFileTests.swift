import FlowTestSupport
import FlowTrace
import Foundation
import Testing

/// Returns a trace with all kinds of entries.
private func everything() throws -> Trace<TallyAction> {
  var trace = Trace<TallyAction>(app: "shop", seed: 7)
  trace.header.marksAnswers = true
  trace.header.digest = "1b888ed0"
  try trace.append(state: Tally())
  for (index, action) in (sampleActions + sampleActions).enumerated() {
    trace.append(action, atNs: UInt64(index * index) * 1_000, isAnswer: index % 3 == 1)
  }
  try trace.append(state: fold(sampleActions + sampleActions))
  trace.append(.add(1))
  try trace.append(restored: Int?.none)
  trace.append(.add(2), atNs: 1 << 62)
  trace.header.actionCount = trace.actionCount
  return trace
}

struct `A trace with all kinds of entries` {
  @Test func `is read as it was written`() throws {
    let trace = try everything()
    #expect(try Trace<TallyAction>(data: trace.data()) == trace)
    let url = URL(filePath: temporaryPath())
    try trace.write(to: url)
    #expect(try Data(contentsOf: url) == trace.data())
    #expect(try Trace<TallyAction>(reading: url) == trace)
    var reader = try TraceReader<TallyAction>(reading: url)
    #expect(reader.header == trace.header)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == trace.entries.count && reader.actionCount == trace.actionCount)
    #expect(try reader.next() == nil)
  }

  @Test func `and a number of actions reports a truncation at any byte`() throws {
    let trace = try everything()
    let data = try trace.data()
    for length in 0..<data.count {
      let (readable, fault) = Trace<TallyAction>.readableEntries(of: data.prefix(length))
      #expect(readable.entries == Array(trace.entries.prefix(readable.entries.count)))
      // The end of the last line may be missing, because an object is complete without it.
      #expect(fault != nil || length == data.count - 1, "\(length)")
      let kinds: [TraceError.Kind] = [.missingHeader, .truncatedLine, .missingActions]
      #expect(fault.map { kinds.contains($0.kind) } ?? true, "\(length): \(fault!)")
    }
  }

  @Test func `strings with quotes, and numbers of all kinds, are read as written`() throws {
    var trace = Trace<TallyAction>()
    for text in ["\"", "\\", "\\\"", "a\":1", "\u{0}", "{\"x\":\"y\"}", "ü😀", "-1.5e-7"] {
      trace.append(.note(text: text, priority: -text.count))
    }
    for value in [0.1, -1e300, .infinity, .leastNonzeroMagnitude] { trace.append(.measured(value)) }
    #expect(try Trace<TallyAction>(data: trace.data()) == trace)
  }
}

struct `A broken trace` {
  private func fault(_ data: Data) -> String? {
    Trace<TallyAction>.readableEntries(of: data, file: "t").fault?.description
  }

  @Test func `with decreasing times is reported`() {
    let header = #"{"format":"flow-trace","version":1}"#
    let lines = header + "\n" + #"{"action":{"double":{}},"at":5}"# + "\n"
    #expect(
      fault(Data((lines + #"{"action":{"double":{}},"at":4}"#).utf8))
        == "t:3: an action must not be earlier than the last one, at 5 ns, got 4 ns")
  }

  @Test func `with missing actions or invalid times is reported`() {
    let header = #"{"format":"flow-trace","version":1,"actions":2}"#
    let action = "\n" + #"{"action":{"double":{}}}"#
    #expect(
      fault(Data((header + action).utf8))
        == "t: the number of actions must be that of the header, 2, got 1")
    #expect(fault(Data((header + action + action).utf8)) == nil)
    let rule = #"t:2: a line must be {"action":…} or {"state":…,"after":n}, got "#
    let line = #"{"action":{"double":{}},"at":-1}"#
    #expect(fault(Data((header + "\n" + line + "\n").utf8)) == rule + line)
    let unknown = "\n" + #"{"action":{"halve":{}},"at":1,"answer":true}"# + "\n"
    #expect(
      fault(Data((header + unknown).utf8))
        == #"t:2: an action must be a TallyAction, got {"halve":{}}"#)
  }

  @Test func `is reported for a directory`() {
    let fault = Trace<TallyAction>.readableEntries(of: URL(filePath: "/tmp")).fault
    #expect(fault?.kind == .unreadableFile)
    #expect(fault?.description.hasSuffix(": Is a directory") == true)
  }
}

struct `A written trace` {
  private let trace = Trace<TallyAction>(actions: [.double])

  @Test func `replaces a file and leaves no other beside it`() throws {
    let directory = URL(filePath: temporaryPath())
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
    }
    let url = directory.appending(path: "t")
    try Data("old".utf8).write(to: url)
    try trace.write(to: url)
    #expect(try Trace<TallyAction>(reading: url).actions == [.double])
    #expect(try names() == ["t"])
    // A directory cannot be replaced by a file.
    let folder = directory.appending(path: "d")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let error = #expect(throws: TraceError.self) { try trace.write(to: folder) }
    #expect(error?.kind == .unwritableFile)
    #expect(try Set(names()) == ["t", "d"])
  }

  @Test func `does not change other files or links beside it`() throws {
    let url = URL(filePath: temporaryPath())
    let mine = URL(filePath: temporaryPath())
    try Data("mine".utf8).write(to: mine)
    try FileManager.default.createSymbolicLink(
      atPath: url.path + ".new", withDestinationPath: mine.path)
    try trace.write(to: url)
    #expect(try Trace<TallyAction>(reading: url).actions == [.double])
    #expect(try Data(contentsOf: URL(filePath: url.path + ".new")) == Data("mine".utf8))
  }
}
