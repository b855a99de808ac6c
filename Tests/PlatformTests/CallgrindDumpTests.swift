import Testing

@testable import Platform

/// The files are those of valgrind 3.19 for a window with a loop on three threads.
struct CallgrindDumpTests {
  private static let header = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    pid: 8031
    cmd:  ./probe totals: 7 events: 9
    part: 4


    desc: I1 cache:
    desc: D1 cache:
    desc: LL cache:

    desc: Timerange: Basic block 23151 - 53409
    desc: Trigger: Client Request: flowbench window 4

    positions: line

    """
  private static let costs = """

    ob=(5) /usr/lib/x86_64-linux-gnu/libc.so.6
    fl=(5) ./elf/./elf/dl-lookup.c
    fn=(18) do_lookup_x
    348 24
    +1 3
    cfn=(2) totals
    calls=30 0
    48 120

    """

  private func dump(_ events: String, _ end: String) -> String {
    Self.header + events + Self.costs + end
  }

  @Test func `the count is the total, not the summary`() throws {
    let text = dump("events: Ir\nsummary: 18446744073709440245\n", "totals: 68240\n")
    let dump = try CallgrindDump(parsing: text)
    #expect(dump.instructions == 68_240)
    #expect(dump.trigger == "Client Request: flowbench window 4")
  }

  @Test func `the count is in the column of its event`() throws {
    let text = dump("events: Ge Ir Dr\nsummary: 1 2 3\n", "totals: 5 111371 7\n")
    #expect(try CallgrindDump(parsing: text).instructions == 111_371)
  }

  @Test func `zeros at the end of a line of costs are left out`() throws {
    #expect(try CallgrindDump(parsing: dump("events: Ir\n", "totals: \n")).instructions == 0)
    #expect(try CallgrindDump(parsing: dump("events: Ge Ir\n", "totals: 5")).instructions == 0)
  }

  @Test(arguments: [
    ("events: Ir\n", "", "file has no totals"), ("events: Ir\n", "tota", "file has no totals"),
    ("", "totals: 5\n", "file has no column Ir"),
    ("events: Dr Dw\n", "totals: 5 6", "file has no column Ir"),
    ("events: Ir\n", "totals: 1.5e6\n", "total is no number: 1.5e6"),
    ("events: Ir\n", "totals: -5\n", "total is no number: -5"),
  ])
  func `a file without the total has no count`(
    events: String, end: String, fault: String
  ) {
    #expect(throws: InstructionCounterUnavailable("callgrind's \(fault)")) {
      try CallgrindDump(parsing: dump(events, end))
    }
  }
}
