import FlowCore
import FlowTrace
import Foundation

struct AppState: Equatable, Codable { var count = 0 }
enum AppAction: Equatable, Codable { case add(Int) }
struct AppReducer: Reducer {
  func reduce(into state: inout AppState, action: AppAction) -> Effect<AppAction> { .none }
}

let url = URL(filePath: "/tmp/none")
let seed: UInt64 = 1
