import FlowTrace
import Foundation

extension LoadTrace {
  /// The instants of the actions, for whoever counts who has come; none if they depend on the store.
  func instants() -> ArrivalInstants {
    guard let speed, var reader = try? TraceReader<WhateverAction>(reading: URL(filePath: path))
    else { return { nil } }
    var left = sentCount
    return {
      while left > 0, let entry = try? reader.next() {
        guard case .action(let traced) = entry, !traced.isAnswer else { continue }
        left -= 1
        return Self.scaled(traced.atNs ?? 0, by: speed)
      }
      return nil
    }
  }
}

/// Whatever an action is.
package struct WhateverAction: Decodable {
  package init(from decoder: any Decoder) {}
}
