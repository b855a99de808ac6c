/// The bounds of numeric options.
package enum OptionBounds {
  static let actions = 1...100_000_000
  static let clients = 1...10_000_000
  static let depths = 1...100
  static let features = 1...10_000
  static let limitSeconds = 0.1...86_400
  static let maxQueue = 0...100_000_000
  static let middlewares = 0...100
  static let observers = 0...100_000
  package static let rates = 0.01...1e9
  static let rounds = 1...1000
  static let seeds = 1...1_000
  static let speeds = 0.001...1_000_000.0
  static let users = 1...1_000_000
  static let verifyActions = 1...10_000_000
  static let workers = 1...64
}
