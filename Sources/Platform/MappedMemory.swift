import Foundation

/// Memory that comes from the system and not from the allocator, so that no allocation is counted.
package enum MappedMemory {
  /// Returns zeroed memory of at least this many bytes.
  package static func map(bytes: Int) -> UnsafeMutableRawPointer {
    let mapped = mmap(
      nil, max(1, bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapped, mapped != MAP_FAILED else {
      preconditionFailure("bytes: the system provides no \(bytes) bytes")
    }
    return mapped
  }

  /// Returns memory of `map(bytes:)` to the system.
  package static func unmap(_ memory: UnsafeMutableRawPointer, bytes: Int) {
    munmap(memory, max(1, bytes))
  }
}
