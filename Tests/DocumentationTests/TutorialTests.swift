import FlowCore
import FlowTestSupport
import Foundation
import Observation
import Testing

@testable import Fasting

/// The code of the tutorials.
struct `The tutorial` {
  private let tutorial: Tutorial

  init() throws { tutorial = try Tutorial() }

  /// Steps after which the code must not compile, with the error.
  private static let questions = ["Fast-03.swift": "error: switch must be exhaustive"]

  @Test func `compiles after every step`() async throws {
    // Two processes at the same time.
    async let even: Void = check(steps: 0, 2)
    async let odd: Void = check(steps: 1, 2)
    _ = try await (even, odd)
  }

  private func check(steps first: Int, _ stride: Int) async throws {
    let compiler = try Compiler()
    let options = ["-warnings-as-errors", "-enable-upcoming-feature", "ExistentialAny"]
    for index in Swift.stride(from: first, to: tutorial.steps.count, by: stride) {
      let step = tutorial.steps[index]
      var files = try tutorial.files(after: index)
      if step.name.hasSuffix("Tests.swift") { files = [step.name: try Tutorial.code(step.file)] }
      let complaints = try await compiler.complaints(
        about: files, module: "Step\(index)", options)
      let place = "\(step.path):\(step.line): \(step.file):\n\(complaints)"
      if let question = Self.questions[step.file] {
        #expect(complaints.contains(question), "\(place)")
        #expect(complaints.matches(of: /(?m)^\S+: error:/).count == 1, "\(place)")
      } else {
        #expect(complaints.isEmpty, "\(place)")
      }
    }
  }

  @Test func `shows every resource once`() throws {
    let resources = try Repository.files(
      below: "\(Repository.catalogue)/Resources", ending: ".swift"
    ).map { URL(filePath: $0).lastPathComponent }
    #expect(tutorial.steps.map(\.file).sorted() == resources)
  }

  @Test func `ends with the code that is tested here`() throws {
    var last: [String: String] = [:]
    for step in tutorial.steps { last[step.name] = step.file }
    let tests = try Repository.files(below: "Tests/DocumentationTests/Tutorial", ending: ".swift")
    let copies = try Repository.files(below: "Tests/Fasting", ending: ".swift") + tests
    #expect(copies.map { URL(filePath: $0).lastPathComponent }.sorted() == last.keys.sorted())
    for copy in copies {
      let file = try #require(last[URL(filePath: copy).lastPathComponent])
      #expect(try Repository.text(copy) == Tutorial.code(file), "\(copy) and \(file)")
    }
  }
}

@MainActor
struct `The tutorial's app` {
  private struct Offline: Error {}

  private final class World: @unchecked Sendable {
    var time = Date(timeIntervalSinceReferenceDate: 0)
    var shared: [ClosedRange<Date>] = []
    var isOnline = true
  }

  private let world = World()
  private let app: FastingApp

  init() {
    let world = world
    app = FastingApp(
      dependencies: FastDependencies(
        now: { world.time },
        share: { start, end in
          guard world.isOnline else { throw Offline() }
          world.shared.append(start...end)
        }))
  }

  @Test func `starts, finishes and shares a fast`() async {
    let screen = app.fastScreen
    let beginning = world.time
    #expect(screen.buttonTitle == "Start")
    screen.buttonPressed()
    #expect(screen.buttonTitle == "Finish")
    world.time += 3_600
    screen.buttonPressed()
    #expect(screen.buttonTitle == "Start")
    #expect(await screen.shareButtonPressed() == .shared)
    #expect(world.shared == [beginning...beginning + 3_600])
    app.store.send(.fast(.reset))
    #expect(app.store.current.fast == Fast(start: world.time))
  }

  @Test func `says that a fast was not shared`() async {
    #expect(await app.fastScreen.shareButtonPressed() == .notShared)
    app.fastScreen.buttonPressed()
    world.isOnline = false
    #expect(await app.fastScreen.shareButtonPressed() == .notShared)
    #expect(world.shared.isEmpty)
  }

  @Test func `keeps its features apart`() {
    let notified = Notifications()
    let screen = app.fastScreen
    withObservationTracking {
      _ = screen.buttonTitle
    } onChange: {
      notified.count += 1
    }
    app.store.send(.weight(.weighed(70)))
    app.store.send(.weight(.weighed(69.5)))
    app.store.send(.weight(.removeLast))
    #expect(app.store.current.weight.kilograms == [70])
    #expect(notified.count == 0)
    screen.buttonPressed()
    #expect(notified.count == 1)
  }

  private final class Notifications: @unchecked Sendable {
    var count = 0
  }
}
