import FlowTestSupport
import Foundation
import Testing

@testable import FlowResults
@testable import FlowRunner

/// The link to the run that has finished last.
struct ResultsHomeTests {
  private let files = FileManager.default
  private let place = temporaryPath()

  /// A home with runs of these names.
  private func home(_ names: String...) throws -> ResultsHome {
    let home = ResultsHome(parent: "\(place)/runs", latest: "latest")
    for name in names {
      try files.createDirectory(
        atPath: "\(home.parent)/\(name)", withIntermediateDirectories: true)
    }
    return home
  }

  @Test func `the link names the last run, relative to where it is`() throws {
    let home = try home("a", "b")
    for name in ["a", "b"] {
      try home.link(to: "\(home.parent)/\(name)")
      #expect(try files.destinationOfSymbolicLink(atPath: "\(place)/latest") == "runs/\(name)")
    }
    // A run that is named by the link is linked by its own name.
    try home.link(to: "\(place)/latest")
    #expect(try files.destinationOfSymbolicLink(atPath: "\(place)/latest") == "runs/b")
    #expect(try files.contentsOfDirectory(atPath: place).sorted() == ["latest", "runs"])
  }

  @Test func `a directory or a file that has the name of the link stays`() throws {
    let home = try home("a")
    let link = "\(place)/latest"
    try files.createDirectory(atPath: "\(link)/mine", withIntermediateDirectories: true)
    let error = #expect(throws: SystemError.self) { try home.link(to: "\(home.parent)/a") }
    #expect(error?.description.hasPrefix("\(link): must be a symbolic link, and is not") == true)
    #expect(files.fileExists(atPath: "\(link)/mine"))
    try files.removeItem(atPath: link)
    try Data("mine".utf8).write(to: URL(filePath: link))
    #expect(throws: SystemError.self) { try home.link(to: "\(home.parent)/a") }
    #expect(try Data(contentsOf: URL(filePath: link)) == Data("mine".utf8))
  }

  @Test func `only runs that are made here are linked`() throws {
    let home = try home("a")
    try home.link(to: "\(home.parent)/a")
    #expect(home.holds("\(home.parent)/a") && home.holds("\(home.parent)//a/"))
    #expect(home.holds("\(place)/latest"))
    #expect(!home.holds("\(place)/runs") && !home.holds("\(home.parent)/a/plots"))
    #expect(!home.holds(temporaryPath()))
  }
}
