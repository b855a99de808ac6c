/// Numbers of things, for a reader.
package enum CountText {
  /// Returns a number and the thing that it counts, in the singular or the plural: `1 scenario`,
  /// `2 scenarios`, `1,042 actions`.
  ///
  /// - Parameters:
  ///   - count: How many there are.
  ///   - singular: The word for one of them.
  ///   - plural: The word for several; `nil`: the singular with an *s*.
  package static func text(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
    "\(grouped(count)) \(word(count, singular, plural))"
  }

  /// Returns the word without the number.
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
