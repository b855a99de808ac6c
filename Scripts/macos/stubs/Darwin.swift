@_exported import Darwin

public var CLOCK_MONOTONIC_RAW: clockid_t { _CLOCK_MONOTONIC_RAW }
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
public var CLOCK_UPTIME_RAW: clockid_t { _CLOCK_UPTIME_RAW }
public var CLOCK_PROCESS_CPUTIME_ID: clockid_t { _CLOCK_PROCESS_CPUTIME_ID }
public var CLOCK_THREAD_CPUTIME_ID: clockid_t { _CLOCK_THREAD_CPUTIME_ID }
public func lgamma(_ x: Double) -> (Double, Int) { (x, 1) }
public var errno: Int32 {
  get { 0 }
  set {}
}
public var SIG_DFL: sig_t? { return nil }
public var SIG_IGN: sig_t { return unsafeBitCast(1, to: sig_t.self) }
public var MAP_FAILED: UnsafeMutableRawPointer! { UnsafeMutableRawPointer(bitPattern: -1) }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { 0 }
public var stdout: UnsafeMutablePointer<FILE> {
  get { __stdoutp }
  set { __stdoutp = newValue }
}
public var stderr: UnsafeMutablePointer<FILE> {
  get { __stderrp }
  set { __stderrp = newValue }
}
public func sqrt<T: FloatingPoint>(_ x: T) -> T { x.squareRoot() }
public func ceil<T: FloatingPoint>(_ x: T) -> T { x }
public func floor<T: FloatingPoint>(_ x: T) -> T { x }
public var S_IFMT: mode_t { 0 }
public var S_IFIFO: mode_t { 0 }
public var S_IFCHR: mode_t { 0 }
public var S_IFDIR: mode_t { 0 }
public var S_IFBLK: mode_t { 0 }
public var S_IFREG: mode_t { 0 }
public var S_IFLNK: mode_t { 0 }
public var S_IFSOCK: mode_t { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { 0 }
public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t)
  -> Int32
{ 0 }
public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { 0 }
public var TIOCGWINSZ: UInt { 0 }
public func ioctl(_ fd: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 { 0 }
public func ioctl(_ fd: Int32, _ request: UInt) -> Int32 { 0 }
public func ioctl(_ fd: Int32, _ request: UInt, _ value: Int32) -> Int32 { 0 }
public func snprintf(
  ptr: UnsafeMutablePointer<Int8>, _ count: Int, _ format: String, _ arguments: any CVarArg...
) -> Int32 { 0 }
