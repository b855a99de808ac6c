import FlowCore
import FlowTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Debug builds only: the compiler copies more, and the optimiser takes minutes for a value of a
// megabyte.
#if DEBUG
  private typealias Kilobyte = Four<SIMD32<UInt64>>

  /// A value of a megabyte without references.
  private struct Megabyte: Equatable {
    var touches = 0
    var bytes = Four(Four(Four(Four(Four(Kilobyte(SIMD32(repeating: 0)))))))
  }

  private struct Around<Inner: Equatable>: Equatable {
    var count = 0
    var inner: Inner
  }

  private typealias Deep = Around<Around<Around<Around<Around<Middle>>>>>
  private typealias Middle = Around<Around<Around<Around<Around<Megabyte>>>>>

  /// The addresses of the state during its changes.
  private final class Addresses {
    var all: [UnsafeRawPointer] = []
  }

  private struct TouchingReducer: Reducer {
    let addresses: Addresses

    func reduce(into state: inout Megabyte, action: Int) -> Effect<Int> {
      withUnsafeMutableBytes(of: &state) { bytes in
        addresses.all.append(UnsafeRawPointer(bytes.baseAddress!))
        bytes[bytes.count - 1] = UInt8(truncatingIfNeeded: action)
      }
      state.touches += 1
      return .none
    }
  }

  extension Reducer where Action == Int, State: Equatable {
    fileprivate func oneOut() -> some Reducer<Around<State>, Int> {
      scoped(state: \.inner, action: .whole)
    }
  }

  extension StoreView where Action == Int {
    fileprivate func oneIn<Inner>() -> ScopedStore<Inner, Int> where State == Around<Inner> {
      scope(state: \.inner, action: .whole)
    }
  }

  /// Runs a closure on a new thread with a stack of the given size.
  private func onThread(stack: Int, _ body: @escaping () -> Void) {
    final class Work {
      let body: () -> Void
      init(_ body: @escaping () -> Void) { self.body = body }
    }
    var attributes = pthread_attr_t()
    precondition(pthread_attr_init(&attributes) == 0)
    precondition(pthread_attr_setstacksize(&attributes, stack) == 0)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let work = Unmanaged.passRetained(Work(body)).toOpaque()
    let status = pthread_create(
      &thread, &attributes,
      { work in
        #if canImport(Darwin)
          Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
        #else
          Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().body()
        #endif
        return nil
      }, work)
    precondition(status == 0)
    #if canImport(Darwin)
      pthread_join(thread!, nil)
    #else
      pthread_join(thread, nil)
    #endif
    pthread_attr_destroy(&attributes)
  }

  private func makeReducer(
    _ addresses: Addresses
  ) -> some Reducer<Deep, Int> {
    TouchingReducer(addresses: addresses)
      .oneOut().oneOut().oneOut().oneOut().oneOut().oneOut().oneOut().oneOut().oneOut().oneOut()
  }

  private func makeState() -> Deep {
    let middle = Middle(inner: .init(inner: .init(inner: .init(inner: .init(inner: Megabyte())))))
    return Deep(inner: .init(inner: .init(inner: .init(inner: .init(inner: middle)))))
  }

  /// Sends to a store with a state of a megabyte, ten levels deep, on a stack that is too small for
  /// a copy.
  private func sendWithoutRoom() {
    let addresses = Addresses()
    func send(_ store: Store<some Reducer<Deep, Int>>) {
      let scope =
        store.oneIn().oneIn().oneIn().oneIn().oneIn().oneIn().oneIn().oneIn().oneIn().oneIn()
      onThread(stack: 512 << 10) {
        for number in 1...3 { store.send(number) }
        for number in 4...6 { scope.send(number) }
        scope.send(contentsOf: [7, 8])
        store.send(contentsOf: [9, 10])
        var seen: [Int] = []
        let kept = scope.subscribe(to: \.touches) { seen.append($0) }
        let reading = store.observe { seen.append(scope.touches) }
        scope.send(11)
        store.send(contentsOf: [12, 13])
        kept.cancel()
        reading.cancel()
        precondition(seen == [10, 11, 11, 13, 13], "\(seen)")
        precondition(scope.touches == 13)
      }
    }
    // The creation of the state needs a larger stack.
    onThread(stack: 256 << 20) {
      send(Store(initialState: makeState(), reducer: makeReducer(addresses), isolation: nil))
    }
    precondition(addresses.all.count == 13)
    precondition(Set(addresses.all).count == 1, "it lies where it lay")
  }

  struct `A state of a megabyte, ten levels deep` {
    @Test func `is changed in place, on a stack that is too small for it`() async {
      #expect(MemoryLayout<Megabyte>.size > 1 << 20)
      await #expect(processExitsWith: .success) { sendWithoutRoom() }
    }
  }
#endif
