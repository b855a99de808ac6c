/// Whether two numbers agree to a share of the larger, 10⁻⁹ unless said otherwise.
func agree(_ left: Double, _ right: Double, within share: Double = 1e-9) -> Bool {
  abs(left - right) <= share * max(abs(left), abs(right))
}
