internal import FlowCore

extension CasePath where Root == Value {
  /// The case path of all values, for a part that has the actions of the whole.
  static var whole: Self { Self({ $0 }) { $0 } }
}

extension CasePath<ProgramAction, ProgramAction> {
  /// Returns the case path of the actions behind a move.
  static func at(_ move: Move) -> Self {
    Self({ $0.behind(move) }) { $0.moves.first == move ? $0.inside : nil }
  }
}

extension CasePath<ProgramAction, (Int, ProgramAction)> {
  static var row: Self {
    Self({ $1.behind(.row($0)) }) {
      if case .row(let id) = $0.moves.first { (id, $0.inside) } else { nil }
    }
  }
  static var item: Self {
    Self({ $1.behind(.item($0)) }) {
      if case .item(let index) = $0.moves.first { (index, $0.inside) } else { nil }
    }
  }
  static var entry: Self {
    Self({ $1.behind(.entry($0)) }) {
      if case .entry(let key) = $0.moves.first { (key, $0.inside) } else { nil }
    }
  }
  static var nth: Self {
    Self({ $1.behind(.nth($0)) }) {
      if case .nth(let place) = $0.moves.first { (place, $0.inside) } else { nil }
    }
  }
}
