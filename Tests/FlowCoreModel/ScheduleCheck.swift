/// Holds stores to what must be true in every order of what happens at the same time.
public enum ScheduleCheck {
  /// Carries out the program of a seed in one of the orders that are possible.
  public static func check(seed: UInt64) throws {}
}
