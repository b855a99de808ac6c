#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

// What a counter must get right in the process that it counts before it is believed.

extension EventCounter {
  /// A part of what is counted, which may be right where the other is not.
  enum Part {
    case heap
    case runtime
  }

  /// Whether known work is counted to the last unit.
  ///
  /// Another thread may allocate at the same moment, so it may try a few times; a counter that is
  /// wrong is wrong every time.
  func proves(_ part: Part) -> Bool {
    (0..<5).contains { _ in
      switch part {
      case .heap: return countsHeap()
      case .runtime: return countsRuntime()
      }
    }
  }

  private func countsHeap() -> Bool {
    var known = EventCounts()
    known.allocations = 3
    known.frees = 3
    known.reallocations = 1
    known.bytesAsked = 3 * 48 + 4096
    let counted = window {
      for round in 0..<3 {
        var block = malloc(48)
        // Unseen, the pair of `malloc` and `free` would be deleted.
        sink(block)
        if round == 2 { block = realloc(block, 4096) }
        sink(block)
        free(block)
      }
    }
    guard let counted else { return false }
    return counted.allocations == known.allocations && counted.frees == known.frees
      && counted.reallocations == known.reallocations && counted.bytesAsked == known.bytesAsked
      && counted.bytesGiven == counted.bytesReturned && counted.bytesGiven >= counted.bytesAsked
  }

  private final class Probe {}

  private func countsRuntime() -> Bool {
    guard let retain = Runtime.retain, let release = Runtime.release else { return false }
    let made = window {
      for _ in 0..<3 {
        let probe = Unmanaged.passRetained(Probe())
        sink(probe)
        probe.release()
      }
    }
    let probe = Unmanaged.passRetained(Probe())
    defer { probe.release() }
    let kept = window {
      // Straight at the runtime: what Swift emits for a reference is the optimiser's choice.
      for _ in 0..<7 { _ = retain(probe.toOpaque()) }
      for _ in 0..<7 { release(probe.toOpaque()) }
    }
    return made?.objects == 3 && kept?.retains == 7 && kept?.releases == 7 && kept?.objects == 0
  }
}

/// The runtime's own functions, for those who want to know exactly what they call.
package enum Runtime {
  /// `swift_retain`, which adds a strong reference; `nil` if this process has no such function.
  package static let retain = function(
    "swift_retain", as: (@convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer).self)

  /// `swift_release`, which gives a strong reference back, and with the last one the object.
  package static let release = function(
    "swift_release", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)

  /// `swift_bridgeObjectRetain`, which also takes what is no object.
  package static let bridgeRetain = function(
    "swift_bridgeObjectRetain",
    as: (@convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer).self)

  /// `swift_bridgeObjectRelease`, which gives back what `bridgeRetain` took.
  package static let bridgeRelease = function(
    "swift_bridgeObjectRelease", as: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)

  /// A C function of any library in this process, by its name; nil when there is none.
  static func function<F>(_ name: String, as type: F.Type) -> F? {
    dlsym(nil, name).map { unsafeBitCast($0, to: type) }
  }
}
