import Foundation

/// Numbers as text, as they are: every digit that makes them what they are, and no more.
enum PlainNumber {
  /// `668.0304`; without a point where there is nothing behind it.
  static func text(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }

  /// The nearest number with four digits: for what is an estimate anyway.
  static func rounded(_ value: Double) -> Double {
    Double(String(format: "%.4g", value)) ?? value
  }
}
