import Foundation

#if os(Linux)
  /// Returns the resident memory of this process in bytes, without freed memory.
  func residentBytes() -> Int {
    typealias Trim = @convention(c) (Int) -> CInt
    _ = function("malloc_trim").map { unsafeBitCast($0, to: Trim.self)(0) }
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    return Int(text.split(separator: " ")[1])! * Int(getpagesize())
  }

  private func function(_ name: String) -> UnsafeMutableRawPointer? {
    guard let program = dlopen(nil, RTLD_NOW) else { return nil }
    defer { dlclose(program) }
    return dlsym(program, name)
  }

  /// A Boolean value that indicates whether a sanitizer's allocator delays the release of memory.
  let keepsFreedMemory =
    ["__asan_init", "__tsan_init"].contains { function($0) != nil }
    || function("malloc_trim") == nil
#endif
