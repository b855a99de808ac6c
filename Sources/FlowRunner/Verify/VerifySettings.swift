/// How thoroughly stores are verified.
struct VerifySettings: Codable, Equatable, Sendable {
  /// Actions of each case.
  var actions = 150
  /// After how many actions it is looked whether anything changes while nobody sends.
  var quietEvery = 25
  /// How long nobody sends then.
  var quietNs: UInt64 = 3_000_000
  /// Workers that send at once.
  var workers = 4
  /// Orders of what happens at one instant, for stores in virtual time.
  var interleavings = 20
  /// How long an effect's answer is waited for after the last action.
  var drainNs: UInt64 = 20_000_000_000
  /// After how long without a word a process is given up.
  var limitSeconds = OptionValues().value(VerifyOptions.limit)
}
