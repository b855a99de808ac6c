import FlowTestSupport
import FlowTrace
import Foundation
import Testing

private let header = #"{"format":"flow-trace","version":1}"#

private struct Fault: Sendable, CustomTestStringConvertible {
  let text: String
  let kind: TraceError.Kind
  let description: String
  /// The number of entries before the error.
  let readable: Int
  var testDescription: String { description }

  init(_ text: String, _ kind: TraceError.Kind, _ description: String, readable: Int = 0) {
    self.text = text
    self.kind = kind
    self.description = description
    self.readable = readable
  }
}

private let headerRule =
  #"t.jsonl:1: the first line must be a header {"format":"flow-trace","version":1}, got "#
private let formatRule =
  #"t.jsonl:1: the header must contain "format":"flow-trace","version":1, got "#
private let lineRule = #"a line must be {"action":…} or {"state":…,"after":n}, got "#

private let faults = [
  Fault("", .missingHeader, headerRule + "an empty file"),
  Fault("\n", .missingHeader, headerRule),
  Fault("hello", .missingHeader, headerRule + "hello"),
  Fault(
    #"{"action":{"double":{}}}"# + "\n", .missingHeader, headerRule + #"{"action":{"double":{}}}"#),
  Fault(
    #"{"format":"other","version":1}"# + "\n", .foreignHeader,
    formatRule + #"{"format":"other","version":1}"#),
  Fault(#"{"format":"flow-trace"}"#, .foreignHeader, formatRule + #"{"format":"flow-trace"}"#),
  Fault(
    #"{"format":"flow-trace","version":2}"# + "\n", .newerVersion,
    "t.jsonl:1: the version must be at most 1 for this program, got 2"),
  Fault(
    #"{"format":"flow-tr"#, .truncatedLine,
    #"t.jsonl:1: the last line must be complete, got {"format":"flow-tr"#),
  Fault(
    header + "\n" + #"{"action":{"add":{"_0":5}}}"# + "\n" + #"{"action":{"do"#, .truncatedLine,
    #"t.jsonl:3: the last line must be complete, got {"action":{"do"#, readable: 1),
  Fault(
    header + "\n" + #"{"action":{"do"# + "\n" + #"{"action":{"double":{}}}"# + "\n",
    .corruptLine, "t.jsonl:2: " + lineRule + #"{"action":{"do"#),
  Fault(header + "\n\n", .corruptLine, "t.jsonl:2: " + lineRule + "an empty line"),
  Fault(
    header + "\n" + #"{"after":0}"# + "\n", .corruptLine, "t.jsonl:2: " + lineRule + #"{"after":0}"#
  ),
  Fault(
    header + "\n" + #"{"state":1}"# + "\n", .corruptLine, "t.jsonl:2: " + lineRule + #"{"state":1}"#
  ),
  Fault(header + "\n5\n", .corruptLine, "t.jsonl:2: " + lineRule + "5"),
  Fault(
    header + "\n" + #"{"action":{"add":{"_0":5}}}"# + "\n" + #"{"state":{},"after":3}"# + "\n",
    .wrongStatePosition, #"t.jsonl:3: a state after 1 actions must contain "after":1, got 3"#,
    readable: 1),
  Fault(
    header + "\n" + #"{"action":{"frobnicate":{}}}"# + "\n", .unknownAction,
    #"t.jsonl:2: an action must be a TallyAction, got {"frobnicate":{}}"#),
  Fault(
    header + "\n" + #"{"action":{"add":{"_0":"five"}}}"#, .unknownAction,
    #"t.jsonl:2: an action must be a TallyAction, got {"add":{"_0":"five"}}; "#
      + #"the value of "add._0" must be a Int"#),
  Fault(
    header + "\n" + #"{"action":""# + String(repeating: "x", count: 200) + "\"}\n", .unknownAction,
    "t.jsonl:2: an action must be a TallyAction, got \"" + String(repeating: "x", count: 78) + "…"),
]

struct `Reading a trace` {
  @Test(arguments: faults)
  fileprivate func `an error has a description in one line, with the entries before it`(
    _ fault: Fault
  ) {
    let reading = read(fault.text)
    #expect(reading.fault?.kind == fault.kind)
    #expect(reading.fault?.description == fault.description)
    #expect(reading.trace.entries.count == fault.readable)
    let thrown = #expect(throws: TraceError.self) {
      try Trace<TallyAction>(data: Data(fault.text.utf8), file: "t.jsonl")
    }
    #expect(thrown == reading.fault)
  }

  @Test func `bytes that are not text are a corrupt line`() {
    let data = Data((header + "\n{\"state\":\"").utf8) + [0xFF] + Data("\",\"after\":0}\n".utf8)
    let reading = Trace<TallyAction>.readableEntries(of: data)
    #expect(reading.fault?.kind == .corruptLine)
  }

  @Test(arguments: [
    (String.Encoding.utf16LittleEndian, [0xFF, 0xFE] as [UInt8], "UTF-16 or UTF-32"),
    (.utf16BigEndian, [0xFE, 0xFF], "UTF-16 or UTF-32"),
    (.utf16LittleEndian, [], "UTF-16 or UTF-32"),
    (.utf8, [0xEF, 0xBB, 0xBF], "a byte order mark"),
  ])
  func `another encoding than UTF-8 is named`(
    encoding: String.Encoding, mark: [UInt8], found: String
  ) throws {
    let data = Data(mark) + (try #require((header + "\n").data(using: encoding)))
    let fault = Trace<TallyAction>.readableEntries(of: data, file: "t.jsonl").fault
    #expect(
      fault?.description
        == "t.jsonl:1: a trace must be text in UTF-8 without a byte order mark, got " + found)
  }

  @Test func `a missing file is named with the reason`() {
    let url = URL(filePath: "/nowhere/t.jsonl")
    let fault = Trace<TallyAction>.readableEntries(of: url).fault
    #expect(
      fault?.description
        == "/nowhere/t.jsonl: cannot be read: No such file or directory")
    let thrown = #expect(throws: TraceError.self) { try Trace<TallyAction>(reading: url) }
    #expect(thrown == fault)
  }

  @Test func `a trace is read as it was written`() throws {
    var trace = Trace<TallyAction>(app: "a \"shop\"\n", seed: .max)
    try trace.append(state: Tally())
    for action in sampleActions { trace.append(action) }
    try trace.append(state: fold(sampleActions))
    try trace.append(restored: Tally(total: 1, notes: ["x\ny"]))
    let path = temporaryPath()
    let url = URL(filePath: path)
    try trace.write(to: url)
    try trace.write(to: url)
    let back = try Trace<TallyAction>(reading: url)
    #expect(back == trace)
    #expect(back.actions == sampleActions)
    #expect(try back.initialState(as: Tally.self) == Tally())
    #expect(!FileManager.default.fileExists(atPath: path + ".new"))
  }

  @Test func `the lines are as documented`() throws {
    var trace = Trace<TallyAction>(app: "shop", seed: 42)
    try trace.append(state: Tally())
    trace.append(.add(5))
    try trace.append(restored: Tally())
    try trace.append(restored: Int?.none)
    let text = String(decoding: try trace.data(), as: UTF8.self)
    #expect(
      text == """
        {"format":"flow-trace","version":1,"app":"shop","seed":42}
        {"state":{"notes":[],"total":0},"after":0}
        {"action":{"add":{"_0":5}}}
        {"restored":{"notes":[],"total":0},"after":1}
        {"restored":null,"after":1}

        """)
    #expect(read(text).trace == trace)
    guard case .restored(let unknown) = read(text).trace.entries[3] else {
      Issue.record("the last entry must be a restored state")
      return
    }
    #expect(!unknown.isKnown)
  }

  @Test func `a trace truncated at any byte keeps all complete entries`() throws {
    var trace = Trace<TallyAction>(app: "shop", seed: 7)
    try trace.append(state: Tally())
    for action in sampleActions { trace.append(action) }
    try trace.append(state: fold(sampleActions))
    let data = try trace.data()
    for length in 0...data.count {
      let cut = data.prefix(length)
      let (readable, fault) = Trace<TallyAction>.readableEntries(of: cut)
      // The end of the last line may be missing, because an object is complete without it.
      let lines = cut.split(separator: UInt8(ascii: "\n"))
      let isLastComplete = length == data.count || data[length] == UInt8(ascii: "\n")
      let complete = lines.count - (isLastComplete || cut.last == UInt8(ascii: "\n") ? 0 : 1)
      #expect(readable.entries == Array(trace.entries.prefix(max(complete - 1, 0))))
      #expect((fault == nil) == (complete == lines.count && complete > 0))
      if let fault {
        #expect(fault.kind == (length == 0 ? .missingHeader : .truncatedLine))
      }
    }
  }

  @Test func `a value that JSON cannot encode is reported, and the file is unchanged`() throws {
    enum Unwritable: Encodable {
      case impossible
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    let url = URL(filePath: temporaryPath())
    try Data("old".utf8).write(to: url)
    let error = #expect(throws: TraceError.self) {
      try Trace(actions: [Unwritable.impossible]).write(to: url)
    }
    #expect(error?.kind == .unencodable)
    #expect(
      error?.description
        == "\(url.path): an action must be encodable as JSON, got impossible")
    #expect(try Data(contentsOf: url) == Data("old".utf8))
  }

  @Test func `a missing directory is named with the reason`() {
    let error = #expect(throws: TraceError.self) {
      try Trace<TallyAction>().write(to: URL(filePath: "/nowhere/t.jsonl"))
    }
    #expect(
      error?.description
        == "/nowhere/t.jsonl: cannot be written: No such file or directory")
  }
}

struct `A snapshot` {
  @Test func `is read as it was written`() throws {
    let url = URL(filePath: temporaryPath())
    let snapshot = Snapshot(fold(sampleActions), app: "shop")
    try snapshot.write(to: url)
    #expect(try Snapshot<Tally>(reading: url) == snapshot)
    #expect(try Trace<TallyAction>(reading: url).initialState(as: Tally.self) == snapshot.state)
  }

  @Test func `of another type is refused`() throws {
    let url = URL(filePath: temporaryPath())
    try Snapshot(5).write(to: url)
    let error = #expect(throws: TraceError.self) { try Snapshot<Tally>(reading: url) }
    #expect(error?.description == "\(url.path):2: a state must be a Tally, got 5")
  }

  @Test func `of an older version is refused with the key that is missing`() throws {
    struct Old: Codable {
      var rows = [["title": "a"]]
    }
    struct New: Codable {
      struct Row: Codable {
        var title: String
        var isDone: Bool
      }

      var rows: [Row]
    }
    let url = URL(filePath: temporaryPath())
    try Snapshot(Old()).write(to: url)
    let error = #expect(throws: TraceError.self) { try Snapshot<New>(reading: url) }
    #expect(error?.kind == .unknownState)
    #expect(error?.reason == #"the key "rows[0].isDone" is missing"#)
    #expect(
      error?.description
        == url.path + #":2: a state must be a New, got {"rows":[{"title":"a"}]}; "#
        + #"the key "rows[0].isDone" is missing"#)
  }

  @Test func `is not read from a trace with actions`() throws {
    let url = URL(filePath: temporaryPath())
    try Trace(actions: sampleActions).write(to: url)
    let error = #expect(throws: TraceError.self) { try Snapshot<Tally>(reading: url) }
    #expect(
      error?.description
        == "\(url.path): a snapshot must contain one state and no actions, got 9 entries")
  }
}
