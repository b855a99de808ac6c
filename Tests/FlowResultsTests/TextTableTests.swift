import Testing

@testable import FlowHarness
@testable import FlowResults

/// Tables for a terminal.
struct TextTableTests {
  @Test(arguments: [
    (0.539, "0.539"), (1.456, "1.46"), (14.3, "14.3"), (152, "152"), (9813, "9,813"),
    (0, "0"), (1, "1.00"), (10, "10.0"), (100, "100"), (999, "999"), (1000, "1,000"),
    (1_234_567.8, "1,234,568"), (0.05, "0.050"), (0.0004, "0.000"), (-0.0004, "0.000"),
  ])
  func `numbers have three digits and separated thousands`(value: Double, text: String) {
    #expect(TextTable.number(value) == text)
  }

  @Test(arguments: [
    (0.9994, "0.999"), (0.9996, "1.00"), (9.994, "9.99"), (9.999, "10.0"), (99.94, "99.9"),
    (99.95, "100"), (99.99, "100"), (999.4, "999"), (999.5, "1,000"), (999_999.6, "1,000,000"),
  ])
  func `rounding up keeps the number of digits`(value: Double, text: String) {
    #expect(TextTable.number(value) == text)
    #expect(TextTable.number(-value) == "-" + text)
  }

  @Test func `unknown values are dashes`() {
    #expect(TextTable.number(nil) == "–")
    #expect(TextTable.number(.nan) == "–")
    #expect(TextTable.number(.infinity) == "–")
    #expect(TextTable.number(1e300) == "1e+300")
  }

  @Test func `long names are shortened in their middle`() {
    #expect(TextTable.shortened("short", to: 5) == "short")
    #expect(TextTable.shortened("abcdefghij", to: 7) == "abc…hij")
    #expect(TextTable.shortened("abcdefghij", to: 8) == "abc…ghij")
    #expect(TextTable.shortened("👩‍👩‍👧ü∞é", to: 3) == "👩‍👩‍👧…é")
  }

  @Test func `names are aligned to the left and numbers to the right`() {
    var table = TextTable(["name", "ns", "note"])
    table.add(["a", "1.00", "x"])
    table.add(["longer", "1,234"])
    #expect(
      table.text()
        == """
        name       ns  note
        ──────  ─────  ────
        a        1.00     x
        longer  1,234

        """)
  }

  private func realistic() -> TextTable {
    var table = TextTable([
      "scenario", "ns/action", "95 % interval", "vs floor", "allocs", "bytes", "notified", "wasted",
    ])
    table.add(
      [
        "app/grouped:100/10000/hotspot:0.1:0.9/derived-memo:70000/disk/middleware", "123,456",
        "123,456 … 123,457", "12,345", "1,234", "123,456", "70,000", "69,999",
      ], .best)
    table.add(["counter/single/1/uniform/floor", "invalid"], .invalid)
    table.add([
      "shop/per-feature/100/zipf:1.0/own-slice:100/observable", "1,843", "1,801 … 1,902", "188",
      "4.30", "1,784", "1.00", "0",
    ])
    return table
  }

  @Test func `realistic rows fit the width`() {
    for width in [100, 110, 140] {
      let lines = realistic().text(width: width).split(separator: "\n")
      #expect(lines.count == 5)
      #expect(lines.allSatisfy { $0.count <= width }, "\(lines.map(\.count))")
      #expect(lines[2].hasPrefix("app/") && lines[2].contains("…"))
      #expect(lines[2].contains("middleware  ") && lines[2].hasSuffix("69,999"))
    }
    #expect(realistic().text(width: 300).contains("hotspot:0.1:0.9/derived-memo:70000/disk"))
  }

  @Test func `columns are aligned for names of any length`() {
    let lines = realistic().text(width: 110).split(separator: "\n")
    #expect(lines[0].count == lines[1].count && lines[1].count == lines[2].count)
    #expect(!lines.contains { $0.hasSuffix(" ") })
  }

  @Test func `colours are optional and change no character`() {
    let plain = realistic().text()
    #expect(!plain.contains("\u{1B}"))
    let coloured = realistic().text(isColoured: true)
    let lines = coloured.split(separator: "\n")
    #expect(lines.map { $0.contains("\u{1B}") } == [false, false, true, true, false])
    #expect(lines[2].hasPrefix("\u{1B}[32m") && lines[3].hasPrefix("\u{1B}[31m"))
    #expect(lines[2].hasSuffix("\u{1B}[0m") && lines[3].hasSuffix("\u{1B}[0m"))
    #expect(coloured.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }
}
