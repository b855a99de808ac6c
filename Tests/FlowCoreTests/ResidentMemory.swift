import Foundation

#if os(Linux)
  /// How many bytes of this process are in memory, without those that were freed.
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

  /// Whether the allocator is a sanitizer's, which keeps what was freed for a while.
  let keepsFreedMemory =
    ["__asan_init", "__tsan_init"].contains { function($0) != nil }
    || function("malloc_trim") == nil
#endif
