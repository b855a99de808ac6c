/// Returns whether two numbers differ by at most a share of the larger one.
func agree(_ left: Double, _ right: Double, within share: Double = 1e-9) -> Bool {
  abs(left - right) <= share * max(abs(left), abs(right))
}
