import FlowCosts
import Foundation

/// A store whose actions are functions, so that a test can say what an action does.
final class WorkStore {
  typealias Work = (WorkStore) -> Void
  /// Keeps what an action made until the next one.
  var kept: AnyObject?
  var keptValue: (any Sendable)?
  var numbers = Array(0..<64)
  var closure: (() -> Int)?

  static func measured() -> MeasuredStore<WorkStore, Work> {
    MeasuredStore {
      WorkStore()
    } send: { store, work in
      work(store)
    }
  }
}

final class Box {
  let value: Int
  init(_ value: Int = 1) { self.value = value }
}

struct Large: Sendable {
  var a = 1
  var b = 2
  var c = 3
  var d = 4
}

indirect enum Tree {
  case leaf
  case node(Tree, Tree)
}

/// Hides a value from the optimiser.
@inline(never)
@_optimize(none)
func hidden<T>(_ value: T) -> T { value }
