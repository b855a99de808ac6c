import Foundation
import Testing

@testable import FlowCosts

@Suite("baselines") struct BaselineTests {
  private let file: String
  private let directory = FileManager.default.temporaryDirectory.appending(
    path: "costs-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    file = directory.appending(path: "CartCosts.swift").path
  }

  private func match(_ allocations: Count, update: Bool = false, name: String) throws {
    var baselines = BaselineFile(besideTest: file)
    baselines.isUpdate = update
    try baselines.match([("allocations", allocations), ("bytes", 32)], name: name)
  }

  private func message(_ allocations: Count, name: String) -> String {
    do { try match(allocations, name: name) } catch { return "\(error)" }
    return ""
  }

  @Test("counts are written, compared, and accepted")
  func roundTrip() throws {
    #expect(message(2, name: "a").hasPrefix("a has no counts of a \(BaselineFile.kind) in "))
    try match(2, update: true, name: "a")
    try match(2, name: "a")
    let text = try String(contentsOfFile: directory.path + "/CartCosts.costs.json", encoding: .utf8)
    #expect(
      text == """
        {
          "a" : {
            "\(BaselineFile.kind)" : {
              "allocations" : 2,
              "bytes" : 32
            }
          }
        }

        """)
  }

  @Test("a difference has both values and the change")
  func difference() {
    #expect(BaselineFile.difference("allocations", 2, 3) == "allocations 3, baseline 2 (+50 %)")
    #expect(BaselineFile.difference("bytes", 64, 48) == "bytes 48, baseline 64 (-25 %)")
    #expect(BaselineFile.difference("retains", 0, 1) == "retains 1, baseline 0")
    #expect(BaselineFile.difference("retains", 1, 1) == nil)
    #expect(BaselineFile.difference("objects", nil, 1) == "objects 1, no baseline")
    #expect(BaselineFile.difference("objects", nil, Count(missing: "a reason")) == nil)
    #expect(
      BaselineFile.difference("objects", 1, Count(missing: "a reason"))
        == "objects not counted: a reason, baseline 1")
  }

  @Test("a name that is used for two costs is refused")
  func names() throws {
    try match(2, update: true, name: "b")
    #expect(message(3, name: "b").hasPrefix("b has two costs with different counts"))
  }

  @Test("a damaged file is refused and kept")
  func damaged() throws {
    let path = directory.path + "/CartCosts.costs.json"
    try Data("{".utf8).write(to: URL(filePath: path))
    #expect(message(2, name: "c").contains("restore or delete it"))
    #expect(throws: BaselineError.self) { try match(2, update: true, name: "c") }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "{")
  }
}
