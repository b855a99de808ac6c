/// The build of the measured code, which is optimised in a release build.
package enum MeasuredBuild {
  /// A Boolean value that indicates whether `assert` evaluates its condition.
  package static var assertsAreOn: Bool {
    var isEvaluated = false
    func evaluated() -> Bool {
      isEvaluated = true
      return true
    }
    assert(evaluated())
    return isEvaluated
  }
}
