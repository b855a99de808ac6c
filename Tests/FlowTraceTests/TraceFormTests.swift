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

/// The bytes 89 46 4C 4F 57 54 52 0A.
private let magic = Data([0x89]) + Data("FLOWTR\n".utf8)

/// Returns a block with a valid checksum.
private func block(_ content: Data) -> Data {
  func bytes(_ number: UInt32) -> Data { Data((0..<4).map { UInt8(number >> ($0 * 8) & 0xFF) }) }
  let block = bytes(UInt32(content.count)) + content
  // Bit by bit, as in the standard.
  var rest = UInt32.max
  for byte in block {
    rest ^= UInt32(byte)
    for _ in 0..<8 { rest = rest & 1 == 1 ? (rest >> 1) ^ 0xEDB8_8320 : rest >> 1 }
  }
  return block + bytes(~rest)
}

// Computed, because the leak sanitizer does not recognize the buffer of a stored `Data`.
private var start: Data { magic + block(Data(#"{"format":"flow-trace","version":1}"#.utf8)) }

private func binary(_ entries: [UInt8]) -> TraceError? {
  let data = start + block(Data(entries)) + block(Data())
  return Trace<TallyAction>.readableEntries(of: data, file: "t").fault
}

struct `The forms of a trace` {
  @Test(arguments: TraceForm.allCases)
  func `are read as they were written`(form: TraceForm) throws {
    let trace = try everything()
    #expect(try Trace<TallyAction>(data: trace.data(form: form)) == trace)
    let url = URL(filePath: temporaryPath())
    try trace.write(to: url, form: form)
    #expect(try Data(contentsOf: url) == trace.data(form: form))
    #expect(try Trace<TallyAction>(reading: url) == trace)
    var reader = try TraceReader<TallyAction>(reading: url)
    #expect(reader.form == form && reader.header == trace.header)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == trace.entries.count && reader.actionCount == trace.actionCount)
    #expect(try reader.next() == nil)
  }

  @Test(arguments: TraceForm.allCases)
  func `a truncation at any byte leaves complete entries and is reported`(form: TraceForm) throws {
    let trace = try everything()
    let data = try trace.data(form: form)
    for length in 0..<data.count {
      let (readable, fault) = Trace<TallyAction>.readableEntries(of: data.prefix(length))
      #expect(readable.entries == Array(trace.entries.prefix(readable.entries.count)))
      // The end of the last line may be missing, because an object is complete without it.
      #expect(fault != nil || (form == .lines && length == data.count - 1), "\(length)")
      let kinds: [TraceError.Kind] = [
        .missingHeader, .truncatedLine, .truncatedBlock, .missingActions,
      ]
      #expect(fault.map { kinds.contains($0.kind) } ?? true, "\(length): \(fault!)")
    }
  }

  @Test func `damage of any bit of the binary form is found`() throws {
    let trace = try everything()
    let data = try trace.data(form: .binary)
    for index in data.indices {
      for bit in 0..<8 {
        var damaged = data
        damaged[index] ^= 1 << bit
        let (readable, fault) = Trace<TallyAction>.readableEntries(of: damaged)
        #expect(fault != nil, "bit \(bit) of byte \(index)")
        #expect(readable.entries == Array(trace.entries.prefix(readable.entries.count)))
      }
    }
  }

  @Test func `the binary form is as documented`() throws {
    var trace = Trace<TallyAction>()
    trace.append(.add(5), atNs: 300)
    trace.append(.add(6), atNs: 301, isAnswer: true)
    trace.append(.add(5))
    try trace.append(state: 1)
    let shape = Data("{\"add\":{\"_0\":\0}}".utf8)
    let line = Data(#"{"state":1,"after":3}"#.utf8)
    let first = Data([0, 0, UInt8(shape.count)]) + shape + Data([0, 1, 0x35, 0xAD, 0x02])
    let second = Data([1, 1, 0, 1, 0x36, 2])
    let third = Data([4, 0])
    let state = Data([UInt8(line.count) << 2 | 2]) + line
    let expected = start + block(first + second + third + state) + block(Data())
    #expect(try trace.data(form: .binary) == expected)
  }

  @Test func `more actions than numbers are read as written, in many blocks`() throws {
    var trace = Trace<TallyAction>()
    for value in 0..<70_000 { trace.append(.add(value)) }
    for value in 0..<70_000 { trace.append(.note(text: "\(value % 5)", priority: value % 7)) }
    let data = try trace.data(form: .binary)
    #expect(try Trace<TallyAction>(data: data) == trace)
  }

  @Test func `strings with quotes, and numbers of all kinds, are read as written`() throws {
    var trace = Trace<TallyAction>()
    for text in ["\"", "\\", "\\\"", "a\":1", "\u{0}", "{\"x\":\"y\"}", "ü😀", "-1.5e-7"] {
      trace.append(.note(text: text, priority: -text.count))
    }
    for value in [0.1, -1e300, .infinity, .leastNonzeroMagnitude] { trace.append(.measured(value)) }
    for form in TraceForm.allCases {
      #expect(try Trace<TallyAction>(data: trace.data(form: form)) == trace)
    }
  }
}

struct `A broken trace` {
  private func fault(_ data: Data) -> String? {
    Trace<TallyAction>.readableEntries(of: data, file: "t").fault?.description
  }

  @Test func `of the binary form names the block and the rule`() {
    #expect(
      fault(magic.prefix(3))
        == "t: the trace must continue to its last block, got 3 of 8 bytes")
    #expect(
      fault(Data([0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]))
        == "t: a binary trace must begin with 89 46 4C 4F 57 54 52 0A, "
        + "got 89 50 4E 47 0D 0A 1A 0A")
    #expect(
      fault(magic + block(Data(#"{"format":"other"}"#.utf8)))
        == #"t, block 1: the header must contain "format":"flow-trace","version":1, "#
        + #"got {"format":"other"}"#)
    #expect(
      fault(start) == "t, block 2: the trace must continue to its last block, got 0 of 4 bytes")
    #expect(
      fault(start + block(Data([1, 2, 3])).dropLast(2))
        == "t, block 2: the trace must continue to its last block, got 9 of 11 bytes")
    #expect(
      fault(start + block(Data()) + Data([0]))
        == "t, block 2: nothing may follow the last block, got more")
    var wrong = block(Data([1]))
    wrong[4] = 2
    #expect(
      fault(start + wrong)?.hasPrefix("t, block 2: the checksum must be ") == true)
  }

  @Test(
    arguments: [
      ([3], "an entry must be an action or a line, got 3"),
      ([0], "an entry must end in its block, got a part of one"),
      ([0, 0, 9, 1], "an entry must end in its block, got a part of one"),
      ([4, 0], "the action must be one of the 0 before, got number 1"),
      ([0, 7], "the shape must be one of the 0 before, got number 7"),
      ([0, 0, 1, 0, 2], "the value must be one of the 0 before, got number 2"),
      (
        [0, 0, 1, 0x35, 1], "an action must be a TallyAction, got 5"
      ),
      (
        [10, 0x7B, 0x7D], #"a line must be {"action":…} or {"state":…,"after":n}, got {}"#
      ),
      (
        [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
        "an entry must end in its block, got a part of one"
      ),
    ] as [([UInt8], String)])
  func `with an invalid entry in a valid block is reported`(bytes: [UInt8], text: String) {
    #expect(binary(bytes)?.description == "t, block 2: \(text)")
  }

  @Test func `with decreasing or too large times is reported`() {
    let add = Data(#"{"double":{}}"#.utf8)
    let entry = [0, 0, UInt8(add.count)] + Array(add)
    let most: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
    #expect(
      binary(entry + [2] + [4] + most)?.description
        == nil)
    #expect(
      binary(entry + [3] + [4] + most)?.description
        == "t, block 2: times must be below 2^64 ns, got 18446744073709551615 ns more")
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
    #expect(fault?.description.hasSuffix("got Is a directory") == true)
  }
}

struct `A trace file writer` {
  @Test func `does not replace an existing file, and removes its temporary file`() throws {
    let directory = URL(filePath: temporaryPath())
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
    }
    let url = directory.appending(path: "t")
    do {
      let writer = try TraceFileWriter<TallyAction>(url, header: TraceHeader(), form: .lines)
      try writer.append(TracedAction(.double))
      #expect(try names().count == 1 && names().first?.hasPrefix(".") == true)
    }
    #expect(try names().isEmpty)
    let first = try TraceFileWriter<TallyAction>(url, header: TraceHeader(), form: .binary)
    try first.append(TracedAction(.double, atNs: 3))
    try Data("mine".utf8).write(to: url)
    let message = "\(url.path): the file must be a new one that can be written, got File exists"
    #expect(#expect(throws: TraceError.self) { try first.finish() }?.description == message)
    let second = #expect(throws: TraceError.self) {
      try TraceFileWriter<TallyAction>(url, header: TraceHeader(), form: .lines)
    }
    #expect(second?.description == message)
    #expect(try Data(contentsOf: url) == Data("mine".utf8))
  }

  @Test func `does not change other files or links beside it`() throws {
    let url = URL(filePath: temporaryPath())
    let mine = URL(filePath: temporaryPath())
    try Data("mine".utf8).write(to: mine)
    try FileManager.default.createSymbolicLink(
      atPath: url.path + ".new", withDestinationPath: mine.path)
    let writer = try TraceFileWriter<TallyAction>(url, header: TraceHeader(), form: .lines)
    try writer.append(TracedAction(.double))
    try writer.finish()
    #expect(try Trace<TallyAction>(reading: url).actions == [.double])
    #expect(try Data(contentsOf: URL(filePath: url.path + ".new")) == Data("mine".utf8))
  }
}
