#if canImport(Darwin)
  import Darwin
#endif

/// The facts that the kernel of Apple's systems has by name; on other systems all are `nil`.
package enum SystemControl {
  /// Returns a text, such as `machdep.cpu.brand_string`.
  package static func text(_ name: String) -> String? {
    #if canImport(Darwin)
      var size = 0
      guard sysctlbyname(name, nil, &size, nil, 0) == 0, size > 0 else { return nil }
      var bytes = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &bytes, &size, nil, 0) == 0 else { return nil }
      return String(decoding: bytes.prefix(size).prefix { $0 != 0 }, as: UTF8.self)
    #else
      return nil
    #endif
  }

  /// Returns a number of 32 bits, such as `hw.perflevel0.physicalcpu`.
  package static func number(_ name: String) -> Int? {
    #if canImport(Darwin)
      var value: Int32 = 0
      var size = MemoryLayout<Int32>.size
      guard sysctlbyname(name, &value, &size, nil, 0) == 0, size == MemoryLayout<Int32>.size
      else { return nil }
      return Int(value)
    #else
      return nil
    #endif
  }

  /// The number of cores of each kind, the fastest first, such as `[4, 6]`; empty if they are all
  /// of one kind, or unknown.
  package static var coresByLevel: [Int] {
    let levels = number("hw.nperflevels") ?? 1
    guard levels > 1 else { return [] }
    return (0..<levels).compactMap { number("hw.perflevel\($0).physicalcpu") }
  }
}
