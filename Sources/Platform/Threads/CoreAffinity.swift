private import CProbes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The cores on which this process may run.
///
/// A design that hops between threads costs 2-4 × less if all threads share one core, and its times
/// agree from run to run. Only Linux has such calls; elsewhere `current` is nil and nothing is
/// pinned.
public struct CoreAffinity: Equatable, Sendable {
  /// The system's numbers of the cores from 0, ascending; never empty.
  public let cores: [Int]

  /// The system's own masks have room for 1,024 cores.
  private static let words = 16

  /// The cores of the calling thread; nil if the system does not say.
  public static var current: CoreAffinity? {
    var bits = [UInt64](repeating: 0, count: words)
    guard cprobes_affinity_get(0, &bits, Int32(words)) == 0 else { return nil }
    let cores = (0..<words * 64).filter { bits[$0 / 64] >> UInt64($0 % 64) & 1 == 1 }
    return cores.isEmpty ? nil : CoreAffinity(cores: cores)
  }

  /// Keeps every thread that this process has now, and every thread that they start, on one core.
  ///
  /// It may miss a thread that starts at the same time.
  ///
  /// - Returns: False if the system refused. Some threads may have moved: `restore()` brings them
  ///   back.
  public static func pin(to core: Int) -> Bool {
    guard (0..<words * 64).contains(core) else { return false }
    return CoreAffinity(cores: [core]).apply()
  }

  /// Pins to the last of these cores, which is the least likely to be assigned to others.
  ///
  /// - Returns: The core, or nil if that failed; then these cores are restored.
  public func pinToLast() -> Int? {
    guard let core = cores.last else { return nil }
    if Self.pin(to: core) { return core }
    restore()
    return nil
  }

  /// All but the last of these cores; nil if there is only one.
  public var withoutLast: CoreAffinity? {
    cores.count > 1 ? CoreAffinity(cores: Array(cores.dropLast())) : nil
  }

  /// Lets every thread that this process has now run on these cores again; false if one may not.
  @discardableResult
  public func restore() -> Bool { apply() }

  /// Lets the calling thread run on these cores; false if it may not.
  @discardableResult
  public func moveCallingThread() -> Bool {
    cprobes_affinity_set(0, bits, Int32(Self.words)) == 0
  }

  private var bits: [UInt64] {
    var bits = [UInt64](repeating: 0, count: Self.words)
    for core in cores { bits[core / 64] |= 1 << UInt64(core % 64) }
    return bits
  }

  private func apply() -> Bool {
    let bits = bits
    let threads = Self.threads()
    guard !threads.isEmpty else { return false }
    var isComplete = true
    for thread in threads where cprobes_affinity_set(thread, bits, Int32(Self.words)) != 0 {
      // A thread that has ended since the list was made needs nothing.
      if Self.threads().contains(thread) { isComplete = false }
    }
    return isComplete
  }

  /// The system's numbers of all threads of this process; none if they cannot be listed.
  private static func threads() -> [Int32] {
    #if os(Linux)
      guard let directory = opendir("/proc/self/task") else { return [] }
      defer { closedir(directory) }
      var threads: [Int32] = []
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if let thread = Int32(name) { threads.append(thread) }
      }
      return threads
    #else
      return []
    #endif
  }
}
