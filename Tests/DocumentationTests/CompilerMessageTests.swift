import Testing

/// The errors of the compiler about code that does not follow the documentation.
struct `Messages of the compiler` {
  private func complaints(_ code: String) async throws -> String {
    try await Compiler().complaints(about: ["Code.swift": code], module: "Faulty")
  }

  @Test(arguments: [
    ("rows", ".row", "for a collection, call `forEach` on the parent"),
    ("detail", ".detail", "for an optional part, call `optional` on the parent"),
  ])
  func `name the cause if a reducer is scoped to a part that may be absent`(
    part: String, action: String, message: String
  ) async throws {
    let complaints = try await complaints(
      """
      import FlowCore
      struct Row { var number = 0 }
      struct Whole { var rows: [Row] = []; var detail: Row?; var row = Row() }
      enum Action { case row(Int, Int), detail(Int) }
      extension CasePath<Action, (Int, Int)> {
        static var row: Self { Self(Action.row) { _ in nil } }
      }
      extension CasePath<Action, Int> {
        static var detail: Self { Self(Action.detail) { _ in nil } }
      }
      func make(_ row: Reduce<Row, Int>) -> some Reducer<Whole, Action> {
        CombineReducers {
          row.scoped(state: \\Whole.\(part), action: \(action))
          row.scoped(state: \\Whole.row, action: .detail)
        }
      }
      """)
    #expect(complaints.contains("Code.swift:13:9: error: 'scoped(state:action:)' is unavailable"))
    #expect(complaints.contains(message), "\(complaints)")
  }

  @Test(arguments: ["Store", "Middleware", "Effect", "Reducer", "History"])
  func `do not mean FlowCore's types in a program that imports FlowBenchCLI`(
    name: String
  ) async throws {
    let complaints = try await complaints(
      """
      import FlowBenchCLI
      let region = StateRegion.all
      typealias Path = CasePath<Int, Int>
      typealias Mine = \(name)
      """)
    #expect(complaints.contains("cannot find type '\(name)' in scope"), "\(complaints)")
  }
}
