import FlowTestSupport
import Foundation
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowRunner

struct CheckedScenariosTests {
  private let check = VerifyCase(
    kind: .steps, scenario: .sample("shop", .single, 10, "flow"), seed: 1, runSeed: 7)

  @Test func `a passed check is known to the same program, seed and number of actions`() throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let file = directory + "/checked.json"
    var checked = CheckedScenarios(of: 1, path: file)
    #expect(checked[check, 100] == nil)
    checked[check, 100] = ["verify: a warning"]
    try checked.write(to: file)
    let known = CheckedScenarios(of: 1, path: file)
    #expect(known == checked && known[check, 100] == ["verify: a warning"])
    #expect(known[check, 1000] == nil)
    var other = check
    other.runSeed = 8
    #expect(known[other, 100] == nil)
    other = check
    other.scenario.features = 100
    #expect(known[other, 100] == nil)
    #expect(CheckedScenarios(of: 2, path: file)[check, 100] == nil)
  }

  @Test func `a file that is no list of checks is ignored, and no directory is made`() throws {
    let directory = temporaryPath()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    let file = directory + "/checked.json"
    try Data("[]".utf8).write(to: URL(filePath: file))
    var checked = CheckedScenarios(of: 1, path: file)
    checked[check, 1] = []
    try checked.write(to: directory + "/missing/checked.json")
    #expect(!FileManager.default.fileExists(atPath: directory + "/missing"))
  }
}
