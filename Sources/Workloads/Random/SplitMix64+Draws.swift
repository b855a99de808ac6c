extension SplitMix64 {
  /// One element of a pool, each as likely as the others.
  ///
  /// - Precondition: The pool is not empty.
  @inlinable mutating func pick<Element>(_ pool: [Element]) -> Element {
    pool[below(pool.count)]
  }

  /// Whether somebody leaves now, when a session shall have `mean` actions on average.
  ///
  /// Asked before every action but the first, it makes the length of a session geometric with
  /// exactly that mean.
  @inlinable mutating func leaves(afterMean mean: Int) -> Bool { below(mean) == 0 }
}
