internal import CFlowCount

/// The depth of the stack.
enum Stack {
  /// The largest depth that is observed, if the thread's stack is large enough.
  private static let limit = 4 << 20

  /// The depth of a function that does nothing.
  private static let emptyDepth = raw {}

  /// Returns the bytes of the stack that a function uses.
  static func depth(of body: () -> Void) -> Count {
    let used = raw(body)
    guard used != 0 else {
      return Count(missing: "the stack of this thread cannot be observed, as under a sanitizer")
    }
    // SIZE_MAX is imported as -1.
    guard used > 0 else {
      return Count(missing: "the action uses all of the stack that can be observed, up to 4 MiB")
    }
    return Count(Double(max(0, used - emptyDepth)))
  }

  private static func raw(_ body: () -> Void) -> Int {
    withoutActuallyEscaping(body) { body in
      var context = body
      return withUnsafeMutablePointer(to: &context) {
        flowcount_stack(
          limit, { context in context!.assumingMemoryBound(to: (() -> Void).self).pointee() }, $0)
      }
    }
  }
}
