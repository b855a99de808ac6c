import FlowTestSupport
import Foundation
import Testing
import Workloads

@Suite struct MeasuredDelaysTests {
  /// Writes a file, and removes it afterwards.
  func with<Result>(_ text: String, _ body: (String) throws -> Result) throws -> Result {
    let path = temporaryPath()
    try Data(text.utf8).write(to: URL(filePath: path))
    return try body(path)
  }

  func values(_ text: String) throws -> Set<UInt64> {
    try with(text) { path in
      let sampler = try DelaySampler(.measured(path: path))
      var random = SplitMix64(seed: 5)
      return Set((0..<1000).map { _ in sampler.nextNs(using: &random) })
    }
  }

  @Test(arguments: [
    "10\n20\n30\n", "10\n20\n30", "10\r\n20\r\n30\r\n", "ns\n10\n20\n30\n",
    "at,ns\n1,10\n2,20\n3,30\n", "\"at\",\"ns\"\n1,\"10\"\n2,20\n3,30\n",
    "10.4\n19.5\n3e1\n", "\n10\n\n20\n30\n", " 10 \n20\n30\n",
  ])
  func `values are lines, or the column ns`(text: String) throws {
    #expect(try values(text) == [10, 20, 30])
  }

  @Test func `each value is as likely, however often it is there`() throws {
    try with("1\n2\n2\n3\n3\n3\n") { path in
      let sampler = try DelaySampler(.measured(path: path))
      var random = SplitMix64(seed: 5)
      var counts = [0, 0, 0]
      for _ in 0..<60_000 { counts[Int(sampler.nextNs(using: &random)) - 1] += 1 }
      #expect(zip(counts, [10_000, 20_000, 30_000]).allSatisfy { abs($0 - $1) < 500 })
    }
  }

  @Test(arguments: [
    ("ns\n10\nten\n", 3, "ten"), ("10\n-1\n", 2, "-1"), ("a,ns\n1\n", 2, "1"),
    ("10\n\nnan\n", 3, "nan"), ("10\n9e15\n", 2, "9e15"), ("10\n,5\n", 2, ",5"),
    // A first line that is no number is not a header, and a number has no other column.
    ("2ms\n10\n", 1, "2ms"), ("nan\n10\n", 1, "nan"), ("0x10\n10\n", 1, "0x10"),
    ("service\n10\n", 1, "service"), ("id,latency_ns\n1,10\n", 1, "id,latency_ns"),
    ("1,500,000\n", 1, "1,500,000"), ("ns\n1,500,000\n", 2, "1,500,000"), ("10;20\n", 1, "10;20"),
    ("at,ns\n1,10,20\n", 2, "1,10,20"), ("at,ns\n1,\n", 2, "1,"), ("10\nns\n20\n", 2, "ns"),
  ])
  func `a line without a value is refused by its number`(
    text: String, line: Int, row: String
  ) throws {
    try with(text) { path in
      let error = #expect(throws: DelayError.self) { try DelaySampler(.measured(path: path)) }
      #expect(
        error?.description
          == "\(path):\(line): a measured delay must be a number of nanoseconds from 0 to "
          + "8640000000000000, alone in its line or in the column 'ns' of a CSV file, got '\(row)'")
    }
  }

  @Test(arguments: ["", "\n\n", "ns\n", "ns,queue\n"])
  func `a file without values is refused`(text: String) throws {
    try with(text) { path in
      let error = #expect(throws: DelayError.self) { try DelaySampler(.measured(path: path)) }
      #expect(error?.description == "\(path): measured delays need at least 1 value, got none")
    }
  }

  @Test func `an unreadable file is refused with the reason`() throws {
    let path = temporaryPath()
    let missing = #expect(throws: DelayError.self) { try DelaySampler(.measured(path: path)) }
    #expect(missing?.description == "\(path): cannot read measured delays: no such file")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let folder = #expect(throws: DelayError.self) { try DelaySampler(.measured(path: path)) }
    #expect(folder?.description == "\(path): cannot read measured delays: it is no readable file")
    let binary = path + "/binary"
    // Not UTF-8, UTF-16 with a byte order mark and without, UTF-8 with one.
    for bytes: [UInt8] in [
      [0xff, 0xfe, 0xfd], [0xff, 0xfe, 0x31, 0], [0x31, 0, 0x0a, 0], [0xef, 0xbb, 0xbf, 0x31],
    ] {
      try Data(bytes).write(to: URL(filePath: binary))
      let error = #expect(throws: DelayError.self) { try DelaySampler(.measured(path: binary)) }
      let reason = "it must be UTF-8 without a byte order mark"
      #expect(error?.description == "\(binary): cannot read measured delays: \(reason)")
    }
  }
}
