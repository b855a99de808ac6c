/// Deterministic random numbers.
///
/// Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014.
struct Dice {
  private var word: UInt64

  /// - Parameter names: Numbers that identify the sequence.
  init(_ names: Int...) {
    word = 0
    for name in names { word = Dice.mixed(word &+ UInt64(truncatingIfNeeded: name)) }
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var mixed = word &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    word &+= 0x9e37_79b9_7f4a_7c15
    return Int(Dice.mixed(word) % UInt64(bound))
  }

  mutating func once(in times: Int) -> Bool { below(times) == 0 }

  mutating func pick<Choice>(_ choices: [Choice]) -> Choice { choices[below(choices.count)] }
}
