internal import FlowCore

/// Calls of user code when parts are compared, hashed or destroyed. The code reads the state and
/// sends probes, which change nothing and must be reduced in order. The model has no such code.
// Unchecked: confined to one thread.
final class ForeignCode: @unchecked Sendable {
  /// Reads the state and returns the number of waiting actions.
  var read: () -> Int = { 0 }
  var send: (PanelAction) -> Void = { _ in }
  var report: (String) -> Void = { _ in }
  /// The number of further calls in this step.
  var left = 0
  /// A Boolean value that indicates whether a reducer is running, during which reads stop the
  /// program.
  private var isReducing = false
  private var reduced = 0
  /// For each probe, the minimum number of actions that must have been reduced before it.
  private var bounds: [Int] = []

  func call() {
    guard left > 0, !isReducing else { return }
    left -= 1
    bounds.append(reduced + read())
    send(.probe(bounds.count - 1))
  }

  func reducing(_ action: PanelAction, _ body: () -> Void) {
    if case .probe(let number) = action, reduced < bounds[number] {
      report("an action that was sent while parts were compared came before others that waited")
    }
    isReducing = true
    body()
    isReducing = false
    reduced += 1
  }
}

struct Tagged: Equatable {
  final class Object {
    fileprivate let code: ForeignCode

    init(_ code: ForeignCode) { self.code = code }

    deinit { code.call() }
  }

  var number = 0
  var object: Object?

  static func == (left: Tagged, right: Tagged) -> Bool {
    left.object?.code.call()
    right.object?.code.call()
    return left.number == right.number
  }
}

/// Members with keys that call user code.
struct ForeignElements: Equatable, KeyedElements {
  struct Key: Hashable {
    let index: Int
    var code: ForeignCode?

    static func == (left: Key, right: Key) -> Bool {
      left.code?.call()
      right.code?.call()
      return left.index == right.index
    }

    func hash(into hasher: inout Hasher) {
      code?.call()
      hasher.combine(index)
    }
  }

  var values: [Int] = []

  var memberCount: Int { values.count }

  func member(_ key: Key) -> Int? { values.member(key.index) }

  mutating func update<Result>(_ key: Key, _ body: (inout Int) -> Result) -> Result? {
    values.update(key.index, body)
  }
}
