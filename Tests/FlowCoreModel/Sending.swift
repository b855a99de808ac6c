/// Actions that are sent to the whole store.
package struct Sending: Hashable, Sendable, ExpressibleByArrayLiteral {
  /// The way of sending.
  package enum Way: String, CaseIterable, Hashable, Sendable {
    /// One after the other.
    case apart
    /// As one batch to the store, or to a scope of it.
    case batch, scopedBatch
  }

  var actions: [ProgramAction]
  var way: Way

  package init(actions: [ProgramAction], way: Way) {
    self.actions = actions
    self.way = way
  }

  /// Creates actions that are sent one after the other.
  package init(arrayLiteral actions: ProgramAction...) {
    self.init(actions: actions, way: .apart)
  }
}

extension ProgramView {
  func send(_ sending: Sending) {
    switch sending.way {
    case .apart: for action in sending.actions { send(action) }
    case .batch: send(contentsOf: sending.actions)
    case .scopedBatch: erased.send(contentsOf: sending.actions)
    }
  }
}
