/// Counts with their nouns.
package enum CountText {
  /// Returns a count with its noun in the singular or the plural: `1 scenario`, `1,042 actions`.
  ///
  /// - Parameters:
  ///   - count: The number of things.
  ///   - singular: The noun for one thing.
  ///   - plural: The noun for several; `nil`: the singular with an *s*.
  package static func text(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(word(count, singular, plural))"
  }

  /// Returns the noun without the number.
  package static func word(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    count == 1 ? singular : plural ?? singular + "s"
  }

  /// Returns a number with commas between its thousands.
  package static func grouped(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return text
  }
}
