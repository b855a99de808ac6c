/// A number in decimal digits, as in options and files.
///
/// The initialisers of the standard library also accept other forms, such as `0x10`, `+5`, `inf`
/// and `nan`.
package protocol DecimalNumber {
  /// Creates the number of a text; `nil` for other texts.
  init?(decimal text: some StringProtocol)
}

extension Double: DecimalNumber {
  /// Creates a finite number from a text such as `-1`, `0.25` or `3e-05`.
  package init?(decimal text: some StringProtocol) {
    guard DecimalText.isNumber(text.utf8), let value = Double(String(text)), value.isFinite
    else { return nil }
    self = value
  }
}

extension Int: DecimalNumber {
  /// Creates a whole number from a text such as `-1` or `250`.
  package init?(decimal text: some StringProtocol) {
    guard DecimalText.isWhole(text.utf8), let value = Int(String(text)) else { return nil }
    self = value
  }
}

extension UInt64: DecimalNumber {
  /// Creates a whole number from a text such as `250`.
  package init?(decimal text: some StringProtocol) {
    guard DecimalText.isWhole(text.utf8), let value = UInt64(String(text)) else { return nil }
    self = value
  }
}

/// The grammar of decimal numbers.
///
/// Inlinable, because the reader of samples calls it for millions of cells.
package enum DecimalText {
  /// Returns a Boolean value that indicates whether bytes are digits with an optional sign,
  /// fraction and exponent.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package static func isNumber(_ bytes: some Sequence<UInt8>) -> Bool {
    var state = State.start
    for byte in bytes {
      guard let next = state.next(byte) else { return false }
      state = next
    }
    return state.isEnd
  }

  /// Returns a Boolean value that indicates whether bytes are digits with an optional sign.
  ///
  /// - Complexity: O(*n*).
  @inlinable
  package static func isWhole(_ bytes: some Sequence<UInt8>) -> Bool {
    var state = State.start
    for byte in bytes {
      guard let next = state.next(byte), next != .point, next != .exponent else { return false }
      state = next
    }
    return state.isEnd
  }

  /// The last part of a number that was read.
  @usableFromInline
  enum State {
    case start
    case sign
    case whole
    case point
    case fraction
    case exponent
    case exponentSign
    case power

    @inlinable var isEnd: Bool { self == .whole || self == .fraction || self == .power }

    @inlinable
    func next(_ byte: UInt8) -> State? {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        switch self {
        case .start, .sign, .whole: .whole
        case .point, .fraction: .fraction
        case .exponent, .exponentSign, .power: .power
        }
      case UInt8(ascii: "-"): self == .start ? .sign : self == .exponent ? .exponentSign : nil
      case UInt8(ascii: "+"): self == .exponent ? .exponentSign : nil
      case UInt8(ascii: "."): self == .whole ? .point : nil
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        self == .whole || self == .fraction ? .exponent : nil
      default: nil
      }
    }
  }
}
