/// How a trace is written. Whoever reads one finds out by himself.
public enum TraceForm: String, CaseIterable, Sendable {
  /// A line of JSON for each entry: a person can read it, and every finished line survives a crash.
  case lines
  /// Blocks of bytes, each with a checksum: several times smaller, and damage is found.
  case binary
}
