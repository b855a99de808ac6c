/// The normal distribution with mean 0 and deviation 1, by IEEE arithmetic only.
///
/// It uses `PortableMath`, so that results are the same on every platform.
public enum StandardNormal {
  /// Returns the value below which a share `p` of the distribution lies, with a relative error of
  /// about 10⁻¹⁶.
  ///
  /// It turns one uniform draw into one normal draw without rejection. Source: M. J. Wichura, *Algorithm AS 241: the percentage points of the normal
  /// distribution*, Applied Statistics 37 (3), 1988; the constants are those of its PPND16.
  ///
  /// - Parameter p: A share above 0 and below 1.
  @inlinable public static func quantile(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "a share must be above 0 and below 1, got \(p)")
    let q = p - 0.5
    if abs(q) <= 0.425 { return q * central(0.180625 - q * q) }
    let r = (-PortableMath.log(q < 0 ? p : 1 - p)).squareRoot()
    let distance = r <= 5 ? near(r - 1.6) : far(r - 5)
    return q < 0 ? -distance : distance
  }

  @inlinable static func central(_ r: Double) -> Double {
    var top = 2.5090809287301226727e+3
    top = top * r + 3.3430575583588128105e+4
    top = top * r + 6.7265770927008700853e+4
    top = top * r + 4.5921953931549871457e+4
    top = top * r + 1.3731693765509461125e+4
    top = top * r + 1.9715909503065514427e+3
    top = top * r + 1.3314166789178437745e+2
    top = top * r + 3.3871328727963666080e0
    var bottom = 5.2264952788528545610e+3
    bottom = bottom * r + 2.8729085735721942674e+4
    bottom = bottom * r + 3.9307895800092710610e+4
    bottom = bottom * r + 2.1213794301586595867e+4
    bottom = bottom * r + 5.3941960214247511077e+3
    bottom = bottom * r + 6.8718700749205790830e+2
    bottom = bottom * r + 4.2313330701600911252e+1
    return top / (bottom * r + 1)
  }

  @inlinable static func near(_ r: Double) -> Double {
    var top = 7.74545014278341407640e-4
    top = top * r + 2.27238449892691845833e-2
    top = top * r + 2.41780725177450611770e-1
    top = top * r + 1.27045825245236838258e0
    top = top * r + 3.64784832476320460504e0
    top = top * r + 5.76949722146069140550e0
    top = top * r + 4.63033784615654529590e0
    top = top * r + 1.42343711074968357734e0
    var bottom = 1.05075007164441684324e-9
    bottom = bottom * r + 5.47593808499534494600e-4
    bottom = bottom * r + 1.51986665636164571966e-2
    bottom = bottom * r + 1.48103976427480074590e-1
    bottom = bottom * r + 6.89767334985100004550e-1
    bottom = bottom * r + 1.67638483018380384940e0
    bottom = bottom * r + 2.05319162663775882187e0
    return top / (bottom * r + 1)
  }

  @inlinable static func far(_ r: Double) -> Double {
    var top = 2.01033439929228813265e-7
    top = top * r + 2.71155556874348757815e-5
    top = top * r + 1.24266094738807843860e-3
    top = top * r + 2.65321895265761230930e-2
    top = top * r + 2.96560571828504891230e-1
    top = top * r + 1.78482653991729133580e0
    top = top * r + 5.46378491116411436990e0
    top = top * r + 6.65790464350110377720e0
    var bottom = 2.04426310338993978564e-15
    bottom = bottom * r + 1.42151175831644588870e-7
    bottom = bottom * r + 1.84631831751005468180e-5
    bottom = bottom * r + 7.86869131145613259100e-4
    bottom = bottom * r + 1.48753612908506148525e-2
    bottom = bottom * r + 1.36929880922735805310e-1
    bottom = bottom * r + 5.99832206555887937690e-1
    return top / (bottom * r + 1)
  }
}
